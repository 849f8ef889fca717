/** Looking for new mail. */
import { pollNewMail } from '../../contract/endpoints/mail/mail'
import { loadFolders } from '../../store/mail/folderThunks'
import { mailArrived } from '../../store/mail/newMailEvents'
import { selectUsername } from '../../store/session/session'
import type { AppThunk } from '../../store/typed'
import { selectNoticeFolders } from './folderNotices'
import { newMailFound, newMailRequested, newMailResumed, newMailStopped, selectNewMail } from './newMailSlice'

/** Asks whether mail came to the inbox; the first answer that is none ends the looking (SPEC §4, §7). */
export function lookForNewMail(): AppThunk<Promise<void>> {
  return async (dispatch, getState, { call }) => {
    const { cursor, phase } = selectNewMail(getState())
    if (phase === 'stopped') return
    const asker = selectUsername(getState())
    dispatch(newMailRequested())
    if (phase === 'asking') return
    const outcome = await call(pollNewMail, cursor === null ? {} : { since: cursor })
    // Somebody else sits here now: it is no news of theirs.
    if (selectUsername(getState()) !== asker) return
    if (!outcome.ok) {
      dispatch(newMailStopped())
      return
    }
    const { again } = selectNewMail(getState())
    const { newmailcount: count, cursor: reached, newest, told = { count, newest, always: false } } = outcome.value
    dispatch(newMailFound({ count: told.count, cursor: reached, newest: told.newest, isAlways: told.always }))
    if (count > 0) dispatch(mailArrived())
    if (count > 0 || selectNoticeFolders(getState()).length > 0) void dispatch(loadFolders())
    if (again) await dispatch(lookForNewMail())
  }
}

/** As the clock has it: what was read or moved elsewhere changes counts as well, and somebody who sees them is told of that too. */
export function lookAndCount(): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { notices } = selectNewMail(getState())
    await dispatch(lookForNewMail())
    const after = selectNewMail(getState())
    // With what came, the folders have been counted.
    if (after.phase === 'stopped' || after.notices !== notices || document.visibilityState !== 'visible') return
    if (selectNoticeFolders(getState()).length > 0) return
    await dispatch(loadFolders())
  }
}

/** Looks again after looking had stopped: the person is back, has signed in, or asked for it (TRUST R21). */
export function resumeNewMail(): AppThunk<Promise<void>> {
  return async (dispatch) => {
    dispatch(newMailResumed())
    await dispatch(lookForNewMail())
  }
}
