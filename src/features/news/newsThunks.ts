/** Looking for new mail. */
import { pollNewMail } from '../../contract/endpoints/mail'
import { loadFolders } from '../../store/folderThunks'
import { mailArrived } from '../../store/newsEvents'
import { selectUsername } from '../../store/session'
import type { AppThunk } from '../../store/typed'
import { newsAsked, newsResumed, newsStopped, newsTold, selectNews } from './newsSlice'

/** Asks whether mail came to the inbox; the first answer that is none ends the looking (SPEC §4, §7). */
export function lookForNews(): AppThunk<Promise<void>> {
  return async (dispatch, getState, { call }) => {
    const { cursor, phase } = selectNews(getState())
    if (phase === 'stopped') return
    const asker = selectUsername(getState())
    dispatch(newsAsked())
    if (phase === 'asking') return
    const outcome = await call(pollNewMail, cursor === null ? {} : { since: cursor })
    // Somebody else sits here now: it is no news of theirs.
    if (selectUsername(getState()) !== asker) return
    if (!outcome.ok) {
      dispatch(newsStopped())
      return
    }
    const { again } = selectNews(getState())
    const { newmailcount: count, cursor: reached, newest } = outcome.value
    dispatch(newsTold({ count, cursor: reached, newest }))
    if (count > 0) {
      dispatch(mailArrived())
      void dispatch(loadFolders())
    }
    if (again) await dispatch(lookForNews())
  }
}

/** As the clock has it: what was read or moved elsewhere changes counts as well, and somebody who sees them is told of that too. */
export function lookAndCount(): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { notices } = selectNews(getState())
    await dispatch(lookForNews())
    const after = selectNews(getState())
    // With what came, the folders have been counted.
    if (after.phase === 'stopped' || after.notices !== notices || document.visibilityState !== 'visible') return
    await dispatch(loadFolders())
  }
}

/** Looks again after looking had stopped: the person is back, has signed in, or asked for it (TRUST R21). */
export function resumeNews(): AppThunk<Promise<void>> {
  return async (dispatch) => {
    dispatch(newsResumed())
    await dispatch(lookForNews())
  }
}
