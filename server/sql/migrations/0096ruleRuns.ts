/** Makes the tables of `ruleRuns.sql.ts`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('rule_runs')
      .addColumn('account_id', 'text', (it) => it.notNull())
      // Of its job.
      .addColumn('id', 'text', (it) => it.primaryKey())
      .addColumn('undo_id', 'text')
      .addColumn('rule_name', 'text')
      .addColumn('rules', 'text', (it) => it.notNull())
      .addColumn('changed', 'bigint', (it) => it.notNull())
      .addColumn('made_at', 'bigint', (it) => it.notNull())
      .execute()
    await schema.createIndex('rule_runs_account').on('rule_runs').columns(['account_id', 'made_at']).execute()
    await schema
      .createTable('rule_run_changes')
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('run_id', 'text', (it) => it.notNull())
      .addColumn('mail', 'text', (it) => it.notNull())
      .addColumn('seen', 'integer', (it) => it.notNull())
      .addColumn('flagged', 'integer', (it) => it.notNull())
      .addColumn('target', 'text')
      .addColumn('copies', 'text', (it) => it.notNull())
      .addColumn('is_done', 'integer', (it) => it.notNull())
      .addColumn('moved_to', 'text')
      .addColumn('copied', 'text', (it) => it.notNull())
      .addPrimaryKeyConstraint('rule_run_changes_key', ['run_id', 'mail'])
      .execute()
    await schema.createIndex('rule_run_changes_open').on('rule_run_changes').columns(['run_id', 'is_done']).execute()
    await schema.createIndex('rule_run_changes_account').on('rule_run_changes').column('account_id').execute()
  },
}
