/** A database whose sends were counted before organizations had a count of their own. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { makeOrganizationSends } from '#server/organizations/organizationSends.sql'
import { makeOutboxStore } from '#server/outbox/sqlite/outboxStore'
import { migrate } from '#server/sql/migrate'
import { migrations } from '#server/sql/migrations'
import { openDatabase } from '#server/sql/openDatabase'

it('counts for an organization what its members sent before, and takes back of it what waits', async () => {
  const db = openDatabase(':memory:')
  const [now, day] = [Date.UTC(2026, 0, 5), 86_400_000]
  try {
    await sql`create table migrations (name text primary key, position integer not null)`.execute(db)
    for (const [position, { name, up, on = 'sqlite' }] of migrations.entries()) {
      if (name >= '0100') break
      if (on !== 'sqlite') continue
      await db.transaction().execute((step) => up(step, 'sqlite'))
      await sql`insert into migrations (name, position) values (${name}, ${position})`.execute(db)
    }
    await sql`insert into organizations (code, name, tier, seats) values ('acme', 'Acme', 'enterprise', 2)`.execute(db)
    for (const [address, organization] of [
      ['lin@ep.test', 'acme'],
      ['wang@ep.test', 'acme'],
      ['zhao@ep.test', null],
    ] as const) {
      // By their columns of then: today's stores write those that come later, too.
      await sql`insert into accounts (id, address, name_key, display_name, password_hash, tier, organization, locked)
        values (${`id of ${address}`}, ${address}, ${address}, '', '', 'enterprise', ${organization}, 0)`.execute(db)
      for (const at of [now, now, now - 3_600_000])
        await sql`insert into attempts (key, at) values (${`sends:id of ${address}`}, ${at})`.execute(db)
      const row = { account: `id of ${address}`, key: address, sender: address, at: now, due: now + 1 }
      await sql`insert into outbox (id, account_id, idempotency_key, content_hash, sender, subject, spool, save_to_sent,
        created_at, due_at, leased_until, planned, send_at, separate)
        values (${row.key}, ${row.account}, ${row.key}, '', ${row.sender}, '', '', 0, ${row.at}, ${row.due}, 0,
        'schedule', ${row.due}, 0)`.execute(db)
    }
    expect(await migrate(db)).toContain('0100organizationSends')
    const sends = makeOrganizationSends(db)
    expect(await sends.count('acme', now, day)).toEqual({ sent: 6, limit: 4_000 })
    expect(await makeOutboxStore(db).takeBack('id of lin@ep.test', 'lin@ep.test', now)).toBe(true)
    expect(await sends.count('acme', now, day)).toMatchObject({ sent: 5 })
  } finally {
    await db.destroy()
  }
})
