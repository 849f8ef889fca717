import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runRebuild } from '#server/cli/rebuildCommand'
import { openStores } from '#server/composition/stores'
import { readConfig } from '#server/config/readConfig'
import { StoreMismatch } from '#server/core/storeMismatch'
import { dataPathsOf } from '#server/mail/spool/dataPaths'
import { migrate } from '#server/sql/migrate'
import { openDatabase } from '#server/sql/openDatabase'
import type { TestGateway } from '#tests/support/gateway/gateway'
import { removeFolder } from '#tests/support/removeFolder'
import {
  type DataDirPlace,
  deliver,
  listed,
  makeDataDirPlace,
  rawMail,
  storeOf,
} from '#tests/support/stores/dataDirSetup'

let place: DataDirPlace
beforeEach(async () => {
  place = await makeDataDirPlace()
})
afterEach(() => place.close())

/** Twenty mails of one mailbox, some marked, moved to folders within folders, answered; and one that two mailboxes share. */
async function filled(): Promise<TestGateway> {
  const gateway = await place.open()
  await gateway.account('lin@ep.test', { tier: 'globalEnterprise', displayName: 'Lin' })
  await gateway.account('chen@ep.test')
  const ids = await deliver(gateway, 0, 19)
  const lin = await storeOf(gateway, 'lin@ep.test')
  const projects = await lin.createFolder('项目')
  const year = await lin.createFolder('2026', projects?.id ?? '')
  await lin.mark(ids.slice(0, 5), 'seen')
  await lin.mark(ids.slice(3, 8), 'flagged')
  await lin.move(ids.slice(6, 10), year?.id ?? '')
  await lin.move(ids.slice(10, 12), 'deleted')
  await lin.noteReply(ids[0] ?? '', 'answered')
  const shared = await gateway.stores.spool.put(Buffer.from(rawMail('shared').replaceAll('\n', '\r\n')), 10_000)
  const source = { kind: 'spool', spool: shared.id } as const
  for (const address of ['lin@ep.test', 'chen@ep.test'])
    await (await storeOf(gateway, address)).append({
      ...{ folder: 'inbox', source, flags: {}, receivedAt: 1_700_000_000_000, key: 'shared' },
    })
  return gateway
}

describe('a data directory whose database is lost', () => {
  it.each([
    ['absent', () => place.loseDatabase()],
    [
      'empty',
      async () => {
        await place.loseDatabase()
        await writeFile(dataPathsOf(place.dataDir).database, '')
      },
    ],
  ])('R12: is refused where it is %s, keeps all its files, and is made again from them', async (_name, lose) => {
    const gateway = await filled()
    const before = [await listed(gateway, 'lin@ep.test'), await listed(gateway, 'chen@ep.test')]
    await place.stop()
    await place.ageFiles()
    await lose()
    await expect(place.open()).rejects.toThrow(StoreMismatch)
    // A start that was refused leaves nothing that the next would take for a database.
    await expect(place.open()).rejects.toThrow(/npm run account -- rebuild/)
    expect(await place.messages()).toHaveLength(20)

    const said = await place.rebuild()
    expect(said).toMatch(/^Made 2 mailboxes and 21 messages\.\n/)
    expect(said).toContain('npm run account -- password chen@ep.test')
    expect(await place.rebuild()).toBe('Made 0 mailboxes and 0 messages.')
    const again = await place.open()
    expect([await listed(again, 'lin@ep.test'), await listed(again, 'chen@ep.test')]).toEqual(before)
    expect(await again.stores.accounts.byAddress('lin@ep.test')).toMatchObject({
      tier: 'globalEnterprise',
      displayName: 'Lin',
    })
    const found = await (await storeOf(again, 'lin@ep.test')).search({
      ...{ keyword: 'Text of mail 7', folder: null, location: 'all', page: 1, pageSize: 5 },
      ...{ texts: [], seen: null, flagged: null, urgent: null, hasAttachment: null },
      ...{ since: null, until: null, minSize: null, maxSize: null },
    })
    expect(found?.list.map(({ subject }) => subject)).toContain('mail 7')
    expect(await place.messages()).toHaveLength(20)
  })

  it('R12: gives files of which nothing is noted to the mailbox that is named, or to lost+found', async () => {
    await filled()
    await place.stop()
    const { mail: directory, lostAndFound } = dataPathsOf(place.dataDir)
    for (const name of await readdir(directory, { recursive: true }))
      if (name.endsWith('.json') || name.endsWith('.jsonl')) await rm(join(directory, name))
    await place.loseDatabase()
    expect(await place.rebuild('Lin@ep.test')).toMatch(/^Made 1 mailboxes and 20 messages\./)
    const gateway = await place.open()
    const inbox = (await listed(gateway, 'lin@ep.test')).find(({ path }) => path === '/inbox')
    expect(inbox?.list).toHaveLength(20)
    await place.stop()
    await place.loseDatabase()
    await removeFolder(join(directory, 'accounts'))
    expect(await place.rebuild()).toMatch(/^Made 0 mailboxes and 0 messages\.\n20 files .* lost\+found/)
    expect([await place.messages(), (await readdir(lostAndFound)).length]).toEqual([[], 20])
  })

  it('gives files to a mailbox of a domain that an organization has, and to none of another', async () => {
    const { organizations } = (await place.open()).stores
    await organizations.add({ code: 'acme', name: 'Acme', tier: 'enterprise', seats: 2 })
    await organizations.addDomain('acme', 'shop.example')
    await place.stop()
    await expect(place.rebuild('wang@far.example')).rejects.toThrow('no address of MAIL_DOMAINS')
    expect(await place.rebuild('wang@shop.example')).toMatch(/^Made 1 mailboxes/)
  })

  it('S20: leaves closed what its owner had closed, and open what was taken back', async () => {
    const gateway = await place.open()
    const [lin, chen] = [await gateway.account('lin@ep.test'), await gateway.account('chen@ep.test')]
    const closesAt = gateway.clock.now() + 1_000
    const { closings } = gateway.stores
    for (const { id } of [lin, chen]) expect(await closings.close(id, closesAt)).toBe(true)
    expect(await closings.takeBack(chen.id, closesAt - 1)).toBe(true)
    await place.stop()
    await place.loseDatabase()
    await place.rebuild()
    const { accounts } = (await place.open()).stores
    expect(await accounts.byId(lin.id)).toMatchObject({ isClosed: true, closesAt })
    const open = await accounts.byId(chen.id)
    expect(open).toMatchObject({ locked: false })
    expect(open).not.toHaveProperty('isClosed')
  })

  it('R12: is refused where accounts are noted and no message file is there, and a rebuild makes the accounts', async () => {
    const gateway = await place.open()
    await gateway.account('lin@ep.test')
    await gateway.account('chen@ep.test')
    await place.stop()
    await place.loseDatabase()
    await expect(place.open()).rejects.toThrow(/notes of accounts.*npm run account -- rebuild/)
    expect(await place.rebuild()).toMatch(/^Made 2 mailboxes and 0 messages\./)
    const again = await place.open()
    expect((await again.stores.accounts.all()).map(({ address }) => address)).toEqual(['chen@ep.test', 'lin@ep.test'])
  })

  it('R12: has its accounts made again where a mail server keeps the mail', async () => {
    await (await place.open()).account('lin@ep.test', { tier: 'soho' })
    await place.stop()
    await place.loseDatabase()
    const config = readConfig({
      ...{ DATA_DIR: place.dataDir, MAIL_DOMAINS: 'ep.test', SECRET_KEY: Buffer.alloc(32, 1).toString('base64') },
      ...{ IMAP_URL: 'imap://127.0.0.1:9', SMTP_URL: 'smtp://127.0.0.1:9' },
    })
    await expect(openStores(config, { now: Date.now })).rejects.toThrow(/npm run account -- rebuild/)
    expect(await runRebuild(config, { words: [] })).toBe('Made 1 mailboxes and 0 messages.')
    const stores = await openStores(config, { now: Date.now })
    expect(await stores.accounts.byAddress('lin@ep.test')).toMatchObject({ tier: 'soho' })
    await stores.close()
  })

  it('R12: is refused where another database stands beside notes of accounts that it does not have', async () => {
    await (await place.open()).account('lin@ep.test')
    await place.stop()
    await place.loseDatabase()
    const db = openDatabase(dataPathsOf(place.dataDir).database)
    await migrate(db)
    await db.destroy()
    await expect(place.open()).rejects.toThrow(/notes of accounts/)
  })

  it('is rebuilt with no gateway running alone', async () => {
    await filled()
    await expect(place.rebuild()).rejects.toThrow(/open: end it first/)
    await place.stop()
    expect(await place.rebuild()).toBe('Made 0 mailboxes and 0 messages.')
  })
})

describe('a data directory of an older version', () => {
  /** As it was before there were notes and identities. */
  async function asBefore(): Promise<void> {
    const db = openDatabase(dataPathsOf(place.dataDir).database)
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_master where type = 'trigger' and name like 'notes_%'`.execute(db)
    for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(db)
    for (const table of ['due_notes', 'store_identity']) await sql`drop table ${sql.ref(table)}`.execute(db)
    await sql`delete from migrations where name = '0040storeNotes'`.execute(db)
    await db.destroy()
    const directory = dataPathsOf(place.dataDir).mail
    for (const name of await readdir(directory, { recursive: true }))
      if (name.endsWith('.json') || name.endsWith('.jsonl')) await rm(join(directory, name))
  }

  it('starts, also with a file that a crash left, and is noted from then on', async () => {
    const gateway = await filled()
    await gateway.stores.spool.put(Buffer.from('left by a crash'), 100)
    await place.stop()
    await asBefore()
    const before = await place.open()
    const lists = [await listed(before, 'lin@ep.test'), await listed(before, 'chen@ep.test')]
    await place.stop()
    await place.loseDatabase()
    await expect(place.open()).rejects.toThrow(StoreMismatch)
    expect(await place.rebuild()).toMatch(/^Made 2 mailboxes and 21 messages\.\n1 files/)
    const again = await place.open()
    expect([await listed(again, 'lin@ep.test'), await listed(again, 'chen@ep.test')]).toEqual(lists)
  })

  it('R12: is refused where its database is the one that an earlier start made in place of the lost one', async () => {
    await filled()
    await place.stop()
    await asBefore()
    const db = openDatabase(dataPathsOf(place.dataDir).database)
    for (const table of ['mails', 'outbox', 'accounts']) await sql`delete from ${sql.ref(table)}`.execute(db)
    await db.destroy()
    await expect(place.open()).rejects.toThrow(StoreMismatch)
  })
})
