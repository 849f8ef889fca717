/** Since when recovery is on, in the product's own database. */
import type { Database } from '../sql/openDatabase'
import type { RecoveryLog } from './recoveryLog.store'

declare module '../sql/schema' {
  interface Schema {
    /** One row for each account that has turned recovery on. It holds for SQLite and PostgreSQL alike. */
    recovery: { account_id: string; enabled_at: number }
  }
}

export function makeRecoveryLog(db: Database): RecoveryLog {
  return {
    enabledAt: async (account) => {
      const row = await db
        .selectFrom('recovery')
        .select('enabled_at')
        .where('account_id', '=', account)
        .executeTakeFirst()
      return row ? Number(row.enabled_at) : null
    },
    enable: async (account, at) => {
      await db
        .insertInto('recovery')
        .values({ account_id: account, enabled_at: at })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ enabled_at: at }))
        .execute()
    },
  }
}
