/** Passkeys of accounts, and the challenges that wait for an answer. */
import type { AccountId } from '../../core/account'
import type { OtherFactors } from '../factors/factors.store'

export type Passkey = {
  /** The credential id, in base64url. */
  readonly id: string
  readonly accountId: AccountId
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly transports: readonly string[]
  readonly name: string
  /** Of the device on which it was made; empty where unknown. */
  readonly browser: string
  readonly system: string
  /** It is copied to other devices of its owner. */
  readonly isSynced: boolean
  /** It knew its owner when it was made; another one stands for a code alone. */
  readonly isVerified: boolean
  readonly createdAt: number
  readonly usedAt: number | null
}

/** What a challenge was made for, and the hash of the session or ticket that asked for it. */
export type ChallengeUse = { readonly purpose: 'add' | 'signIn' | 'secondStep'; readonly holder: string }

export type PasskeyStore = {
  /** The oldest first. */
  readonly list: (accountId: AccountId) => Promise<readonly Passkey[]>
  readonly find: (id: string) => Promise<Passkey | null>
  /** False where some account has that credential, or this one has `most` already. */
  readonly add: (passkey: Passkey, counter: number, most: number) => Promise<boolean>
  /** False where the account has no such passkey. */
  readonly rename: (accountId: AccountId, id: string, name: string) => Promise<boolean>
  /** False where the account has no such passkey, or no other factor that is needed. */
  readonly remove: (accountId: AccountId, id: string, needed?: OtherFactors | null) => Promise<boolean>
  readonly removeAll: (accountId: AccountId) => Promise<void>
  /** Notes a use; false where the counter did not go on, which a copied key shows. */
  readonly spend: (id: string, counter: number, now: number) => Promise<boolean>
  readonly issue: (challengeHash: string, use: ChallengeUse, expiresAt: number) => Promise<void>
  /** Takes it away: of many at once one alone is told until when it was good, the others null. */
  readonly claim: (challengeHash: string, use: ChallengeUse, now: number) => Promise<number | null>
  readonly sweep: (now: number) => Promise<void>
}
