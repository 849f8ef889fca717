/** The steps of a password reset; what was typed goes to the gateway and stays nowhere. */
import type { Reply } from '#contract/endpoint'
import * as calls from '#contract/endpoints/session/passwordReset'
import type { Outcome } from '#src/lib/http/outcome'
import type { AppThunk } from '#src/store/typed'
import type { CaptchaAnswer } from '../../captcha'

export type Begun = Reply<typeof calls.beginReset>
export type Proof = { readonly way: (typeof calls.resetWays)[number]; readonly secret: string }

type Asking<R> = AppThunk<Promise<Outcome<R>>>

export const begin =
  (address: string, captcha: CaptchaAnswer): Asking<Begun> =>
  (_dispatch, _getState, { call }) =>
    call(calls.beginReset, { address, ...captcha })

export const askCode =
  (token: string): Asking<Reply<typeof calls.resetByPhone>> =>
  (_dispatch, _getState, { call }) =>
    call(calls.resetByPhone, { token })

export const lookForCode =
  (token: string, signal: AbortSignal): Asking<Reply<typeof calls.resetPhoneState>> =>
  (_dispatch, _getState, { call }) =>
    call(calls.resetPhoneState, { token }, { signal })

export const sendLink =
  (token: string): Asking<Reply<typeof calls.resetByMailbox>> =>
  (_dispatch, _getState, { call }) =>
    call(calls.resetByMailbox, { token })

export const finish =
  ({ way, secret }: Proof, newPassword: string): Asking<Reply<typeof calls.finishReset>> =>
  (_dispatch, _getState, { call }) =>
    call(calls.finishReset, { way, secret, newPassword })
