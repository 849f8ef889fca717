/** Adds what `signInLog.sql.ts` reads of sign-ins, and the table of known devices. */
import { sql } from 'kysely'
import type { Migration } from './migration'

export const migration: Migration = {
  up: async (db) => {
    const { schema } = db
    await schema
      .alterTable('sign_ins')
      .addColumn('result', 'text', (it) => it.notNull().defaultTo('in'))
      .execute()
    await schema
      .alterTable('sign_ins')
      .addColumn('address', 'text', (it) => it.notNull().defaultTo(''))
      .execute()
    await schema.alterTable('sign_ins').addColumn('session_hash', 'text').execute()
    await schema.createIndex('sign_ins_by_session').on('sign_ins').column('session_hash').execute()
    await schema
      .createTable('known_devices')
      .addColumn('account_id', 'text', (it) => it.notNull())
      // Browser, system and city, as `deviceOf` joins them.
      .addColumn('device', 'text', (it) => it.notNull())
      .addPrimaryKeyConstraint('known_devices_key', ['account_id', 'device'])
      .execute()
    // Nobody is told of what was in use before.
    await sql`insert into known_devices (account_id, device)
      select distinct account_id, browser || '|' || system || '|' || coalesce(place, '') from sign_ins`.execute(db)
  },
}
