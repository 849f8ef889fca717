/** Going on with a stored session, looking after it, and signing out (SPEC §3, §4). */
import * as v from 'valibot'
import { heartbeat, logout, usersInfo } from '../../contract/endpoints/session/session'
import { limits } from '../../contract/limits'
import { pageSizeChosen } from '../settings/preferences'
import type { AppThunk } from '../typed'
import {
  foundAnonymous,
  type SessionUser,
  selectSessionStatus,
  selectUser,
  selectUsername,
  sessionLost,
  signedIn,
  signedOut,
} from './session'
import { keepUser, readStoredUser, readStoredUsername } from './storedSession'

const storedPageSize = v.picklist(limits.pageSizes)
const pageSizeHours = limits.sessionIdleMs / 3_600_000

/** Shows so many mails on a page, also at the next start. */
export function setPageSize(pageSize: number): AppThunk<void> {
  return (dispatch, _getState, { stored }) => {
    stored.set('pageSize', pageSize, pageSizeHours)
    dispatch(pageSizeChosen(pageSize))
  }
}

/** At the start: shows the stored user at once; `refreshUser` then asks the gateway. */
export function resumeSession(): AppThunk<void> {
  return (dispatch, _getState, extra) => {
    const user = readStoredUser(extra.stored)
    // Before the first list is asked for: with another size its pages would be others.
    const size = v.safeParse(storedPageSize, extra.stored.get('pageSize'))
    if (size.success) dispatch(pageSizeChosen(size.output))
    dispatch(user === null ? foundAnonymous() : signedIn(user))
  }
}

/** What another tab has kept of this user since; nothing where it is the same, or another's. */
export function takeStoredUser(): AppThunk {
  return (dispatch, getState, { stored }) => {
    const [kept, shown] = [readStoredUser(stored), selectUser(getState())]
    if (kept?.username !== shown?.username || JSON.stringify(kept) === JSON.stringify(shown)) return
    if (kept !== null) dispatch(signedIn(kept))
  }
}

/** Name, tier and due time anew; a failure changes nothing. A lost session stays lost unless it `resumes`. */
export function refreshUser({ resumes = false } = {}): AppThunk<Promise<void>> {
  return async (dispatch, getState, extra) => {
    const asked = selectSessionStatus(getState())
    if (asked === 'lost' && !resumes) return
    const outcome = await extra.call(usersInfo, {})
    if (!outcome.ok || outcome.value.username !== selectUsername(getState())) return
    // Signed out in another tab meanwhile: nothing of this user is kept anew (TRUST S18).
    if (readStoredUsername(extra.stored) !== outcome.value.username) return
    // Asked before the session was lost: what was true then cannot close the modal now.
    if (asked !== 'lost' && selectSessionStatus(getState()) === 'lost') return
    const { username, displayName, photo, userMailType, domainName, organization, dueTime, pageSize } = outcome.value
    if (pageSize !== undefined) dispatch(setPageSize(pageSize))
    const user: SessionUser = { username, displayName, photo, tier: userMailType, domainName, dueTime }
    keepUser(extra.stored, user, organization)
    dispatch(signedIn(user))
  }
}

/** Asks whether the session still stands and is still this user's; a dead line is not a lost session. */
export function checkSession(): AppThunk<Promise<void>> {
  return async (dispatch, getState, extra) => {
    const shown = selectUsername(getState())
    if (shown === null) return
    if (readStoredUsername(extra.stored) !== shown) {
      dispatch(sessionLost())
      return
    }
    const outcome = await extra.call(heartbeat, {})
    if (outcome.ok && (!outcome.value.ok || outcome.value.username !== shown)) dispatch(sessionLost())
  }
}

/** Forgets a session that is already lost, and leads to `path`. */
export function forgetSession(path: string): AppThunk {
  return (dispatch, _getState, { stored, cookies, keptMails }) => {
    stored.clear()
    cookies.noteSignedOut()
    dispatch(signedOut(path))
    void keptMails.wipe()
  }
}

/** Signs out here at once, whatever the gateway says and however long it takes; `path`: where to be led. */
export function signOut(path?: string): AppThunk<Promise<void>> {
  return async (dispatch, _getState, extra) => {
    // The call has its token before the browser forgets it.
    const told = extra.call(logout, { version: 'new' })
    extra.stored.clear()
    extra.cookies.noteSignedOut()
    dispatch(signedOut(path))
    await extra.keptMails.wipe()
    await told
  }
}
