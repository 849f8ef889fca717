/** Which phone a mailbox is bound to, and the code with which one that is to be bound proves itself by text message. */
import { limits } from '../../src/contract/limits'
import type { AccountId } from '../core/account'
import { Refusal } from '../core/refusal'
import type { Clock } from '../kit/clock'
import type { AttemptStore } from '../session/attempts/attempts.store'

export type PhoneCode = { readonly code: string; readonly askedAt: number }

/** How long a code lives and how many wrong ones it outlives: `since` is the instant before which those asked for are over. */
export type CodeLife = { readonly since: number; readonly mostTries: number }

export type PhoneBindings = {
  /** Null where none is bound. */
  readonly phoneOf: (account: AccountId) => Promise<string | null>
  /** The bound phone, if the password was given for it: no other resets a password. */
  readonly securePhone: (account: AccountId) => Promise<{ readonly phone: string; readonly boundAt: number } | null>
  /** The code that lives already for this account and phone, or else the one given, from then on the account's only one. */
  readonly ask: (
    account: AccountId,
    phone: string,
    fresh: PhoneCode,
    life: CodeLife,
    by?: 'session' | 'password',
  ) => Promise<PhoneCode>
  /** A text message came from `phone`: whoever asked for that code with that phone has proved it; a wrong code counts against all of them. */
  readonly receive: (phone: string, code: string, life: CodeLife) => Promise<'proved' | 'wrong' | 'notAsked'>
  /** Binds a phone that has proved itself. `over`: its code is, or a secure phone is in the way. */
  readonly confirm: (
    account: AccountId,
    phone: string,
    life: CodeLife & { readonly now: number },
  ) => Promise<'bound' | 'waiting' | 'over'>
  /** How far a phone is that is not bound to an account yet; `account` is whatever `ask` was told. */
  readonly proofOf: (account: string, phone: string, life: CodeLife) => Promise<'proved' | 'waiting' | 'over'>
  /** Uses up such a proof: of many at once one gets true. */
  readonly takeProof: (account: string, phone: string, life: CodeLife) => Promise<boolean>
  /** The password was given for it; false where another phone is bound, or it is secure already. */
  readonly makeSecure: (account: AccountId, phone: string, now: number) => Promise<boolean>
  /** Binds a phone whose proof was taken, as a secure one. */
  readonly bind: (account: AccountId, phone: string, now: number) => Promise<void>
  /** To how many accounts a phone is bound. */
  readonly accountsOf: (phone: string) => Promise<number>
  /** Until when binding is not offered, in epoch milliseconds; 0 where nobody put it off. */
  readonly putOffUntil: (account: AccountId) => Promise<number>
  readonly putOff: (account: AccountId, until: number) => Promise<void>
  /** Whether one was bound. */
  readonly remove: (account: AccountId) => Promise<boolean>
  /** Takes back a code that was asked for; a bound phone stays. */
  readonly dropCode: (account: AccountId) => Promise<void>
  /** Removes codes that were asked for before this instant. */
  readonly sweep: (before: number) => Promise<void>
}

type WrongCodes = { readonly attempts: AttemptStore; readonly clock: Clock }

const { phoneCodeMs, phoneCodeTries } = limits
const wrongCodesOf = (phone: string) => `wrong-codes-of:${phone}`

export async function noteWrongCode({ attempts, clock }: WrongCodes, phone: string): Promise<void> {
  await attempts.note(wrongCodesOf(phone), clock.now(), phoneCodeMs)
}

/** Five wrong codes close the number while a code lives: a fresh one begins no new count. */
export async function refuseClosedNumber({ attempts, clock }: WrongCodes, phone: string): Promise<void> {
  if ((await attempts.count(wrongCodesOf(phone), clock.now(), phoneCodeMs)) >= phoneCodeTries)
    throw new Refusal('tooManyTries', { payload: { retryAfter: phoneCodeMs / 1_000 } })
}
