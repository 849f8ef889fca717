/** The journal of sends in the embedded database (TRUST R1, R2): what it has answered is on the disk. */
import type { OutboxEntry, OutboxStore } from '../../ports/outboxStore'
import type { Database } from '../../sql/openDatabase'
import { type ClaimedEntry, entriesOf, type OutboxRow, recipientRowsOf, rowOf } from './outboxRows'

/** Rows of recipients written in one statement: SQLite takes 32,766 values in one. */
const recipientsAtOnce = 1_000

export function makeOutboxStore(db: Database): OutboxStore {
  const found = async (
    from: Pick<Database, 'selectFrom'>,
    accountId: string,
    column: 'idempotency_key' | 'draft_id',
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
            (entry.draftId === null ? null : await found(transaction, entry.accountId, 'draft_id', entry.draftId))
          if (!earlier) throw new Error('The journal refused an entry without holding its key or its draft')
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
    claim: (now, leaseMs, most) =>
      db.transaction().execute(async (transaction) => {
        // The condition stands twice: where workers write side by side, whoever comes second finds it false.
        const rows = await transaction
          .updateTable('outbox')
          .set({ leased_until: now + leaseMs })
          .where('due_at', '<=', now)
          .where('leased_until', '<=', now)
          .where('id', 'in', (query) =>
            query
              .selectFrom('outbox')
              .select('id')
              .where('due_at', '<=', now)
              .where('leased_until', '<=', now)
              .orderBy('due_at')
              .orderBy('created_at')
              .limit(most),
          )
          .returningAll()
          .execute()
        return entriesOf(transaction, rows.toSorted(inOrder))
      }),
    setRecipient: async (id, address, { state, attempts, reason }) => {
      await db
        .updateTable('outbox_recipients')
        .set({ state, ...(attempts !== undefined && { attempts }), ...(reason !== undefined && { reason }) })
        .where('outbox_id', '=', id)
        .where('address', '=', address)
        .execute()
    },
    settle: async (id, nextAt) => {
      await db.updateTable('outbox').set({ due_at: nextAt, leased_until: 0 }).where('id', '=', id).execute()
    },
    removeAll: (accountId) =>
      db.transaction().execute(async (transaction) => {
        const own = transaction.selectFrom('outbox').select('id').where('account_id', '=', accountId)
        await transaction.deleteFrom('outbox_recipients').where('outbox_id', 'in', own).execute()
        const gone = await transaction
          .deleteFrom('outbox')
          .where('account_id', '=', accountId)
          .returning('spool')
          .execute()
        return gone.map((row) => row.spool)
      }),
    nextDue: async () => {
      const earliest = await db
        .selectFrom('outbox')
        .select((it) =>
          it.fn
            // One that is leased is due when its lease ends: the worker that has it may be gone.
            .min<number | null>(
              it
                .case()
                .when('leased_until', '>', it.ref('due_at'))
                .then(it.ref('leased_until'))
                .else(it.ref('due_at'))
                .end(),
            )
            .as('at'),
        )
        .where('due_at', 'is not', null)
        .executeTakeFirst()
      return earliest?.at ?? null
    },
  }
}

function inOrder(one: OutboxRow, other: OutboxRow): number {
  return (one.due_at ?? 0) - (other.due_at ?? 0) || one.created_at - other.created_at
}

function bare({ draftId: _draft, answers: _answers, ...entry }: ClaimedEntry): OutboxEntry {
  return entry
}
