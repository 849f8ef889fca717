/** What registration asks the gateway, before there is a session. */
import type { Reply } from '#contract/endpoint'
import {
  register,
  registrationCode,
  registrationProof,
  type registrationState,
  validateUserName,
} from '#contract/endpoints/session/registration'
import { typedUserName, type UserNameFault } from '#contract/registration/userName'
import { zoneName } from '#src/lib/clock/zoneName'
import type { Outcome } from '#src/lib/http/outcome'
import type { AppThunk } from '#src/store/typed'
import type { CaptchaAnswer } from '../captcha'
import type { Draft } from './draft'

export type RegistrationState = Reply<typeof registrationState>

export type NameCheck =
  | { readonly state: 'none' | 'checking' | 'free' }
  | { readonly state: 'taken'; readonly suggestions: readonly string[] }
  | { readonly state: 'malformed'; readonly reason: UserNameFault }
  | { readonly state: 'failed'; readonly code: string }

type Name = { readonly username: string; readonly domain: string }

export function askName(name: Name, signal: AbortSignal): AppThunk<Promise<NameCheck>> {
  return async (_dispatch, _getState, { call }) => {
    const outcome = await call(validateUserName, name, { signal })
    if (!outcome.ok) return { state: 'failed', code: outcome.code }
    const { state, suggestions, reason = 'characters' } = outcome.value
    if (state === 'taken') return { state, suggestions }
    return state === 'malformed' ? { state, reason } : { state }
  }
}

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
    const { kind, username, domain, password, consent, key, proof, phone, invite } = sent.draft
    return call(register, {
      ...{ kind, username: typedUserName(username), domain, password, consent, key, proof },
      ...{ language: sent.language, timezone: zoneName() },
      ...(phone !== '' && { phone }),
      ...(invite !== '' && { invite }),
      ...sent.captcha,
    })
  }
}
