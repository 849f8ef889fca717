/** Looking for new mail. */
import { pollNewMail } from '../../contract/endpoints/mail/mail'
import { loadFolders } from '../../store/mail/folderThunks'
import { mailArrived } from '../../store/mail/newMailEvents'
import { selectUsername } from '../../store/session/session'
import type { AppThunk } from '../../store/typed'
import { selectNoticeFolders } from './folderNotices'
import { newMailFound, newMailRequested, newMailResumed, newMailStopped, selectNewMail } from './newMailSlice'

/**
 * Asks whether mail came to the inbox; the first answer that is none ends the looking (SPEC §4, §7). Answers whether the folders are
 * counted with it.
 */
export function lookForNewMail(): AppThunk<Promise<boolean>> {
  return async (dispatch, getState, { call }) => {
    const { cursor, phase } = selectNewMail(getState())
    if (phase === 'stopped') return false
    const asker = selectUsername(getState())
    dispatch(newMailRequested())
    if (phase === 'asking') return false
    const outcome = await call(pollNewMail, cursor === null ? {} : { since: cursor })
    // Somebody else sits here now: it is no news of theirs.
    if (selectUsername(getState()) !== asker) return false
    if (!outcome.ok) {
      dispatch(newMailStopped())
      return false
    }
    const { again } = selectNewMail(getState())
    const { newmailcount: count, cursor: reached, newest, told = { count, newest, always: false } } = outcome.value
    dispatch(newMailFound({ count: told.count, cursor: reached, newest: told.newest, isAlways: told.always }))
    if (count > 0) {
      dispatch(mailArrived())
      void dispatch(loadFolders())
    }
    const isCountedAgain = again && (await dispatch(lookForNewMail()))
    return count > 0 || isCountedAgain
  }
}

/** As the clock has it: what was read or moved elsewhere changes counts as well, and somebody who sees them is told of that too. */
export function lookAndCount(): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const isCounted = await dispatch(lookForNewMail())
    if (isCounted || selectNewMail(getState()).phase === 'stopped') return
    // What comes to folders that were chosen is told of, whether it is seen or not.
    if (document.visibilityState === 'visible' || selectNoticeFolders(getState()).length > 0)
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
