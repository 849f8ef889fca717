/** PostgreSQL that is away, restarts, hangs or breaks off: said as such, and worked with again without a restart of the gateway. */
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStores } from '../../server/composition/stores'
import { readConfig } from '../../server/config/readConfig'
import { StoreAway } from '../../server/core/refusal'
import { makeSqlSpool } from '../../server/mail/spool/sqlSpool'
import { makeOutboxStore } from '../../server/outbox/sqlite/outboxStore'
import { makeAccountStore } from '../../server/session/account.sql'
import { migrate } from '../../server/sql/migrate'
import { migrations } from '../../server/sql/migrations'
import type { Database } from '../../server/sql/openDatabase'
import { openPostgres } from '../../server/sql/postgres/openPostgres'
import { entry } from '../server/conformance/outbox/outboxStore'
import { type FaultProxy, openFaultProxy } from '../support/connections/faultProxy'
import { makePostgresPlace, type PostgresPlace } from './postgresPlace'

const mailServer = {
  ...{ IMAP_URL: 'imap://127.0.0.1:9', SMTP_URL: 'smtp://127.0.0.1:9' },
  SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
}

describe('PostgreSQL in trouble', () => {
  let place: PostgresPlace
  let proxy: FaultProxy
  let far: Database
  beforeEach(async () => {
    place = await makePostgresPlace()
    proxy = await openFaultProxy({ to: Number(place.url.port || 5432), isBinary: true })
    far = farAway()
  })
  afterEach(async () => {
    await far.destroy()
    await proxy.close()
    await place.close()
  })

  const farAway = () => {
    const url = new URL(place.url)
    url.port = String(proxy.port)
    return openPostgres(url.href, { connections: 3, statementMs: 600, connectMs: 1_000 })
  }
  const works = async (db: Database) => (await makeAccountStore(db).all()).length === 0
  const away = (asked: Promise<unknown>) => expect(asked).rejects.toBeInstanceOf(StoreAway)

  it('R12: nobody listens: away at once, and back as soon as the server is', async () => {
    await proxy.inflict({ kind: 'refuse' })
    await away(works(far))
    await away(migrate(far))
    await proxy.heal()
    expect(await works(far)).toBe(true)
  })

  it('R12: a server that restarts breaks what is asked at that moment, and ends no gateway', async () => {
    const asked = Promise.all([1, 2, 3].map(() => sql`select pg_sleep(20)`.execute(place.db())))
    const outcome = away(asked)
    const busy = async () => {
      const { rows } = await sql`select 1 from pg_stat_activity where query like 'select pg_sleep(20)%'
        and application_name = current_setting('application_name') and pid <> pg_backend_pid()`.execute(place.db())
      return rows.length >= 3
    }
    await expect.poll(busy).toBe(true)
    expect(await place.cutOff()).toBeGreaterThanOrEqual(3)
    await outcome
    await expect.poll(() => works(place.db()).catch(() => false)).toBe(true)
  })

  it('R12: connections that broke while nobody used them are replaced', async () => {
    expect(await works(far)).toBe(true)
    proxy.cutAll()
    await expect.poll(() => works(far).catch(() => false)).toBe(true)
  })

  it('R12: a line that answers nothing ends in bounded time', async () => {
    expect(await works(far)).toBe(true)
    await proxy.inflict({ kind: 'blackHole' })
    const since = Date.now()
    await away(works(far))
    expect(Date.now() - since).toBeLessThan(5_000)
    await proxy.heal()
    await expect.poll(() => works(far).catch(() => false)).toBe(true)
  })

  it('R12: a statement that takes too long is ended by the server, and its connection goes on', async () => {
    await away(sql`select pg_sleep(60)`.execute(far))
    expect(await works(far)).toBe(true)
  })

  it('R1: a line cut anywhere in a send leaves the entry whole or not at all, and the same key writes one', async () => {
    const near = makeOutboxStore(place.db())
    for (let round = 0; round < 40; round++) {
      const wanted = { ...entry, id: `e${round}`, idempotencyKey: `k${round}` }
      const [direction, most] = round % 2 ? (['fromClient', 2_000] as const) : (['fromServer', 900] as const)
      await proxy.inflict({ kind: 'cut', direction, bytes: proxy.random(most) })
      const db = farAway()
      await makeOutboxStore(db)
        .add(wanted)
        .catch(() => undefined)
      await db.destroy()
      await proxy.heal()
      const found = await near.find('a', wanted.id)
      expect(found === null || found.recipients.length === 2).toBe(true)
      const again = await near.add({ ...wanted, id: `again ${round}` })
      expect(again.added).toBe(found === null)
    }
    const { rows } = await sql`select id from outbox`.execute(place.db())
    expect([rows.length, proxy.strikes() > 20]).toEqual([40, true])
  })

  it('R1: waits for the disk of the server at every commit, also after a message went in chunk by chunk', async () => {
    const db = place.another(1)
    await sql`set synchronous_commit = on`.execute(db)
    await makeSqlSpool(db).put(Buffer.alloc(600_000), 1_000_000)
    const { rows } = await sql<Record<string, string>>`show synchronous_commit`.execute(db)
    expect(rows).toEqual([{ synchronous_commit: 'on' }])
  })

  it('keeps text with U+0000, which PostgreSQL has no room for, with the sign for what cannot be written', async () => {
    const accounts = makeAccountStore(place.db())
    expect(await accounts.byAddress('lin\0@ep.test')).toBeNull()
    const made = {
      address: 'a\0b@ep.test',
      displayName: 'x',
      passwordHash: '',
      tier: 'free',
      organization: null,
    } as const
    expect((await accounts.add({ ...made, dueAt: null }))?.address).toBe('a\uFFFDb@ep.test')
  })
})

describe('PostgreSQL whose disk is full', () => {
  it('R12: is said to have no room until a write of a megabyte succeeds again', async () => {
    const place = await makePostgresPlace()
    const seen: boolean[] = []
    const stores = await openStores(
      readConfig({ DATABASE_URL: place.url.href, ...mailServer }),
      { now: Date.now },
      {
        onRoom: (hasRoom) => seen.push(hasRoom),
      },
    )
    try {
      expect(await stores.hasRoom()).toBe(true)
      // What the server says when it cannot extend a table's file.
      await sql`create function full_disk() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(place.db())
      await sql`create trigger full_disk before insert on blobs for each row execute function full_disk()`.execute(
        place.db(),
      )
      await expect(stores.spool.put(Buffer.from('x'), 10)).rejects.toMatchObject({ code: 'diskFull' })
      expect([await stores.hasRoom(), await stores.hasRoom(), seen]).toEqual([false, false, [false]])
      await sql`drop trigger full_disk on blobs`.execute(place.db())
      expect([await stores.hasRoom(), seen]).toEqual([true, [false, true]])
      expect((await sql`select id from blobs`.execute(place.db())).rows).toEqual([])
    } finally {
      await stores.close()
      await place.close()
    }
  })
})

describe('migrations on PostgreSQL', () => {
  it('are taken once, however many gateways start together, and make no table that is SQLite’s own', async () => {
    const place = await makePostgresPlace()
    try {
      await sql`drop schema ${sql.id(place.schema)} cascade`.execute(place.db())
      await sql`create schema ${sql.id(place.schema)}`.execute(place.db())
      const taken = await Promise.all(Array.from({ length: 5 }, () => migrate(place.another(2))))
      const wanted = migrations.filter((it) => it.on !== 'sqlite').map((it) => it.name)
      expect(taken.flat().toSorted()).toEqual(wanted)
      expect(await migrate(place.db())).toEqual([])
      const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
        where table_schema = ${place.schema} order by 1`.execute(place.db())
      const names = rows.map(({ name }) => name)
      expect(names).toContain('outbox')
      const ofMail = [
        'mailboxes',
        'mail_folders',
        'mails',
        'mail_parsed',
        'mail_buckets',
        'mail_text',
        'mail_conversations',
      ]
      expect(names.filter((name) => ofMail.includes(name))).toEqual([])
    } finally {
      await place.close()
    }
  })
})
