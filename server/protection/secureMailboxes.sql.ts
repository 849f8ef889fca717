/** Secure mailboxes, in the product's own database. */
import type { Database } from '../sql/openDatabase'
import type { SecureMailboxes } from './secureMailboxes.store'

declare module '../sql/schema' {
  interface Schema {
    /** Addresses in one spelling (`addressKey`). */
    secure_mailboxes: { account_id: string; address: string | null; pending: string | null; bound_at: number | null }
  }
}

export function makeSecureMailboxes(db: Database): SecureMailboxes {
  return {
    find: async (account) =>
      (await db
        .selectFrom('secure_mailboxes')
        .select(['address', 'pending'])
        .where('account_id', '=', account)
        .executeTakeFirst()) ?? { address: null, pending: null },
    ask: async (account, pending) => {
      await db
        .insertInto('secure_mailboxes')
        .values({ account_id: account, pending })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ pending }))
        .execute()
    },
    confirm: (account, address, now) =>
      db.transaction().execute(async (within) => {
        const before = await within
          .selectFrom('secure_mailboxes')
          .select('address')
          .where('account_id', '=', account)
          .executeTakeFirst()
        const changed = await within
          .updateTable('secure_mailboxes')
          .set({ address, pending: null, bound_at: now })
          .where('account_id', '=', account)
          .where('pending', '=', address)
          .executeTakeFirst()
        return changed.numUpdatedRows > 0n ? { former: before?.address ?? null } : null
      }),
    dropPending: async (account) => {
      await db.updateTable('secure_mailboxes').set({ pending: null }).where('account_id', '=', account).execute()
    },
    remove: async (account) => {
      await db.deleteFrom('secure_mailboxes').where('account_id', '=', account).execute()
    },
  }
}
