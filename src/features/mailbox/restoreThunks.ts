/** Mail that was deleted for good goes back to where it lay: its row leaves at once, and comes back where that is refused. */
import { nanoid } from '@reduxjs/toolkit'
import * as calls from '../../contract/endpoints/recovery'
import type { MailSummary } from '../../contract/shapes'
import { loadFolders } from '../../store/folderThunks'
import { changeSettled, mailRemoved, mailRemoveRefused } from '../../store/mailEvents'
import { noticeShown } from '../../store/notices'
import { selectLanguage } from '../../store/preferences'
import { loadQuota } from '../../store/quotaThunks'
import type { AppThunk } from '../../store/typed'
import { sayNoneSelected, sayRefusal } from './changeThunks'
import { refreshOpenList } from './listThunks'

export function restoreMails(mails: readonly MailSummary[]): AppThunk<Promise<boolean>> {
  return async (dispatch, getState, { call }) => {
    if (mails.length === 0) return dispatch(sayNoneSelected())
    const changeId = nanoid()
    dispatch(mailRemoved({ changeId, mails }))
    const language = selectLanguage(getState())
    const outcome = await call(calls.restoreMails, { ids: mails.map((mail) => mail.id), language })
    dispatch(changeSettled({ changeId }))
    if (!outcome.ok) {
      dispatch(mailRemoveRefused({ changeId, mails }))
      dispatch(sayRefusal(outcome.code))
      return false
    }
    const count = outcome.value.restored.length
    dispatch(noticeShown({ tone: 'success', message: 'mail:restored', params: { count } }))
    void dispatch(refreshOpenList())
    void dispatch(loadFolders())
    dispatch(loadQuota())
    return true
  }
}
