import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StoreAway } from '#server/core/refusal'
import { asProductError } from '#server/sql/driverErrors'
import { migrate } from '#server/sql/migrate'
import { migrations } from '#server/sql/migrations'
import { type Database, openDatabase } from '#server/sql/openDatabase'
import { removeFolder } from '../../../support/removeFolder'

describe('the database', () => {
  let folder: string
  let db: Database
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ep-mail-'))
    db = openDatabase(join(folder, 'gateway.db'))
  })
  afterEach(async () => {
    await db.destroy()
    await removeFolder(folder)
  })
  const setting = async (name: string) => Object.values((await sql.raw(`pragma ${name}`).execute(db)).rows[0] ?? {})[0]

  it('R1: is safe on the disk with every commit', async () => {
    expect(await setting('journal_mode')).toBe('wal')
    expect(await setting('synchronous')).toBe(2)
    expect(await setting('foreign_keys')).toBe(1)
    expect(await setting('busy_timeout')).toBe(5_000)
  })

  it('takes each step forward once, whichever process comes first', async () => {
    const other = openDatabase(join(folder, 'gateway.db'))
    const taken = [...(await migrate(db)), ...(await migrate(other))]
    await other.destroy()
    expect(taken.toSorted()).toEqual(migrations.map((migration) => migration.name))
    expect(await migrate(db)).toEqual([])
    const { rows } = await sql<{ name: string }>`select name from migrations order by position`.execute(db)
    expect(rows.map((row) => row.name)).toEqual(migrations.map((migration) => migration.name))
  })

  it('takes a transaction back whole, and says why it failed', async () => {
    await migrate(db)
    const failing = db.transaction().execute(async (transaction) => {
      await transaction.insertInto('mailboxes').values({ account_id: 'a' }).execute()
      await transaction.insertInto('mailboxes').values({ account_id: 'a' }).execute()
    })
    await expect(failing).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_UNIQUE' })
    expect(await db.selectFrom('mailboxes').selectAll().execute()).toEqual([])
  })

  it('R12: refuses when the disk is full, and works on when there is room again', async () => {
    await sql`create table t (x)`.execute(db)
    await sql`pragma max_page_count = 3`.execute(db)
    const fill = () =>
      db.transaction().execute(async (transaction) => {
        for (let n = 0; n < 50; n += 1) await sql`insert into t values (zeroblob(1000))`.execute(transaction)
      })
    await expect(fill()).rejects.toMatchObject({ name: 'Refusal', code: 'diskFull' })
    await sql`pragma max_page_count = 1000000`.execute(db)
    await fill()
    expect((await sql<{ n: number }>`select count(*) as n from t`.execute(db)).rows).toEqual([{ n: 50 }])
  })

  it('R12: is away when its file cannot be opened or written', async () => {
    expect(() => openDatabase(join(folder, 'none', 'gateway.db'))).toThrow(StoreAway)
    const readonly = openDatabase(join(folder, 'gateway.db'), { readonly: true })
    await expect(sql`create table t (x)`.execute(readonly)).rejects.toBeInstanceOf(StoreAway)
    await readonly.destroy()
  })
})

describe('errors of the driver', () => {
  const coded = (code: string) => Object.assign(new Error(code), { code })

  it('R12: become words of the product, and others stay as they are', () => {
    for (const code of ['SQLITE_FULL', 'ENOSPC', 'EDQUOT']) {
      expect(asProductError(coded(code))).toMatchObject({ name: 'Refusal', code: 'diskFull' })
    }
    for (const code of ['SQLITE_READONLY', 'SQLITE_IOERR_WRITE', 'SQLITE_BUSY', 'EROFS', 'EACCES']) {
      expect(asProductError(coded(code))).toBeInstanceOf(StoreAway)
    }
    const bug = coded('SQLITE_CONSTRAINT_UNIQUE')
    expect(asProductError(bug)).toBe(bug)
    expect(asProductError('odd')).toBe('odd')
  })
})
