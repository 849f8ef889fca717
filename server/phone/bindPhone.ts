/** Binds a phone to a mailbox: a code that the person sends from that phone to our number (SPEC §4, TRUST S19). */
import { randomInt } from 'node:crypto'
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/session/phone'
import type { sxyBindStatus } from '../../src/contract/endpoints/session/session'
import { limits } from '../../src/contract/limits'
import { checkPhone } from '../../src/contract/rules'
import type { Account, AccountId } from '../core/account'
import type { Caller } from '../core/caller'
import { Refusal } from '../core/refusal'
import type { Clock } from '../kit/clock'
import type { AttemptStore } from '../session/attempts/attempts.store'
import { type CodeLife, type PhoneBindings, refuseClosedNumber } from './phoneBindings.store'
import type { SmsGateway } from './smsGateway.port'

export type PhoneDeps = {
  readonly phones: PhoneBindings
  readonly sms: SmsGateway
  readonly attempts: AttemptStore
  readonly clock: Clock
  /** Told once a phone is bound; `former` was bound before it. */
  readonly phoneBound: (account: Account, former: string | null) => Promise<void>
}

const hour = 3_600_000

/** Promises to whoever reads `msg` (SPEC §8). */
const words = { waiting: '未检出到您的验证码，请确认您已发送成功', over: '验证码已过期！' } as const

export function codeLife(now: number): CodeLife {
  return { since: now - limits.phoneCodeMs, mostTries: limits.phoneCodeTries }
}

function checked(phone: string): string {
  const fault = checkPhone(phone)
  if (fault !== null) throw new Refusal(fault, { field: 'phone' })
  return phone
}

/** Whether the dialog is to be offered: where a number takes messages, no phone is bound, and nobody put it off lately. */
export const makeBindPopUp =
  ({ phones, sms, clock }: PhoneDeps) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof entries.bindPopUp>> => {
    if (sms.number === null || (await phones.phoneOf(account.id)) !== null) return { isPopUp: false }
    return { isPopUp: (await phones.putOffUntil(account.id)) <= clock.now() }
  }

export const makePutOffPhone =
  ({ phones, clock }: PhoneDeps) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof entries.putOffPhone>> => {
    await phones.putOff(account.id, clock.now() + limits.phoneOfferPauseMs)
    return {}
  }

/** 随心邮, mail by phone, is there for whoever has bound one. */
export const makeSxyBindStatus =
  ({ phones, sms }: Pick<PhoneDeps, 'phones' | 'sms'>) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof sxyBindStatus>> => ({
    bound: (await phones.phoneOf(account.id)) !== null,
    canBind: sms.number !== null,
  })

type AskPhoneDeps = Pick<PhoneDeps, 'phones' | 'sms' | 'attempts' | 'clock'>

/** The code that a phone has to send so that it is bound, in the place of another. */
export async function askPhone(
  { phones, sms, attempts, clock }: AskPhoneDeps,
  account: AccountId,
  phone: string,
  by: 'session' | 'password' = 'password',
): Promise<Reply<typeof entries.bindPhone>> {
  checked(phone)
  if (sms.number === null) throw new Refusal('serverCannot')
  const now = clock.now()
  // Whoever asks again for a code that lives gets the same.
  if ((await phones.proofOf(account, phone, codeLife(now))) === 'over')
    await refuseClosedNumber({ attempts, clock }, phone)
  const fresh = {
    code: String(randomInt(10 ** limits.phoneCodeDigits)).padStart(limits.phoneCodeDigits, '0'),
    askedAt: now,
  }
  const key = `phone-code:${account}`
  if ((await attempts.count(key, now, hour)) >= limits.phoneCodesPerHour) {
    throw new Refusal('tooManyTries', { payload: { retryAfter: hour / 1_000 } })
  }
  const stands = await phones.ask(account, phone, fresh, codeLife(now), by)
  if (stands.code === fresh.code && stands.askedAt === now) await attempts.note(key, now, hour)
  return {
    isSuccess: true,
    msg: stands.code,
    destination: sms.number,
    expires: stands.askedAt + limits.phoneCodeMs,
  }
}

export const makeBindPhone =
  (deps: AskPhoneDeps) =>
  async ({ phone }: Form<typeof entries.bindPhone>, { account }: Caller): Promise<Reply<typeof entries.bindPhone>> => {
    checked(phone)
    const bound = await deps.phones.phoneOf(account.id)
    // Whoever has the session alone must not put another phone in the place of the bound one.
    if (bound !== null && bound !== phone) throw new Refusal('notAllowed')
    return askPhone(deps, account.id, phone, 'session')
  }

export const makeVerifyPhone =
  ({ phones, clock, phoneBound }: PhoneDeps) =>
  async (
    { phone }: Form<typeof entries.verifyPhone>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.verifyPhone>> => {
    const now = clock.now()
    const former = await phones.phoneOf(account.id)
    const state = await phones.confirm(account.id, checked(phone), { ...codeLife(now), now })
    if (state === 'bound' && former !== phone) await phoneBound(account, former)
    if (state === 'bound') return { isSuccess: true, msg: '', isExpired: false }
    return { isSuccess: false, msg: words[state], isExpired: state === 'over' }
  }
