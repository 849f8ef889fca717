/** Mail that waits to be sent: it is taken back into the drafts, and nothing else is done to it in a list. */
import { nanoid } from '@reduxjs/toolkit'
import { unschedule } from '#contract/endpoints/mail/mail'
import type { MailSummary } from '#contract/shapes'
import { loadFolders } from '#src/store/mail/folderThunks'
import { changeSettled, draftSaved, mailRemoved, mailRemoveRefused } from '#src/store/mail/mailEvents'
import { noticeShown } from '#src/store/shell/notices'
import type { AppThunk } from '#src/store/typed'
import { refreshOpenList } from '../listData/listThunks'
import { sayNoneSelected, sayRefusal } from './changeThunks'

/** None of it goes; each becomes a draft. What was too late goes on, and its row comes back. */
export function takeBackMails(mails: readonly MailSummary[]): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { call }) => {
    if (mails.length === 0) return dispatch(sayNoneSelected())
    const changeId = nanoid()
    dispatch(mailRemoved({ changeId, mails }))
    const outcome = await call(unschedule, { ids: mails.map((mail) => mail.id) })
    dispatch(changeSettled({ changeId }))
    if (!outcome.ok) {
      dispatch(mailRemoveRefused({ changeId, mails }))
      dispatch(sayRefusal(outcome.code))
      return false
    }
    const { moved } = outcome.value
    for (const { newId } of moved) dispatch(draftSaved({ id: newId, formerId: null }))
    dispatch(noticeShown({ tone: 'success', message: 'mail:takenBack', params: { count: moved.length } }))
    void dispatch(refreshOpenList())
    void dispatch(loadFolders())
    return true
  }
}
