/** One index finds what is open of a run: by the account alone all that was done would be read. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema.dropIndex('rule_run_changes_account').execute()
    await schema.dropIndex('rule_run_changes_open').execute()
    await schema
      .createIndex('rule_run_changes_due')
      .on('rule_run_changes')
      .columns(['account_id', 'run_id', 'is_done'])
      .execute()
  },
}
