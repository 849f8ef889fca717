/** What registration asks the gateway, before there is a session. */
import type { Reply } from '#contract/endpoint'
import {
  register,
  registrationCode,
  registrationProof,
  type registrationState,
} from '#contract/endpoints/session/registration'
import { typedUserName } from '#contract/registration/userName'
import { zoneName } from '#src/lib/clock/zoneName'
import type { Outcome } from '#src/lib/http/outcome'
import type { AppThunk } from '#src/store/typed'
import type { CaptchaAnswer } from '../captcha'
import type { Draft } from './draft'

export type RegistrationState = Reply<typeof registrationState>

export type RegistrationPhoneProof =
  | { readonly state: 'none' | 'asking' | 'proved' | 'over' }
  | { readonly state: 'waiting'; readonly code: { readonly text: string; readonly destination: string } }
  | { readonly state: 'refused'; readonly code: string }

type Phone = { readonly phone: string; readonly proof: string }

/** Whoever comes back to the page may have proved the phone already. */
export function askPhoneCode(phone: Phone, signal: AbortSignal): AppThunk<Promise<RegistrationPhoneProof>> {
  return async (_dispatch, _getState, { call }) => {
    const known = await call(registrationProof, phone, { signal })
    if (known.ok && known.value.state === 'proved') return { state: 'proved' }
    const outcome = await call(registrationCode, phone, { signal })
    if (!outcome.ok) return { state: 'refused', code: outcome.code }
    return { state: 'waiting', code: { text: outcome.value.smsCode, destination: outcome.value.destination } }
  }
}

/** Null while nothing is known that is new. */
export function lookForProof(phone: Phone, signal: AbortSignal): AppThunk<Promise<RegistrationPhoneProof | null>> {
  return async (_dispatch, _getState, { call }) => {
    const outcome = await call(registrationProof, phone, { signal })
    return outcome.ok && outcome.value.state !== 'waiting' ? { state: outcome.value.state } : null
  }
}

type Sent = {
  readonly draft: Draft
  readonly captcha: CaptchaAnswer | null
  readonly language: 'zh-CN' | 'en-US'
}

export function sendRegistration(sent: Sent): AppThunk<Promise<Outcome<Reply<typeof register>>>> {
  return async (_dispatch, _getState, { call }) => {
    const { kind, username, domain, password, consent, key, proof, phone, invite, alternate } = sent.draft
    return call(register, {
      ...{ kind, username: typedUserName(username), domain, password, consent, key, proof },
      ...{ language: sent.language, timezone: zoneName() },
      ...(phone !== '' && { phone }),
      ...(invite !== '' && { invite }),
      ...(alternate.trim() !== '' && { alternate: alternate.trim() }),
      ...sent.captcha,
    })
  }
}
