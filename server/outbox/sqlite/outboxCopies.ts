/** Which copies in Sent are those of separate sends: one mail there stands for many that went out. */
import { LeaseLost } from '../../core/leases'
import type { Database } from '../../sql/openDatabase'
import type { OutboxStore } from '../outbox.store'

/** Ids asked for in one statement. */
const idsAtOnce = 1_000

export function makeOutboxCopies(db: Database): Pick<OutboxStore, 'noteCopy' | 'copies' | 'copyCount'> {
  const kept = (accountId: string) =>
    db.selectFrom('outbox').where('account_id', '=', accountId).where('sent_id', 'is not', null)
  return {
    noteCopy: async (id, worker, sentId) => {
      const own = db.updateTable('outbox').set({ sent_id: sentId }).where('id', '=', id).where('worker', '=', worker)
      if ((await own.executeTakeFirst()).numUpdatedRows === 0n) throw new LeaseLost(id)
    },
    copies: async (accountId, sentIds) => {
      const found = new Map<string, { id: string; recipients: number }>()
      for (let from = 0; from < sentIds.length; from += idsAtOnce) {
        const rows = await kept(accountId)
          .where('sent_id', 'in', sentIds.slice(from, from + idsAtOnce))
          .select((it) => [
            'id',
            'sent_id',
            it
              .selectFrom('outbox_recipients')
              .whereRef('outbox_recipients.outbox_id', '=', 'outbox.id')
              .select((inner) => inner.fn.countAll<number>().as('count'))
              .as('count'),
          ])
          .execute()
        for (const { id, sent_id, count } of rows)
          if (sent_id !== null) found.set(sent_id, { id, recipients: Number(count) })
      }
      return found
    },
    copyCount: async (accountId) => {
      const counted = await kept(accountId)
        .select((it) => it.fn.countAll<number>().as('count'))
        .executeTakeFirst()
      return Number(counted?.count ?? 0)
    },
  }
}
