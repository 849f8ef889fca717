/** How the journal of sends stands in its two tables. */
import type { Selectable } from 'kysely'
import type { Database } from '../../sql/openDatabase'
import type { Schema } from '../../sql/schema'
import { asText } from '../../sql/shortBytes'
import { truth } from '../../sql/truth'
import type {
  NewOutboxEntry,
  OutboxEntry,
  OutboxRecipient,
  Planned,
  RecipientChange,
  RecipientState,
  ShownEntry,
  WaitingEntry,
} from '../outbox.store'

declare module '../../sql/schema' {
  interface Schema {
    outbox: {
      id: string
      account_id: string
      idempotency_key: string
      content_hash: string
      sender: string
      subject: string
      spool: string
      save_to_sent: 0 | 1
      created_at: number
      draft_id: string | null
      /** By what all versions of its draft are known. */
      lineage: string | null
      answers_id: string | null
      answers_kind: string | null
      /** When it is to be worked on; null when it is done. */
      due_at: number | null
      /** Until when a worker has it; 0 when none does. */
      leased_until: number
      /** Names the one claim that has it in hand: whoever bears another name has lost it. */
      worker: string | null
      /** The sender's password at the mail server, sealed; only while it is not done. */
      sealed_secret: string | null
      /** `hold`, `schedule`, or null where it went at once. */
      planned: string | null
      /** When it goes by plan; null in rows from before there was one. */
      send_at: number | null
      separate: 0 | 1
      /** What a list shows of it, as JSON. */
      shown: string | null
      /** Of a separate send: the id of its copy in Sent. */
      sent_id: string | null
      /** Until when the message of an entry that is done is kept, to be sent again. */
      kept_until: number | null
      /** The organization with whose sends it was counted. */
      counted_in: string | null
    }
    outbox_recipients: {
      outbox_id: string
      /** As it was written by the sender, from 0. */
      position: number
      address: string
      local: 0 | 1
      state: string
      attempts: number
      reason: string | null
    }
  }
}

export type OutboxRow = Selectable<Schema['outbox']>

/** An entry with what is to be done once it is on record. */
export type ClaimedEntry = OutboxEntry & Pick<NewOutboxEntry, 'draftId' | 'answers' | 'idempotencyKey'>

const states: readonly string[] = ['queued', 'handing', 'sent', 'retrying', 'failed', 'unconfirmed', 'cancelled']
const isState = (text: string): text is RecipientState => states.includes(text)

export function rowOf(entry: NewOutboxEntry): OutboxRow {
  return {
    id: entry.id,
    account_id: entry.accountId,
    idempotency_key: entry.idempotencyKey,
    content_hash: entry.contentHash,
    sender: entry.from,
    subject: entry.subject,
    spool: entry.spool,
    save_to_sent: truth(entry.saveToSent),
    created_at: entry.createdAt,
    draft_id: entry.draftId,
    lineage: entry.lineage ?? null,
    answers_id: entry.answers?.id ?? null,
    answers_kind: entry.answers?.kind ?? null,
    due_at: entry.notBefore,
    leased_until: 0,
    worker: null,
    sealed_secret: asText(entry.sealedSecret),
    planned: entry.planned ?? null,
    send_at: entry.notBefore,
    separate: truth(entry.separate ?? false),
    shown: entry.shown ? JSON.stringify(entry.shown) : null,
    sent_id: null,
    kept_until: null,
    counted_in: entry.countedIn ?? null,
  }
}

/** One row for each address: a person named twice gets one mail. */
export function recipientRowsOf(entry: NewOutboxEntry): Selectable<Schema['outbox_recipients']>[] {
  const once = new Map(entry.recipients.map((it) => [it.address, it]))
  return [...once.values()].map((it, position) => ({
    outbox_id: entry.id,
    position,
    address: it.address,
    local: truth(it.local),
    state: 'queued',
    attempts: 0,
    reason: null,
  }))
}

type ColumnsChange = Partial<Pick<Selectable<Schema['outbox_recipients']>, 'state' | 'attempts' | 'reason'>>

/** Changes that write the same, together: 500 recipients of one hand-over are one statement. */
export function alike(
  changes: readonly RecipientChange[],
): readonly { readonly addresses: readonly string[]; readonly change: ColumnsChange }[] {
  const groups = new Map<string, { addresses: string[]; change: ColumnsChange }>()
  for (const { address, ...change } of changes) {
    const key = JSON.stringify([change.state, change.attempts, change.reason === undefined, change.reason])
    const group = groups.get(key) ?? { addresses: [], change }
    group.addresses.push(address)
    groups.set(key, group)
  }
  return [...groups.values()]
}

function recipientOf(row: Selectable<Schema['outbox_recipients']>): OutboxRecipient {
  const { address, state, attempts, reason } = row
  if (!isState(state)) throw new Error(`The journal entry ${row.outbox_id} has a state that is not known`)
  return { address, state, attempts, reason, local: row.local === 1 }
}

function answersOf(row: OutboxRow): ClaimedEntry['answers'] {
  if (row.answers_id === null) return null
  return { id: row.answers_id, kind: row.answers_kind === 'forwarded' ? 'forwarded' : 'answered' }
}

function plannedOf({ planned }: OutboxRow): Planned | null {
  return planned === 'hold' || planned === 'schedule' ? planned : null
}

/** An entry as lists show it. */
export function waitingOf(row: OutboxRow, { idempotencyKey: _key, ...entry }: ClaimedEntry): WaitingEntry {
  // Written by `rowOf` alone.
  const shown: ShownEntry | null = row.shown === null ? null : JSON.parse(row.shown)
  return { ...entry, shown, failed: row.due_at === null, lineage: row.lineage }
}

/** The entries of these rows, in the rows' order, each with its recipients. */
export async function entriesOf(
  from: Pick<Database, 'selectFrom'>,
  rows: readonly OutboxRow[],
): Promise<readonly ClaimedEntry[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const recipients = await from
    .selectFrom('outbox_recipients')
    .selectAll()
    .where('outbox_id', 'in', ids)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    from: row.sender,
    subject: row.subject,
    spool: row.spool,
    saveToSent: row.save_to_sent === 1,
    createdAt: row.created_at,
    sendAt: row.send_at ?? row.created_at,
    planned: plannedOf(row),
    separate: row.separate === 1,
    draftId: row.draft_id,
    answers: answersOf(row),
    idempotencyKey: row.idempotency_key,
    recipients: recipients.filter((it) => it.outbox_id === row.id).map(recipientOf),
  }))
}
