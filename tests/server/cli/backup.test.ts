import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backUp } from '#server/mail/maintenance/backup'
import { dataPathsOf } from '#server/mail/spool/dataPaths'
import { openDatabase } from '#server/sql/openDatabase'
import { makeCalls } from '../../support/gateway/calls'
import { bytesOf, makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { removeFolder } from '../../support/removeFolder'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const run = promisify(execFile)

let folder: string
let dataDir: string
let to: string
let gateway: TestGateway

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  dataDir = join(folder, 'data')
  to = join(folder, 'backup')
  gateway = await makeTestGateway({ dataDir })
  await gateway.account('lin@ep.test')
})
afterEach(async () => {
  await gateway.close()
  await removeFolder(folder)
})

const mail = (subject: string) => `From: w@example.cn\nTo: lin@ep.test\nSubject: ${subject}\n\nText of ${subject}\n`
const deliver = (subject: string) => gateway.deliver('lin@ep.test', mail(subject))

async function storeOf(place: TestGateway) {
  const account = await place.stores.accounts.byAddress('lin@ep.test')
  if (account === null) throw new Error('No account')
  return place.stores.mailStores.of(account)
}

/** Every mail of the inbox, read from its file; answers their subjects. */
async function readAll(place: TestGateway): Promise<readonly string[]> {
  const store = await storeOf(place)
  const asked = { folder: 'inbox', page: 1, pageSize: 200, sort: 'date', order: 'desc', filter: 'all' } as const
  const list = (await store.page(asked))?.list ?? []
  return Promise.all(
    list.map(async ({ id, subject }) => {
      const raw = await store.raw(id)
      if (raw === null) throw new Error(`${subject} is not there`)
      expect((await bytesOf(raw.stream)).toString()).toContain(`Text of ${subject}`)
      return subject
    }),
  )
}

async function restored(): Promise<TestGateway> {
  const db = openDatabase(dataPathsOf(to).database)
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check`.execute(db)
  expect(rows).toEqual([{ quick_check: 'ok' }])
  await db.destroy()
  return makeTestGateway({ dataDir: to, now: gateway.clock.now() + 60_000 })
}

/** Past all recovery, so that the file goes. */
async function removeForEver(id: string) {
  await (await storeOf(gateway)).remove([id])
  const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
  if (lin !== null) await gateway.stores.removedMails?.of(lin).forget([id])
}

describe('a backup', () => {
  it('made while mail comes and goes holds everything that its database refers to', async () => {
    const kept = await Promise.all(Array.from({ length: 30 }, (_, index) => deliver(`kept ${index}`)))
    let working = true
    const traffic = (async () => {
      for (let index = 0; working; index += 1) {
        const id = await deliver(`passing ${index}`)
        if (index % 2 === 0) await removeForEver(id)
      }
    })()
    const { files } = await backUp({ dataDir, to })
    working = false
    await traffic
    const copy = await restored()
    const subjects = await readAll(copy)
    expect(subjects.filter((it) => it.startsWith('kept'))).toHaveLength(kept.length)
    expect(files).toBe(subjects.length)
    await copy.close()
  })

  it('begins anew where a mail was removed between its database and its files', async () => {
    const one = await deliver('one')
    await deliver('two')
    let round = 0
    const betweenSteps = async () => {
      round += 1
      if (round === 1) await removeForEver(one)
    }
    await backUp({ dataDir, to, betweenSteps })
    expect(round).toBe(2)
    const copy = await restored()
    expect(await readAll(copy)).toEqual(['two'])
    await copy.close()
    expect((await stat(to)).mode & 0o077).toBe(0)
  })

  it('holds what was deleted and can still be recovered', async () => {
    const id = await deliver('lost')
    await (await storeOf(gateway)).remove([id])
    await backUp({ dataDir, to })
    const copy = await restored()
    const lin = await copy.stores.accounts.byAddress('lin@ep.test')
    if (lin !== null) await copy.stores.removedMails?.of(lin).restore([id], 0, 'Recovered')
    expect(await readAll(copy)).toEqual(['lost'])
    await copy.close()
  })

  it('signs nobody in and sends nothing a second time when it is restored', async () => {
    const calls = makeCalls(gateway)
    const session = await calls.signIn('lin@ep.test')
    const { outbox, spool } = gateway.stores
    const account = await gateway.stores.accounts.byAddress('lin@ep.test')
    const message = await spool.put(Buffer.from(mail('goes out').replaceAll('\n', '\r\n')), 10_000)
    await outbox.add({
      id: 'send',
      accountId: account?.id ?? '',
      from: 'lin@ep.test',
      subject: 'goes out',
      spool: message.id,
      saveToSent: false,
      createdAt: gateway.clock.now(),
      idempotencyKey: 'k',
      contentHash: '',
      notBefore: gateway.clock.now() + 1_000,
      recipients: [{ address: 'bo@elsewhere.example', local: false }],
      draftId: null,
      answers: null,
      sealedSecret: null,
    })
    const shares = { most: 9, copiedBytes: 0, mostCopiedBytes: 0 }
    const now = gateway.clock.now()
    const about = { id: 's', accountId: account?.id ?? '', mailId: 'm', subject: 'x', withAttachments: false }
    const shared = { ...about, files: [], codeHash: null, madeAt: now, expiresAt: now + 86_400_000, mostOpens: null }
    await gateway.stores.shares.add('secret', shared, shares)
    await backUp({ dataDir, to })
    const copy = await restored()
    expect(await copy.stores.shares.find('secret')).toMatchObject({ isRevoked: true })
    await copy.drain()
    const states = (await copy.stores.outbox.find(account?.id ?? '', 'send'))?.recipients.map(({ state }) => state)
    expect(states).toEqual(['unconfirmed'])
    const heartbeat = await makeCalls(copy).get('main/heartbeat.action', {}, { session })
    expect([heartbeat.status, heartbeat.json.code]).toEqual([403, '403'])
    const asked = { folder: 'inbox', page: 1, pageSize: 20, sort: 'date', order: 'desc', filter: 'all' } as const
    expect((await (await storeOf(copy)).page(asked))?.list).toHaveLength(1)
    await copy.close()
  })

  it('is never laid over another, and appears only when it is whole', async () => {
    await writeFile(join(folder, 'backup'), '')
    await expect(backUp({ dataDir, to })).rejects.toThrow('is there already')
    await rm(to)
    const source = { open: async () => Readable.from([Buffer.from('abc')]), path: null }
    const file = { upload: 'u', parent: '', name: 'a.txt', size: 3, type: 'text/plain', source }
    const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
    await gateway.stores.files.addFile(lin?.id ?? '', file, 'ask', { now: 1, room: 1_000 })
    await removeFolder(join(dataDir, 'files'))
    await expect(backUp({ dataDir, to })).rejects.toThrow('files that are missing')
    // What lies in object storage is not here to be copied.
    expect(await backUp({ dataDir, to, isShared: true })).toMatchObject({ elsewhere: 1 })
    await removeFolder(to)
    await deliver('lost')
    await removeFolder(join(dataDir, 'mail'))
    await expect(backUp({ dataDir, to, isShared: true })).rejects.toThrow('files that are missing')
    expect(await readdir(folder)).toEqual(expect.not.arrayContaining(['backup']))
  })

  it('is one command beside a running gateway', async () => {
    await deliver('one')
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
    const command = (...words: string[]) =>
      run(process.execPath, ['server/bin/backup.mjs', ...words], { cwd: root, env })
    expect((await command(to)).stdout).toContain(`${to} holds the database and 1 files`)
    // The database is copied by SQLite, which leaves its mode to the process.
    expect((await stat(dataPathsOf(to).database)).mode & 0o077).toBe(0)
    await expect(command()).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('npm run backup') })
    await expect(command(to)).rejects.toMatchObject({ code: 1 })
  })
})
