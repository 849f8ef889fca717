/** Notes which passkeys knew their owner when they were made; of those from before nobody knows. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .alterTable('passkeys')
      .addColumn('is_verified', 'integer', (it) => it.notNull().defaultTo(0))
      .execute()
  },
}
