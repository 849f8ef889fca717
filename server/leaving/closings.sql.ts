/** Closed accounts, in their own rows, and names that stay blocked. */
import { addressKey } from '#contract/mail/domainSpelling'
import { addressNameKey } from '#contract/registration/userName'
import { closedNameHash } from '../kit/token'
import type { Database } from '../sql/openDatabase'
import type { Closings } from './closings.store'

declare module '../sql/schema' {
  interface Schema {
    /** Hashes: of who left, no list of addresses is kept. */
    closed_names: { name_hash: string; closed_at: number }
  }
}

export function makeClosings(db: Database): Closings {
  const ofOwner = (id: string) => db.updateTable('accounts').where('id', '=', id).where('locked', '=', 0)
  return {
    close: async (account, closesAt) => {
      const closed = await ofOwner(account)
        .where('closes_at', 'is', null)
        .where('organization', 'is', null)
        .set({ closes_at: closesAt })
        .executeTakeFirst()
      return closed.numUpdatedRows > 0n
    },
    takeBack: async (account, now) => {
      const back = await ofOwner(account).where('closes_at', '>', now).set({ closes_at: null }).executeTakeFirst()
      return back.numUpdatedRows > 0n
    },
    due: async (now) => {
      const rows = await db
        .selectFrom('accounts')
        .select('id')
        .where('closes_at', '<=', now)
        .orderBy('closes_at')
        .execute()
      return rows.map(({ id }) => id)
    },
    shut: async (account, now) => {
      const shut = await db
        .updateTable('accounts')
        .set({ locked: 1, password_hash: '' })
        .where('id', '=', account)
        .where('closes_at', '<=', now)
        .executeTakeFirst()
      return shut.numUpdatedRows > 0n
    },
    blockName: async (address, now) => {
      const row = { name_hash: closedNameHash(addressNameKey(addressKey(address))), closed_at: now }
      await db
        .insertInto('closed_names')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}
