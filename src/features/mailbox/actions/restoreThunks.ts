/** Mail that was deleted for good goes back to where it lay: its row leaves at once, and comes back where that is refused. */
import { nanoid } from '@reduxjs/toolkit'
import * as calls from '#contract/endpoints/mail/recovery'
import type { MailSummary } from '#contract/shapes'
import { loadFolders } from '#src/store/mail/folderThunks'
import { changeSettled, mailRemoved, mailRemoveRefused } from '#src/store/mail/mailEvents'
import { loadQuota } from '#src/store/mail/quotaThunks'
import { selectLanguage } from '#src/store/settings/preferences'
import { noticeShown } from '#src/store/shell/notices'
import type { AppThunk } from '#src/store/typed'
import { refreshOpenList } from '../listData/listThunks'
import { sayNoneSelected, sayRefusal } from './changeThunks'

export function restoreRows(mails: readonly MailSummary[]): AppThunk<Promise<boolean>> {
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
