/** Whether registration is open, and how often an address may ask (TRUST S19). */
import type { RegistrationMode } from '#contract/endpoints/session/registration'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import type { AttemptStore } from '../attempts/attempts.store'

export type RegistrationSite = { readonly mode: RegistrationMode; readonly domains: readonly string[] }

const hour = 3_600_000

export function refuseWhereClosed({ registration }: { readonly registration: RegistrationSite }): void {
  if (registration.mode === 'closed') throw new Refusal('registrationClosed')
}

export async function refuseBeyond(
  { attempts, clock }: { readonly attempts: AttemptStore; readonly clock: Clock },
  key: string,
  mostPerHour: number,
): Promise<void> {
  if (!(await attempts.noteWithin(key, clock.now(), hour, mostPerHour)))
    throw new Refusal('tooManyTries', { payload: { retryAfter: hour / 1_000 } })
}
