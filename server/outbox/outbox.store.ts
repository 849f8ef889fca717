/** The journal of sends: written before the yes, worked off by exactly one worker, alive after a crash (TRUST R1, R2, R18). */
import type { AccountId } from '../core/account'
import type { Address, MailId } from '../core/mail'
import type { SpoolId } from '../mail/mail.store'

/**
 * `handing` = the last dot may have been sent and no answer is on record: never tried again by itself. `cancelled` = taken back before
 * anything was sent.
 */
export type RecipientState = 'queued' | 'handing' | 'sent' | 'retrying' | 'failed' | 'unconfirmed' | 'cancelled'

/** Why an entry waits until its `sendAt`: an Undo is offered, or a time was chosen. */
export type Planned = 'hold' | 'schedule'

/** What a list shows of an entry, so that no message is read for it. */
export type ShownEntry = {
  readonly to: readonly Address[]
  readonly preview: string
  /** Bytes of the whole message. */
  readonly size: number
  readonly hasAttachment: boolean
  readonly urgent: boolean
}

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
  /** When it goes or went, by plan; `createdAt` where it went at once. */
  readonly sendAt: number
  /** Null where it goes at once. */
  readonly planned: Planned | null
  /** One mail for each recipient, who sees no other address. */
  readonly separate: boolean
  readonly recipients: readonly OutboxRecipient[]
}

/** An entry as a list of what waits shows it; `failed` where it went wrong for some recipient and is kept to be sent again. */
export type WaitingEntry = OutboxEntry & {
  readonly shown: ShownEntry | null
  readonly failed: boolean
  readonly answers: NewOutboxEntry['answers']
  /** The draft that it was written in, and by what its versions are known. */
  readonly draftId: MailId | null
  readonly lineage: string | null
}

/** `scheduled` = what was given a time, until it goes, and what failed of it; `outbox` = what is to go now. */
export type OutboxView = 'scheduled' | 'outbox'

export type NewOutboxEntry = Omit<OutboxEntry, 'recipients' | 'planned' | 'separate' | 'sendAt'> & {
  readonly planned?: Planned | null
  readonly separate?: boolean
  /** The organization with whose sends it was counted, until it is taken back. */
  readonly countedIn?: string | null
  readonly shown?: ShownEntry | null
  readonly idempotencyKey: string
  /** Hash of everything that was asked for: the same key with another hash is a conflict. */
  readonly contentHash: string
  readonly notBefore: number
  readonly recipients: readonly { readonly address: string; readonly local: boolean }[]
  /** What is to be done once this entry is on record: a draft to remove, a mail to mark as answered. */
  readonly draftId: string | null
  /** By what all versions of its draft are known, in whichever window they were written. */
  readonly lineage?: string | null
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
   * Durable when it answers. `existing` is the earlier entry of the same account and key, or of the same draft in whichever version,
   * whatever its content: two windows that send one draft send one mail.
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
  /** The entry that any version of a draft became. */
  readonly byLineage: (
    accountId: AccountId,
    lineage: string,
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
  }) => Promise<readonly (OutboxEntry & Pick<NewOutboxEntry, 'draftId' | 'answers' | 'idempotencyKey'>)[]>
  /** Moves the end of a lease; false when it is lost. */
  readonly renew: (id: string, worker: string, until: number) => Promise<boolean>
  /** On record together when it answers. Throws `LeaseLost` and changes nothing when another claim has the entry. */
  readonly setRecipients: (id: string, worker: string, changes: readonly RecipientChange[]) => Promise<void>
  /**
   * Gives an entry back: due again at `nextAt`, or done for good when null; then its message is kept until `keepUntil` where that is given,
   * so that it can be sent again. Throws `LeaseLost` when another claim has it.
   */
  readonly settle: (id: string, worker: string, nextAt: number | null, keepUntil?: number | null) => Promise<void>
  /**
   * Takes a planned entry back, unless it is due by `before` or was already tried: nothing of it will be sent, its draft and its key's
   * draft are free again; and together with that what was counted of it under `counted` when it was made (`AttemptStore.note`), once. False
   * when it is too late or there is no such entry.
   */
  readonly takeBack: (accountId: AccountId, id: string, before: number, counted?: string) => Promise<boolean>
  /** Gives a planned entry another instant, and another plan where one is named, on the same condition. */
  readonly replan: (
    accountId: AccountId,
    id: string,
    before: number,
    sendAt: number,
    planned?: Planned,
  ) => Promise<boolean>
  /** What an Undo can take back after `now`, soonest first, no more than `most`. */
  readonly held: (accountId: AccountId, now: number, most: number) => Promise<readonly OutboxEntry[]>
  /** What waits of an account, soonest first, what failed before that; and how many there are. */
  readonly waiting: (
    accountId: AccountId,
    query: { readonly view: OutboxView; readonly now: number; readonly page: number; readonly pageSize: number },
  ) => Promise<{ readonly list: readonly WaitingEntry[]; readonly total: number }>
  /** Those of these entries of an account whose message is still here. */
  readonly kept: (accountId: AccountId, ids: readonly string[]) => Promise<readonly WaitingEntry[]>
  /** Makes every failed recipient of a kept entry wait anew; false when nothing is to be sent again or the message is gone. */
  readonly sendAgain: (
    accountId: AccountId,
    id: string,
    now: number,
    sealedSecret: Uint8Array | null,
  ) => Promise<boolean>
  /** Gives up keeping an entry that is done: what failed of it is listed no longer. Answers its message, or null. */
  readonly dismiss: (accountId: AccountId, id: string) => Promise<SpoolId | null>
  /** Gives up keeping what was to be kept until before `now`; answers the messages that are free now. */
  readonly dismissOld: (now: number) => Promise<readonly SpoolId[]>
  /** Notes under which id the copy of a separate send stands in Sent. Throws `LeaseLost` when another claim has the entry. */
  readonly noteCopy: (id: string, worker: string, sentId: MailId) => Promise<void>
  /** Those of an account's mails that are such copies, with the entry of each and to how many it goes. */
  readonly copies: (
    accountId: AccountId,
    sentIds: readonly MailId[],
  ) => Promise<ReadonlyMap<MailId, { readonly id: string; readonly recipients: number }>>
  /** How many such copies were ever noted. */
  readonly copyCount: (accountId: AccountId) => Promise<number>
  /** The sealed secret of the newest entry of an account that is not done and has one. */
  readonly secretOf: (accountId: AccountId) => Promise<Uint8Array | null>
  /** Takes away every entry of an account that goes, done or not, at once; answers the messages that they held. */
  readonly removeAll: (accountId: AccountId) => Promise<readonly SpoolId[]>
  /** How many recipients of entries that are not done stand in each state. */
  readonly depth: () => Promise<Readonly<Record<RecipientState, number>>>
  /** The earliest instant at which anything is due, or null. */
  readonly nextDue: () => Promise<number | null>
}
