/** Signing in, by whichever way (SPEC §4). */
import * as v from 'valibot'
import { login, loginRefusal } from '../../contract/endpoints/session/session'
import { limits } from '../../contract/limits'
import type { SignedIn } from '../../contract/shapes'
import { zoneName } from '../../lib/clock/zoneName'
import type { Failure } from '../../lib/http/outcome'
import { pathTo } from '../routes/pathTo'
import type { AppThunk } from '../typed'
import { type SessionUser, selectSessionStatus, signedIn } from './session'
import { forgetSession, signOut } from './sessionThunks'
import { keepUser, readStoredUsername } from './storedSession'

export type Closing = NonNullable<v.InferOutput<typeof loginRefusal>['closing']>

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
      /** The membership is over, and this browser may renew it now. */
      readonly mayRenew: boolean
      /** The password is right, and a code is asked for. */
      readonly factorTicket: string | undefined
      /** The password is right, and the account's owner has closed it. */
      readonly closing: Closing | undefined
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
      const said = readLoginRefusal(outcome)
      const {
        triesLeft = null,
        lockedSeconds = null,
        captcha = false,
        renewalTicket,
        factorTicket,
        closing,
      } = said ?? {}
      if (renewalTicket !== undefined) dispatch(keepRenewalTicket(renewalTicket))
      const asksCaptcha = captcha || outcome.code === 'captchaNeeded'
      return {
        ok: false,
        code: outcome.code,
        triesLeft,
        lockedSeconds,
        asksCaptcha,
        mayRenew: renewalTicket !== undefined,
        factorTicket,
        closing,
      }
    }
    dispatch(enter(outcome.value, credentials.stay))
    return { ok: true }
  }
}

/** What a refused sign-in says beside its code. */
export function readLoginRefusal({ code, payload }: Failure) {
  const refusal = v.safeParse(loginRefusal, { status: code, ...payload })
  return refusal.success ? refusal.output : null
}

/** Lets this browser renew a membership that is over. */
export function keepRenewalTicket(ticket: string): AppThunk {
  return (dispatch, getState, { stored }) => {
    // The lost session will not come back: its modal would stand before the pages of payment.
    if (selectSessionStatus(getState()) === 'lost') dispatch(forgetSession(pathTo('renewal')))
    // Else that of another window would read and pay with the ticket (TRUST S18).
    else if (readStoredUsername(stored) !== null) void dispatch(signOut(pathTo('renewal')))
    stored.set('renewalTicket', ticket, limits.renewalTicketMs / 3_600_000)
  }
}

/** Keeps the session that a sign-in gave. `isKept`: days, and the address is filled in at the next sign-in. */
export function enter(given: SignedIn, isKept: boolean): AppThunk {
  return (dispatch, _getState, { stored, cookies, keptMails }) => {
    const { tokenType, accessToken, userInfo, userMailType, domainName, organization } = given
    const user: SessionUser = { ...userInfo, photo: '', tier: userMailType, domainName, dueTime: null }
    // What this browser kept for another person goes before anything is shown to this one (TRUST S18).
    if (stored.get('keptMails') !== user.username) void keptMails.wipe()
    stored.remove('formerSight')
    stored.remove('renewalTicket')
    stored.set('tokenList', { accessToken, tokenType })
    stored.set('staysSignedIn', isKept)
    keepUser(stored, user, organization)
    cookies.noteSignedIn(user.username, isKept)
    dispatch(signedIn(user))
  }
}
