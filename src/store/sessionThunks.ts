/** Signing in, going on with a stored session, and signing out (SPEC §3, §4). */
import * as v from 'valibot'
import { heartbeat, login, loginRefusal, logout, usersInfo } from '../contract/endpoints/session'
import { limits } from '../contract/limits'
import { tierId } from '../contract/shapes'
import type { Failure } from '../lib/http/outcome'
import type { StoredItems } from '../lib/storage/storedItems'
import { pageSizeChosen } from './preferences'
import {
  foundAnonymous,
  type SessionUser,
  selectSessionStatus,
  selectUsername,
  sessionLost,
  signedIn,
  signedOut,
} from './session'
import type { AppThunk } from './typed'

const hours = limits.sessionIdleMs / 3_600_000

const storedUser = v.object({ username: v.string(), displayName: v.fallback(v.string(), '') })
const storedToken = v.object({ accessToken: v.string(), tokenType: v.string() })
const storedDomain = v.object({ domainName: v.string(), dueTime: v.fallback(v.nullable(v.number()), null) })

/** The user that this browser holds a session for, whichever tab signed in. */
export function readStoredUsername(stored: StoredItems): string | null {
  const user = v.safeParse(storedUser, stored.get('userInfo'))
  return user.success && v.is(storedToken, stored.get('tokenList')) ? user.output.username : null
}

/** What stands in `Authorization`. */
export function readStoredToken(stored: StoredItems): string | null {
  const token = v.safeParse(storedToken, stored.get('tokenList'))
  return token.success ? `${token.output.tokenType} ${token.output.accessToken}` : null
}

/** What stands in `Organization`. */
export function readStoredOrganization(stored: StoredItems): string | null {
  const organization = v.safeParse(v.object({ code: v.string() }), stored.get('currentOrganization'))
  return organization.success ? organization.output.code : null
}

function readStoredUser(stored: StoredItems): SessionUser | null {
  if (readStoredUsername(stored) === null) return null
  const user = v.safeParse(storedUser, stored.get('userInfo'))
  const tier = v.safeParse(tierId, stored.get('userMailType'))
  const domain = v.safeParse(storedDomain, stored.get('domain'))
  if (!user.success || !tier.success || !domain.success) return null
  return { ...user.output, tier: tier.output, ...domain.output }
}

/** Keeps the session that this user has; each visit makes it last anew, as it does at the gateway. */
function keepUser(stored: StoredItems, user: SessionUser, organization: string | null): void {
  stored.set('tokenList', stored.get('tokenList'), hours)
  stored.set('userInfo', { username: user.username, displayName: user.displayName }, hours)
  stored.set('userMailType', user.tier, hours)
  stored.set('domain', { domainName: user.domainName, dueTime: user.dueTime }, hours)
  if (organization === null) stored.remove('currentOrganization')
  else stored.set('currentOrganization', { code: organization }, hours)
}

export type SignInResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: Failure['code']; readonly triesLeft: number | null }

/** Signs in and keeps the session in this browser; the password is kept nowhere, nor in any action. */
export function signIn(credentials: {
  readonly username: string
  readonly password: string
}): AppThunk<Promise<SignInResult>> {
  return async (dispatch, _getState, { call, stored }) => {
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const outcome = await call(login, { ...credentials, timezone })
    if (!outcome.ok) {
      const refusal = v.safeParse(loginRefusal, { status: outcome.code, ...outcome.payload })
      const triesLeft = refusal.success ? (refusal.output.triesLeft ?? null) : null
      return { ok: false, code: outcome.code, triesLeft }
    }
    const { tokenType, accessToken, userInfo, userMailType, domainName, organization } = outcome.value
    const user: SessionUser = { ...userInfo, tier: userMailType, domainName, dueTime: null }
    stored.set('tokenList', { accessToken, tokenType }, hours)
    keepUser(stored, user, organization)
    dispatch(signedIn(user))
    return { ok: true }
  }
}

/** At the start: shows the stored user at once; `refreshUser` then asks the gateway. */
export function resumeSession(): AppThunk<void> {
  return (dispatch, _getState, extra) => {
    const user = readStoredUser(extra.stored)
    dispatch(user === null ? foundAnonymous() : signedIn(user))
  }
}

/** Name, tier and due time anew; a failure changes nothing, since the stored ones still hold. */
export function refreshUser(): AppThunk<Promise<void>> {
  return async (dispatch, getState, extra) => {
    const asked = selectSessionStatus(getState())
    const outcome = await extra.call(usersInfo, {})
    if (!outcome.ok || outcome.value.username !== selectUsername(getState())) return
    // Asked before the session was lost: what was true then cannot close the modal now.
    if (asked !== 'lost' && selectSessionStatus(getState()) === 'lost') return
    const { username, displayName, userMailType, domainName, organization, dueTime, pageSize } = outcome.value
    if (pageSize !== undefined) dispatch(pageSizeChosen(pageSize))
    const user: SessionUser = { username, displayName, tier: userMailType, domainName, dueTime }
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

/** Forgets a session that is already lost, where no modal can ask for the password anew. */
export function forgetSession(): AppThunk {
  return (dispatch, _getState, { stored }) => {
    stored.clear()
    dispatch(signedOut())
  }
}

/** Signs out here and at the gateway; whatever the gateway says, this browser forgets the session. */
export function signOut(): AppThunk<Promise<void>> {
  return async (dispatch, _getState, extra) => {
    await extra.call(logout, { version: 'new' })
    extra.stored.clear()
    dispatch(signedOut())
  }
}
