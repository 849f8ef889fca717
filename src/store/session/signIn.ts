/** Signing in, by whichever way (SPEC §4). */
import * as v from 'valibot'
import { login, loginRefusal } from '../../contract/endpoints/session/session'
import type { SignedIn } from '../../contract/shapes'
import { zoneName } from '../../lib/clock/zoneName'
import type { Failure } from '../../lib/http/outcome'
import type { AppThunk } from '../typed'
import { type SessionUser, signedIn } from './session'
import { keepUser } from './storedSession'

export type SignInResult =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly code: Failure['code']
      readonly triesLeft: number | null
      /** How long a lock by too many tries lasts at the most; null for an operator's, which has no end. */
      readonly lockedSeconds: number | null
      /** The next try needs a captcha, and a new one. */
      readonly asksCaptcha: boolean
    }

/** Signs in and keeps the session in this browser; the password is kept nowhere, nor in any action. */
export function signIn(credentials: {
  readonly username: string
  readonly password: string
  readonly stay: boolean
  readonly captcha?: string
  readonly captchaRandom?: string
}): AppThunk<Promise<SignInResult>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(login, { ...credentials, timezone: zoneName() })
    if (!outcome.ok) {
      const refusal = v.safeParse(loginRefusal, { status: outcome.code, ...outcome.payload })
      const { triesLeft = null, lockedSeconds = null, captcha = false } = refusal.success ? refusal.output : {}
      const asksCaptcha = captcha || outcome.code === 'captchaNeeded'
      return { ok: false, code: outcome.code, triesLeft, lockedSeconds, asksCaptcha }
    }
    dispatch(enter(outcome.value, credentials.stay))
    return { ok: true }
  }
}

/** Keeps the session that a sign-in gave. `isKept`: days, and the address is filled in at the next sign-in. */
export function enter(given: SignedIn, isKept: boolean): AppThunk {
  return (dispatch, _getState, { stored, cookies, keptMails }) => {
    const { tokenType, accessToken, userInfo, userMailType, domainName, organization } = given
    const user: SessionUser = { ...userInfo, tier: userMailType, domainName, dueTime: null }
    // What this browser kept for another person goes before anything is shown to this one (TRUST S18).
    if (stored.get('keptMails') !== user.username) void keptMails.wipe()
    stored.remove('formerSight')
    stored.set('tokenList', { accessToken, tokenType })
    stored.set('staysSignedIn', isKept)
    keepUser(stored, user, organization)
    cookies.noteSignedIn(user.username, isKept)
    dispatch(signedIn(user))
  }
}
