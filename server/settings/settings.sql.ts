/** What people have chosen, in the product's own database: a row a setting, so that two changes at one moment both hold. */
import type { Database } from '../sql/openDatabase'
import type { SettingsStore } from './settings.store'

declare module '../sql/schema' {
  interface Schema {
    settings: { account_id: string; name: string; value: string }
  }
}

export function makeSettingsStore(db: Database): SettingsStore {
  return {
    load: async (account) => {
      const rows = await db.selectFrom('settings').select(['name', 'value']).where('account_id', '=', account).execute()
      return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
    },
    change: async (account, chosen) => {
      // Always in one order, so that two that change the same settings wait for each other instead of both giving up.
      const names = Object.keys(chosen).toSorted()
      const rows = names.map((name) => ({ account_id: account, name, value: chosen[name] ?? '' }))
      if (rows.length === 0) return
      await db
        .insertInto('settings')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'name']).doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })),
        )
        .execute()
    },
  }
}
