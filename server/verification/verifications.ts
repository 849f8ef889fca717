/** What a verification mail asks; the secret is in the link alone, its hash here (TRUST S17). */
import type { Form, Reply } from '#contract/endpoint'
import type {
  confirmVerification,
  showVerification,
  VerificationPurpose,
} from '#contract/endpoints/account/verification'
import type { AccountId } from '../core/account'
import { Refusal } from '../core/refusal'
import type { Clock } from '../kit/clock'
import { hashToken } from '../kit/token'
import type { AccountStore } from '../session/account.store'
import type { Verification, VerificationStore } from './verifications.store'

/** What a confirmation does, by purpose; false where what was asked is no longer wanted. */
export type OnVerified = Readonly<
  Record<VerificationPurpose, (account: AccountId, subject: string, now: number) => Promise<boolean>>
>

/** Whether what was asked is asked still, where its purpose can tell. */
export type StillAsked = Readonly<
  Partial<Record<VerificationPurpose, (account: AccountId, subject: string) => Promise<boolean>>>
>

export type VerificationDeps = {
  readonly verifications: VerificationStore
  readonly accounts: Pick<AccountStore, 'byId'>
  readonly clock: Clock
  readonly onVerified: OnVerified
}

type Shown = Reply<typeof showVerification>

export const makeShowVerification =
  (deps: VerificationDeps) =>
  async ({ secret }: Form<typeof showVerification>): Promise<Shown> =>
    shown(deps, await deps.verifications.find(hashToken(secret), deps.clock.now()))

export const makeConfirmVerification =
  (deps: VerificationDeps) =>
  async ({ secret }: Form<typeof confirmVerification>): Promise<Shown> => {
    const now = deps.clock.now()
    const claimed = await deps.verifications.claim(hashToken(secret), now)
    const reply = await shown(deps, claimed)
    const isWanted =
      claimed !== null && (await deps.onVerified[claimed.purpose](claimed.accountId, claimed.subject, now))
    if (!isWanted) throw new Refusal('verificationGone')
    return reply
  }

async function shown({ accounts }: VerificationDeps, verification: Verification | null): Promise<Shown> {
  const account = verification === null ? null : await accounts.byId(verification.accountId)
  if (verification === null || account === null) throw new Refusal('verificationGone')
  return { purpose: verification.purpose, subject: verification.subject, account: account.address }
}
