/** The limit of an organization's sends, and the table of `organizationSends.sql.ts`. */
import { sql } from 'kysely'
import type { Migration } from './migration'

export const migration: Migration = {
  up: async (db) => {
    // Null where its seats times what each may send is the limit.
    await db.schema.alterTable('organizations').addColumn('sends_per_day', 'integer').execute()
    await db.schema
      .createTable('organization_sends')
      .addColumn('organization', 'text', (it) => it.notNull())
      // Five minutes each, since the epoch.
      .addColumn('slot', 'bigint', (it) => it.notNull())
      .addColumn('sent', 'integer', (it) => it.notNull())
      .addPrimaryKeyConstraint('organization_sends_pk', ['organization', 'slot'])
      .execute()
    await db.schema.createIndex('organization_sends_slot').on('organization_sends').column('slot').execute()
    // With which organization's sends it was counted: taken back, it counts there no more.
    await db.schema.alterTable('outbox').addColumn('counted_in', 'text').execute()
    await sql`insert into organization_sends (organization, slot, sent)
      select a.organization, t.at / 300000, count(*) from accounts as a join attempts as t on t.key = 'sends:' || a.id
      where a.organization is not null group by a.organization, t.at / 300000`.execute(db)
    await sql`update outbox set counted_in = (select organization from accounts where id = outbox.account_id)
      where due_at is not null and planned is not null`.execute(db)
  },
}
