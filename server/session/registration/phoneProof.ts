/** A phone proves itself to somebody who has no account yet: it sends us a code (TRUST S19). */

import { randomInt } from 'node:crypto'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/session/registration'
import { limits } from '#contract/limits'
import { registrationLimits } from '#contract/registration/registrationLimits'
import { checkPhone } from '#contract/rules'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import { clientNetwork } from '../../kit/network/networkAddress'
import { hashToken } from '../../kit/token'
import { type CodeLife, type PhoneBindings, refuseClosedNumber } from '../../phone/phoneBindings.store'
import type { SmsGateway } from '../../phone/smsGateway.port'
import type { AttemptStore } from '../attempts/attempts.store'
import { type RegistrationSite, refuseBeyond, refuseWhereClosed } from './refuseRegistration'

export type PhoneProofDeps = {
  readonly phones: PhoneBindings
  readonly sms: SmsGateway
  readonly attempts: AttemptStore
  readonly clock: Clock
  readonly registration: RegistrationSite
}
type From = { readonly remoteAddress: string }

const hour = 3_600_000
/** Of a proof that somebody could guess, nothing is kept. */
const proofCharacters = 16

const codeLife = (now: number, ms: number = limits.phoneCodeMs): CodeLife => ({
  since: now - ms,
  mostTries: limits.phoneCodeTries,
})

/** Stands in the place of the account that is to come. */
function holderOf(proof: string): string {
  if (proof.length < proofCharacters) throw new Refusal('badField', { field: 'proof' })
  return `registration:${hashToken(proof)}`
}

function checked(phone: string): string {
  const fault = checkPhone(phone)
  if (fault !== null) throw new Refusal(fault, { field: 'phone' })
  return phone
}

async function isUsable({ phones }: Pick<PhoneProofDeps, 'phones'>, phone: string): Promise<boolean> {
  return (await phones.accountsOf(phone)) < registrationLimits.mailboxesPerPhone
}

export const makeCheckPhoneNumber =
  (deps: PhoneProofDeps) =>
  async (
    { phone }: Form<typeof entries.checkPhoneNumber>,
    { remoteAddress }: From,
  ): Promise<Reply<typeof entries.checkPhoneNumber>> => {
    refuseWhereClosed(deps)
    await refuseBeyond(deps, `phone-checks-from:${clientNetwork(remoteAddress)}`, registrationLimits.nameChecksPerHour)
    return { usable: checkPhone(phone) === null && (await isUsable(deps, phone)) }
  }

export const makeRegistrationCode =
  (deps: PhoneProofDeps) =>
  async (
    { phone, proof }: Form<typeof entries.registrationCode>,
    { remoteAddress }: From,
  ): Promise<Reply<typeof entries.registrationCode>> => {
    const { phones, sms, clock } = deps
    refuseWhereClosed(deps)
    if (sms.number === null) throw new Refusal('serverCannot')
    const holder = holderOf(proof)
    if (!(await isUsable(deps, checked(phone)))) throw new Refusal('phoneUnusable', { field: 'phone' })
    const now = clock.now()
    // Whoever asks again for a code that lives, or has proved itself, gets the same.
    const isProved = (await phones.proofOf(holder, phone, proofLife(now))) === 'proved'
    const life = isProved ? proofLife(now) : codeLife(now)
    if (!isProved && (await phones.proofOf(holder, phone, life)) === 'over') {
      await refuseClosedNumber(deps, phone)
      await refuseBeyond(deps, `phone-codes-from:${clientNetwork(remoteAddress)}`, limits.phoneCodesPerHour)
      await refuseBeyond(deps, `phone-codes-of:${phone}`, limits.phoneCodesPerHour)
    }
    const code = String(randomInt(10 ** limits.phoneCodeDigits)).padStart(limits.phoneCodeDigits, '0')
    const stands = await phones.ask(holder, phone, { code, askedAt: now }, life)
    return { smsCode: stands.code, destination: sms.number, expires: stands.askedAt + limits.phoneCodeMs }
  }

export const makeRegistrationProof =
  ({ phones, clock }: PhoneProofDeps) =>
  async ({
    phone,
    proof,
  }: Form<typeof entries.registrationProof>): Promise<Reply<typeof entries.registrationProof>> => ({
    state: await stateOf(phones, holderOf(proof), checked(phone), clock.now()),
  })

/** A code lives for minutes, the proof that it has given for longer. */
async function stateOf(phones: PhoneProofDeps['phones'], holder: string, phone: string, now: number) {
  if ((await phones.proofOf(holder, phone, proofLife(now))) === 'proved') return 'proved'
  return phones.proofOf(holder, phone, codeLife(now))
}

/** Throws where none is proved; the proof itself is used up by `taken`, once all else is right. */
export async function provenPhone(
  deps: PhoneProofDeps,
  { phone = '', proof = '' }: { readonly phone?: string | undefined; readonly proof?: string | undefined },
): Promise<{ readonly taken: () => Promise<string> } | null> {
  const { phones, sms, clock } = deps
  if (sms.number === null) return null
  checked(phone)
  const unproved = () => new Refusal('phoneUnproved', { field: 'phone' })
  if (proof.length < proofCharacters) throw unproved()
  const holder = holderOf(proof)
  if ((await phones.proofOf(holder, phone, proofLife(clock.now()))) !== 'proved') throw unproved()
  if (!(await isUsable(deps, phone))) throw new Refusal('phoneUnusable', { field: 'phone' })
  return {
    taken: async () => {
      if (!(await phones.takeProof(holder, phone, proofLife(clock.now())))) throw unproved()
      return phone
    },
  }
}

/** Longer than the code itself lives: whoever proved a phone still has a form to fill in. */
const proofLife = (now: number) => codeLife(now, hour)
