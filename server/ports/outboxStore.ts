/** The journal of sends: written before the yes, worked off by exactly one worker, alive after a crash (TRUST R1, R2, R18). */
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
  /** With what the sender signs in to the mail server, encrypted by the gateway's key; forgotten when the entry is done. */
  readonly sealedSecret: Uint8Array | null
}

export type RecipientChange = {
  readonly address: string
  readonly state: RecipientState
  readonly attempts?: number
  readonly reason?: string | null
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
  /**
   * Takes entries that are due, each for `leaseMs`, so that no other worker has them. `worker` names this one claim and is never used
   * again: whatever is done about an entry afterwards bears it, and is refused once another claim has taken the entry over.
   */
  readonly claim: (wanted: {
    readonly worker: string
    readonly now: number
    readonly leaseMs: number
    readonly most: number
    /** Entries that are still in hand where this is asked: not to be taken, even when their lease has ended. */
    readonly except?: readonly string[]
  }) => Promise<readonly (OutboxEntry & Pick<NewOutboxEntry, 'draftId' | 'answers'>)[]>
  /** Moves the end of a lease; false when it is lost. */
  readonly renew: (id: string, worker: string, until: number) => Promise<boolean>
  /** On record together when it answers. Throws `LeaseLost` and changes nothing when another claim has the entry. */
  readonly setRecipients: (id: string, worker: string, changes: readonly RecipientChange[]) => Promise<void>
  /** Gives an entry back: due again at `nextAt`, or done for good when null. Throws `LeaseLost` when another claim has it. */
  readonly settle: (id: string, worker: string, nextAt: number | null) => Promise<void>
  /** The sealed secret of the newest entry of an account that is not done and has one. */
  readonly secretOf: (accountId: AccountId) => Promise<Uint8Array | null>
  /** Takes away every entry of an account that goes, done or not, at once; answers the messages that they held. */
  readonly removeAll: (accountId: AccountId) => Promise<readonly SpoolId[]>
  /** How many recipients of entries that are not done stand in each state. */
  readonly depth: () => Promise<Readonly<Record<RecipientState, number>>>
  /** The earliest instant at which anything is due, or null. */
  readonly nextDue: () => Promise<number | null>
}
