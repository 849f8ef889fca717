/** Makes room for what an export or an import is about. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema.alterTable('mail_jobs').addColumn('details', 'text').execute()
  },
}
