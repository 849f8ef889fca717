/** The journal of sends in the database (TRUST R1, R2, R18): what it has answered is on the disk. */
import { sql } from 'kysely'
import { LeaseLost } from '../../core/leases'
import { writesSideBySide } from '../../sql/dialect'
import { earliestDue, isDue, isUnleased } from '../../sql/dueWork'
import type { Database } from '../../sql/openDatabase'
import { asBytes } from '../../sql/shortBytes'
import type { OutboxEntry, OutboxStore } from '../outbox.store'
import { makeOutboxCopies } from './outboxCopies'
import { makeOutboxPlans } from './outboxPlans'
import { alike, type ClaimedEntry, entriesOf, type OutboxRow, recipientRowsOf, rowOf } from './outboxRows'

/** Rows of recipients written in one statement: SQLite takes 32,766 values in one. */
const recipientsAtOnce = 1_000

export function makeOutboxStore(db: Database): OutboxStore {
  const found = async (
    from: Pick<Database, 'selectFrom'>,
    accountId: string,
    column: 'idempotency_key' | 'draft_id' | 'lineage',
    value: string,
  ) => {
    const row = await from
      .selectFrom('outbox')
      .selectAll()
      .where('account_id', '=', accountId)
      .where(column, '=', value)
      .executeTakeFirst()
    const [entry] = await entriesOf(from, row ? [row] : [])
    return row && entry ? { entry: bare(entry), contentHash: row.content_hash } : null
  }
  return {
    ...makeOutboxPlans(db),
    ...makeOutboxCopies(db),
    add: (entry) =>
      db.transaction().execute(async (transaction) => {
        // The unique keys decide, not a look beforehand: of two sends at the same moment exactly one is written.
        const written = await transaction
          .insertInto('outbox')
          .values(rowOf(entry))
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
        if (!written) {
          const earlier =
            (await found(transaction, entry.accountId, 'idempotency_key', entry.idempotencyKey)) ??
            (entry.draftId === null ? null : await found(transaction, entry.accountId, 'draft_id', entry.draftId)) ??
            (entry.lineage ? await found(transaction, entry.accountId, 'lineage', entry.lineage) : null)
          if (!earlier)
            throw new Error('The journal refused an entry without holding its key, its draft or its lineage')
          return { added: false, existing: earlier.entry, sameContent: earlier.contentHash === entry.contentHash }
        }
        const rows = recipientRowsOf(entry)
        for (let from = 0; from < rows.length; from += recipientsAtOnce) {
          const some = rows.slice(from, from + recipientsAtOnce)
          await transaction.insertInto('outbox_recipients').values(some).execute()
        }
        return { added: true }
      }),
    find: async (accountId, id) => {
      const rows = await db
        .selectFrom('outbox')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .execute()
      const [entry] = await entriesOf(db, rows)
      return entry ? bare(entry) : null
    },
    byKey: (accountId, idempotencyKey) => found(db, accountId, 'idempotency_key', idempotencyKey),
    byDraft: (accountId, draftId) => found(db, accountId, 'draft_id', draftId),
    byLineage: (accountId, lineage) => found(db, accountId, 'lineage', lineage),
    claim: ({ worker, now, leaseMs, most, except = [] }) =>
      db.transaction().execute(async (transaction) => {
        const rows = await transaction
          .with('picked', (query) =>
            query
              .selectFrom('outbox')
              .select('id')
              .where(isDue(now, sql`(planned is null or planned = 'hold')`))
              .where(isUnleased(now))
              .$if(except.length > 0, (it) => it.where('id', 'not in', except))
              .orderBy('due_at')
              .orderBy('created_at')
              .limit(most)
              // What another worker is just taking is passed over, so that nobody waits for anybody.
              .$if(writesSideBySide(db), (it) => it.forUpdate().skipLocked()),
          )
          .updateTable('outbox')
          .set({ leased_until: now + leaseMs, worker })
          .where('id', 'in', (query) => query.selectFrom('picked').select('id'))
          .returningAll()
          .execute()
        return entriesOf(transaction, rows.toSorted(inOrder))
      }),
    renew: async (id, worker, until) => {
      const own = db.updateTable('outbox').set({ leased_until: until }).where('id', '=', id)
      const { numUpdatedRows } = await own.where('worker', '=', worker).executeTakeFirst()
      return numUpdatedRows > 0n
    },
    setRecipients: (id, worker, changes) =>
      db.transaction().execute(async (transaction) => {
        // Held until this is on record: a claim that comes meanwhile waits, and then reads what stands here.
        const own = await transaction
          .selectFrom('outbox')
          .select('id')
          .where('id', '=', id)
          .where('worker', '=', worker)
          .$if(writesSideBySide(db), (it) => it.forUpdate())
          .executeTakeFirst()
        if (!own) throw new LeaseLost(id)
        for (const { addresses, change } of alike(changes))
          await transaction
            .updateTable('outbox_recipients')
            .set(change)
            .where('outbox_id', '=', id)
            .where('address', 'in', addresses)
            .execute()
      }),
    settle: async (id, worker, nextAt, keepUntil = null) => {
      const { numUpdatedRows } = await db
        .updateTable('outbox')
        .set({
          due_at: nextAt,
          leased_until: 0,
          worker: null,
          ...(nextAt === null && { sealed_secret: null, kept_until: keepUntil }),
        })
        .where('id', '=', id)
        .where('worker', '=', worker)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new LeaseLost(id)
    },
    secretOf: async (accountId) => {
      const row = await db
        .selectFrom('outbox')
        .select('sealed_secret')
        .where('account_id', '=', accountId)
        .where('due_at', 'is not', null)
        .where('sealed_secret', 'is not', null)
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return asBytes(row?.sealed_secret ?? null)
    },
    removeAll: (accountId) =>
      db.transaction().execute(async (transaction) => {
        // In the order in which a note locks them, so that neither waits for the other for good.
        const gone = await transaction
          .deleteFrom('outbox')
          .where('account_id', '=', accountId)
          .returning(['id', 'spool'])
          .execute()
        for (let from = 0; from < gone.length; from += recipientsAtOnce) {
          const ids = gone.slice(from, from + recipientsAtOnce).map((row) => row.id)
          await transaction.deleteFrom('outbox_recipients').where('outbox_id', 'in', ids).execute()
        }
        return gone.map((row) => row.spool)
      }),
    depth: async () => {
      const rows = await db
        .selectFrom('outbox_recipients')
        .innerJoin('outbox', 'outbox.id', 'outbox_recipients.outbox_id')
        .where('outbox.due_at', 'is not', null)
        .select((it) => ['outbox_recipients.state', it.fn.countAll<number>().as('count')])
        .groupBy('outbox_recipients.state')
        .execute()
      const none = { queued: 0, handing: 0, sent: 0, retrying: 0, failed: 0, unconfirmed: 0, cancelled: 0 }
      return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
    },
    nextDue: async () => {
      const earliest = await db
        .selectFrom('outbox')
        .select(earliestDue)
        .where('due_at', 'is not', null)
        .executeTakeFirst()
      return earliest?.at ?? null
    },
  }
}

function inOrder(one: OutboxRow, other: OutboxRow): number {
  return (one.due_at ?? 0) - (other.due_at ?? 0) || one.created_at - other.created_at
}

function bare({ draftId: _draft, answers: _answers, idempotencyKey: _key, ...entry }: ClaimedEntry): OutboxEntry {
  return entry
}
