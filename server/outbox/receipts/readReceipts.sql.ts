/** Receipts that came back, in the product's own database. */
import type { Database } from '../../sql/openDatabase'
import type { ReadReceipts } from './readReceipts.store'

declare module '../../sql/schema' {
  interface Schema {
    /** Who has read a mail that this account sent: the first receipt of each stands. */
    read_receipts: { account_id: string; send_id: string; address: string; read_at: number }
  }
}

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
  }
}
