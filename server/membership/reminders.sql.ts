/** Reminders in the product's own database. */
import type { AccountStore } from '../session/account.store'
import type { Database } from '../sql/openDatabase'
import type { Reminders } from './reminders.store'

declare module '../sql/schema' {
  interface Schema {
    membership_reminders: { account_id: string; due_at: number; days: number }
  }
}

export function makeReminders(db: Database, accounts: Pick<AccountStore, 'byId'>): Reminders {
  return {
    endingBetween: async (from, to) => {
      const rows = await db
        .selectFrom('accounts')
        .select('id')
        .where('due_at', '>', from)
        .where('due_at', '<=', to)
        .execute()
      const found = await Promise.all(rows.map(({ id }) => accounts.byId(id)))
      return found.filter((account) => account !== null)
    },
    isTold: async (account, dueAt, days) => {
      const row = await db
        .selectFrom('membership_reminders')
        .select('days')
        .where('account_id', '=', account)
        .where('due_at', '=', dueAt)
        .where('days', '=', days)
        .executeTakeFirst()
      return row !== undefined
    },
    told: async (account, dueAt, days) => {
      await db
        .insertInto('membership_reminders')
        .values({ account_id: account, due_at: dueAt, days })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}
