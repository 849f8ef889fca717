/** What waits in the journal of sends: to be taken back, put off, listed, or sent once more. */
import type { Expression, SqlBool } from 'kysely'
import { forgetOne } from '../../session/attempts/attempts.sql'
import type { Database } from '../../sql/openDatabase'
import { takeBackSend } from '../../sql/people/organizationSends'
import { asText } from '../../sql/shortBytes'
import type { OutboxStore, OutboxView, WaitingEntry } from '../outbox.store'
import { entriesOf, type OutboxRow, waitingOf } from './outboxRows'

type Plans = Pick<
  OutboxStore,
  'takeBack' | 'replan' | 'held' | 'waiting' | 'kept' | 'sendAgain' | 'dismiss' | 'dismissOld'
>

export function makeOutboxPlans(db: Database): Plans {
  /** Changes a planned entry that nobody has touched: one statement, so that a worker's claim comes before it or after. */
  const changeUntried = (
    from: Pick<Database, 'updateTable' | 'selectFrom'>,
    accountId: string,
    id: string,
    before: number,
  ) =>
    from
      .updateTable('outbox')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('planned', 'is not', null)
      .where('due_at', '>', before)
      // Due again after a try, it is no longer only planned.
      .whereRef('due_at', '=', 'send_at')
      .where('worker', 'is', null)

  return {
    takeBack: (accountId, id, before, counted) =>
      db.transaction().execute(async (transaction) => {
        const row = await changeUntried(transaction, accountId, id, before)
          .set({ due_at: null, draft_id: null, lineage: null, sealed_secret: null })
          .returning(['created_at', 'counted_in'])
          .executeTakeFirst()
        if (row === undefined) return false
        if (counted !== undefined) await forgetOne(transaction, counted, row.created_at)
        if (row.counted_in !== null) await takeBackSend(transaction, row.counted_in, row.created_at)
        await transaction
          .updateTable('outbox_recipients')
          .set({ state: 'cancelled' })
          .where('outbox_id', '=', id)
          .execute()
        return true
      }),
    replan: async (accountId, id, before, sendAt, planned) => {
      const { numUpdatedRows } = await changeUntried(db, accountId, id, before)
        .set({ due_at: sendAt, send_at: sendAt, ...(planned && { planned }) })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    held: async (accountId, now, most) => {
      const rows = await db
        .selectFrom('outbox')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('planned', '=', 'hold')
        .where('due_at', '>', now)
        .whereRef('due_at', '=', 'send_at')
        .where('worker', 'is', null)
        .orderBy('due_at')
        .limit(most)
        .execute()
      return listed(db, rows)
    },
    waiting: async (accountId, { view, now, page, pageSize }) => {
      const own = db
        .selectFrom('outbox')
        .where('account_id', '=', accountId)
        // What the gateway sends by itself (answers, receipts, redirections) was written by nobody.
        .where('shown', 'is not', null)
        .where(({ eb, or, and }) => {
          const due = eb('due_at', 'is not', null)
          const ahead = and([eb('planned', '=', 'schedule'), eb('send_at', '>', now)])
          const scheduledFailed = and([eb('planned', '=', 'schedule'), eb('kept_until', 'is not', null)])
          const isOf: Record<OutboxView, Expression<SqlBool>> = {
            scheduled: or([and([due, ahead]), scheduledFailed]),
            outbox: and([due, or([eb('planned', 'is', null), eb('planned', '=', 'hold'), eb('send_at', '<=', now)])]),
          }
          return isOf[view]
        })
      const counted = await own.select((it) => it.fn.countAll<number>().as('count')).executeTakeFirst()
      const rows =
        pageSize === 0
          ? []
          : await own
              .selectAll()
              .orderBy((it) => it.case().when('due_at', 'is', null).then(0).else(1).end())
              .orderBy('send_at')
              .orderBy('id')
              .limit(pageSize)
              .offset((page - 1) * pageSize)
              .execute()
      return { list: await listed(db, rows), total: Number(counted?.count ?? 0) }
    },
    kept: async (accountId, ids) => {
      if (ids.length === 0) return []
      const rows = await db
        .selectFrom('outbox')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('id', 'in', ids)
        .where(({ eb, or }) => or([eb('due_at', 'is not', null), eb('kept_until', 'is not', null)]))
        .execute()
      return listed(db, rows)
    },
    sendAgain: (accountId, id, now, sealedSecret) =>
      db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('outbox')
          // A later failure counts its two days from here.
          .set({ due_at: now, send_at: now, kept_until: null, sealed_secret: asText(sealedSecret) })
          .where('id', '=', id)
          .where('account_id', '=', accountId)
          .where('due_at', 'is', null)
          .where('kept_until', 'is not', null)
          .where('id', 'in', (it) =>
            it.selectFrom('outbox_recipients').select('outbox_id').where('state', '=', 'failed'),
          )
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        await transaction
          .updateTable('outbox_recipients')
          .set({ state: 'queued', attempts: 0, reason: null })
          .where('outbox_id', '=', id)
          .where('state', '=', 'failed')
          .execute()
        return true
      }),
    dismiss: async (accountId, id) => {
      const row = await db
        .updateTable('outbox')
        .set({ kept_until: null })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('due_at', 'is', null)
        .where('kept_until', 'is not', null)
        .returning('spool')
        .executeTakeFirst()
      return row?.spool ?? null
    },
    dismissOld: async (now) => {
      const rows = await db
        .updateTable('outbox')
        .set({ kept_until: null })
        .where('kept_until', '<', now)
        .where('due_at', 'is', null)
        .returning('spool')
        .execute()
      return rows.map((row) => row.spool)
    },
  }
}

async function listed(db: Database, rows: readonly OutboxRow[]): Promise<readonly WaitingEntry[]> {
  const entries = await entriesOf(db, rows)
  return entries.flatMap((entry, index) => {
    const row = rows[index]
    return row === undefined ? [] : [waitingOf(row, entry)]
  })
}
