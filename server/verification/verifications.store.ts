/** Keeps what verification mails ask, by the hash of their secret. */
import type { VerificationPurpose } from '#contract/endpoints/account/verification'
import type { AccountId } from '../core/account'

export type Verification = {
  readonly accountId: AccountId
  readonly purpose: VerificationPurpose
  /** What is confirmed, such as an address. */
  readonly subject: string
}

export type SentVerification = Verification & {
  readonly createdAt: number
  readonly expiresAt: number
  readonly usedAt: number | null
}

export type VerificationStore = {
  /** `too soon`: the same since `after`; `too many`: `most` since `since`. */
  readonly issue: (
    secretHash: string,
    verification: Verification,
    at: {
      readonly now: number
      readonly expiresAt: number
      readonly after: number
      readonly since: number
      readonly most: number
    },
  ) => Promise<'issued' | 'too soon' | 'too many'>
  /** As if it had not been issued: its mail was not sent. */
  readonly withdraw: (secretHash: string) => Promise<void>
  /** Null where it was used, has run out, or never was. */
  readonly find: (secretHash: string, now: number) => Promise<Verification | null>
  /** The same, and uses it: of many at once exactly one gets it. */
  readonly claim: (secretHash: string, now: number) => Promise<Verification | null>
  /** When the last one was issued for a purpose, by subject. */
  readonly lastIssued: (account: AccountId, purpose: VerificationPurpose) => Promise<ReadonlyMap<string, number>>
  /** What was sent, used and run out as well; by the hash of its secret. */
  readonly sent: (secretHash: string) => Promise<SentVerification | null>
  /** The hash of the newest secret of a purpose, by subject. */
  readonly newest: (account: AccountId, purpose: VerificationPurpose) => Promise<ReadonlyMap<string, string>>
  /** Forgets those that were issued before an instant. */
  readonly sweep: (before: number) => Promise<void>
}
