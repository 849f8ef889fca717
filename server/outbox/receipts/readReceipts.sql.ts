/** Receipts that came back, in the product's own database. */
import type { Database } from '../../sql/openDatabase'
import type { ReadReceipts } from './readReceipts.store'

export function makeReadReceipts(db: Database): ReadReceipts {
  return {
    note: async (account, sendId, address, readAt) => {
      await db
        .insertInto('read_receipts')
        .values({ account_id: account, send_id: sendId, address, read_at: readAt })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    of: async (account, sendId) => {
      const rows = await db
        .selectFrom('read_receipts')
        .select(['address', 'read_at'])
        .where('account_id', '=', account)
        .where('send_id', '=', sendId)
        .execute()
      return new Map(rows.map(({ address, read_at }) => [address, Number(read_at)]))
    },
    drop: async (account) => {
      await db.deleteFrom('read_receipts').where('account_id', '=', account).execute()
    },
  }
}
