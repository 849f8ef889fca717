/** The journal of sends: written before the yes, worked off by exactly one worker, alive after a crash (TRUST R1, R2). */
import type { AccountId } from '../core/account'
import type { SpoolId } from './mailStores'

/** `handing` = the last dot may have been sent and no answer is on record: never tried again by itself. */
export type RecipientState = 'queued' | 'handing' | 'sent' | 'retrying' | 'failed' | 'unconfirmed'

export type OutboxRecipient = {
  readonly address: string
  readonly local: boolean
  readonly state: RecipientState
  readonly attempts: number
  readonly reason: string | null
}

export type OutboxEntry = {
  readonly id: string
  readonly accountId: AccountId
  readonly from: string
  readonly subject: string
  readonly spool: SpoolId
  readonly saveToSent: boolean
  readonly createdAt: number
  readonly recipients: readonly OutboxRecipient[]
}

export type NewOutboxEntry = Omit<OutboxEntry, 'recipients'> & {
  readonly idempotencyKey: string
  /** Hash of everything that was asked for: the same key with another hash is a conflict. */
  readonly contentHash: string
  readonly notBefore: number
  readonly recipients: readonly { readonly address: string; readonly local: boolean }[]
  /** What is to be done once this entry is on record: a draft to remove, a mail to mark as answered. */
  readonly draftId: string | null
  readonly answers: { readonly id: string; readonly kind: 'answered' | 'forwarded' } | null
}

export type OutboxStore = {
  /**
   * Durable when it answers. `existing` is the earlier entry of the same account and key, or of the same draft, whatever its
   * content: two windows that send one draft send one mail.
   */
  readonly add: (
    entry: NewOutboxEntry,
  ) => Promise<
    { readonly added: true } | { readonly added: false; readonly existing: OutboxEntry; readonly sameContent: boolean }
  >
  readonly find: (accountId: AccountId, id: string) => Promise<OutboxEntry | null>
  /** The entry that a draft became. */
  readonly byDraft: (
    accountId: AccountId,
    draftId: string,
  ) => Promise<{ readonly entry: OutboxEntry; readonly contentHash: string } | null>
  readonly byKey: (
    accountId: AccountId,
    idempotencyKey: string,
  ) => Promise<{ readonly entry: OutboxEntry; readonly contentHash: string } | null>
  /** Takes entries that are due, each for `leaseMs`, so that no other worker has them. */
  readonly claim: (
    now: number,
    leaseMs: number,
    most: number,
  ) => Promise<readonly (OutboxEntry & Pick<NewOutboxEntry, 'draftId' | 'answers'>)[]>
  readonly setRecipient: (
    id: string,
    address: string,
    change: { readonly state: RecipientState; readonly attempts?: number; readonly reason?: string | null },
  ) => Promise<void>
  /** Gives an entry back: due again at `nextAt`, or done for good when null. */
  readonly settle: (id: string, nextAt: number | null) => Promise<void>
  /** Takes away every entry of an account that goes, done or not, at once; answers the messages that they held. */
  readonly removeAll: (accountId: AccountId) => Promise<readonly SpoolId[]>
  /** The earliest instant at which anything is due, or null. */
  readonly nextDue: () => Promise<number | null>
}
