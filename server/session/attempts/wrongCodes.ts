/** Wrong codes that a phone has sent, over all who asked for one with it (TRUST S19). */
import { limits } from '../../../src/contract/limits'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import type { AttemptStore } from './attempts.store'

type Deps = { readonly attempts: AttemptStore; readonly clock: Clock }

const { phoneCodeMs, phoneCodeTries } = limits
const keyOf = (phone: string) => `wrong-codes-of:${phone}`

export async function noteWrongCode({ attempts, clock }: Deps, phone: string): Promise<void> {
  await attempts.note(keyOf(phone), clock.now(), phoneCodeMs)
}

/** Five close the number for as long as a code lives: a fresh one begins no new count. */
export async function refuseClosedNumber({ attempts, clock }: Deps, phone: string): Promise<void> {
  if ((await attempts.count(keyOf(phone), clock.now(), phoneCodeMs)) >= phoneCodeTries)
    throw new Refusal('tooManyTries', { payload: { retryAfter: phoneCodeMs / 1_000 } })
}
