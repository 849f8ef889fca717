/** Addresses that may be forwarded to, in the product's own database. */
import { sql } from 'kysely'
import type { Database } from '../../sql/openDatabase'
import { insertLimited } from '../../sql/rows/limitedRows'
import type { ForwardTargets } from './forwardTargets.store'

declare module '../../sql/schema' {
  interface Schema {
    /** Addresses in one spelling (`addressKey`). */
    forward_targets: { account_id: string; address: string; added_at: number; confirmed_at: number | null }
  }
}

export function makeForwardTargets(db: Database): ForwardTargets {
  const one = (account: string, address: string) =>
    db.selectFrom('forward_targets').where('account_id', '=', account).where('address', '=', address)
  return {
    list: async (account) => {
      const rows = await db
        .selectFrom('forward_targets')
        .select(['address', 'confirmed_at'])
        .where('account_id', '=', account)
        .orderBy('added_at')
        .orderBy('address')
        .execute()
      return rows.map(({ address, confirmed_at }) => ({ address, isConfirmed: confirmed_at !== null }))
    },
    add: async (account, address, now, most) => {
      const row = { account_id: account, address, added_at: now }
      await insertLimited(db, 'forward_targets', row, { most, onConflict: sql`on conflict do nothing` })
      return (await one(account, address).select('address').executeTakeFirst()) !== undefined
    },
    confirm: async (account, address, now) => {
      const changed = await db
        .updateTable('forward_targets')
        .set({ confirmed_at: now })
        .where('account_id', '=', account)
        .where('address', '=', address)
        .executeTakeFirst()
      return changed.numUpdatedRows > 0n
    },
    isConfirmed: async (account, address) =>
      (await one(account, address).select('address').where('confirmed_at', 'is not', null).executeTakeFirst()) !==
      undefined,
    remove: async (account, address) => {
      await db.deleteFrom('forward_targets').where('account_id', '=', account).where('address', '=', address).execute()
    },
  }
}
