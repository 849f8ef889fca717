import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { moveOrphans } from '#server/kit/files/lostFiles'
import { dataPathsOf } from '#server/mail/spool/dataPaths'
import { type FileSpool, openSpool } from '#server/mail/spool/fileSpool'
import { makeTestGateway } from '#tests/support/gateway/gateway'
import { makeEmbeddedPlace } from '#tests/support/stores/embeddedSetup'

const hour = 3_600_000
const day = 24 * hour

describe('message files that nothing refers to', () => {
  let place: Awaited<ReturnType<typeof makeEmbeddedPlace>>
  let spool: FileSpool
  beforeEach(async () => {
    place = await makeEmbeddedPlace()
    spool = openSpool({ db: place.db(), dataDir: place.folder })
  })
  afterEach(() => place.close())

  const namesIn = (path: string) => readdir(path).catch(() => [])
  const lost = () => namesIn(dataPathsOf(place.folder).lostAndFound)
  const messages = async () =>
    (await readdir(dataPathsOf(place.folder).mail, { recursive: true })).filter((name) => name.endsWith('.eml'))

  /** Old files of the spool's own kind, of which the first `referred` have a send that needs them. */
  async function oldFiles(count: number, referred: number): Promise<void> {
    const ids = Array.from({ length: count }, () => randomBytes(16).toString('hex'))
    for (const id of ids) {
      await mkdir(join(spool.path(id), '..'), { recursive: true })
      await writeFile(spool.path(id), 'Subject: x\r\n\r\nx')
      await utimes(spool.path(id), 1, 1)
    }
    const rows = ids.slice(0, referred).map((id, index) => ({
      ...{
        id: `o${index}`,
        account_id: 'a',
        idempotency_key: id,
        content_hash: '',
        sender: 's',
        subject: '',
        spool: id,
      },
      ...{ save_to_sent: 0 as const, created_at: 0, due_at: 5, leased_until: 0, separate: 0 as const },
    }))
    for (let from = 0; from < rows.length; from += 100)
      await place
        .db()
        .insertInto('outbox')
        .values(rows.slice(from, from + 100))
        .execute()
  }

  describe.each([
    ['of another file system', 'EXDEV', 'go there once each copy is whole', 2],
    ['that takes nothing', 'EACCES', 'are counted as left', 0],
  ])('and a lost+found %s', (_name, code, title, moved) => {
    it(`R12: ${title}`, async () => {
      await oldFiles(2, 0)
      const { mail, lostAndFound } = dataPathsOf(place.folder)
      const tried: string[] = []
      const report = await moveOrphans({
        // Two messages may lie in one directory.
        directories: [...new Set((await messages()).map((name) => dirname(join(mail, name))))].map((path) => ({
          ...{ path, ending: '.eml', orphansOf: async (names) => names },
        })),
        before: Date.now(),
        lostAndFound,
        renameFile: async (from) => {
          tried.push(basename(from))
          throw Object.assign(new Error('refused'), { code })
        },
      })
      const left = 2 - moved
      expect([report, tried.length, (await messages()).length]).toEqual([{ moved, left }, 2, left])
      const found = await lost()
      expect(found.toSorted()).toEqual(moved > 0 ? tried.toSorted() : [])
      for (const name of found) {
        const file = join(lostAndFound, name)
        expect([await readFile(file, 'utf8'), (await stat(file)).mtimeMs]).toEqual(['Subject: x\r\n\r\nx', 1_000])
      }
    })
  })

  it.each([
    ['10 of 10', 10, 0, { moved: 10, left: 0 }],
    ['11 of 20', 20, 9, { moved: 0, left: 11 }],
    ['11 of 1,100', 1_100, 1_089, { moved: 11, left: 0 }],
    ['12 of 1,100', 1_100, 1_088, { moved: 0, left: 12 }],
  ])(
    'R12: go to lost+found where they are few, and stay where they are many: %s',
    async (_name, all, referred, found) => {
      await oldFiles(all, referred)
      expect(await spool.sweep(day)).toEqual(found)
      expect([(await messages()).length, (await lost()).length]).toEqual([all - found.moved, found.moved])
    },
  )

  it('R12: go to lost+found up to 100 at once, whatever share that is of many', async () => {
    await oldFiles(101, 0)
    expect(await spool.sweep(day)).toEqual({ moved: 0, left: 101 })
    expect([(await messages()).length, await lost()]).toEqual([101, []])
  })

  it('never replace one another in lost+found', async () => {
    const id = 'ab'.repeat(16)
    for (const text of ['first', 'second']) {
      await mkdir(join(spool.path(id), '..'), { recursive: true })
      await writeFile(spool.path(id), text)
      await utimes(spool.path(id), 1, 1)
      expect(await spool.sweep(day)).toEqual({ moved: 1, left: 0 })
    }
    expect((await lost()).sort()).toEqual([`1-${id}.eml`, `${id}.eml`])
  })

  it('leaves no half-written file of a crash once it is old', async () => {
    const { id } = await spool.put(Buffer.from('whole'), 100)
    const [old, young] = [`${spool.path(id)}.tmp`, `${spool.path('0'.repeat(32))}.tmp`]
    await mkdir(join(young, '..'), { recursive: true })
    for (const path of [old, young]) await writeFile(path, 'hal')
    await utimes(old, 1, 1)
    expect(await spool.sweep(day)).toEqual({ moved: 0, left: 0 })
    expect([await stat(old).catch(() => null), (await stat(young)).size]).toEqual([null, 3])
  })

  it('R12: stay where they are in the first hour after a start', async () => {
    const dataDir = join(place.folder, 'data')
    const gateway = await makeTestGateway({ dataDir, now: Date.now() + 2 * day })
    const { id } = await gateway.stores.spool.put(Buffer.from('left by a crash'), 100)
    gateway.clock.advance(hour - 1)
    expect(await gateway.house.sweep()).toBeNull()
    expect(await gateway.stores.spool.size(id)).toBe(15)
    gateway.clock.advance(1)
    expect(await gateway.house.sweep()).toEqual({ moved: 1, left: 0 })
    expect(await namesIn(dataPathsOf(dataDir).lostAndFound)).toEqual([`${id}.eml`])
    await gateway.close()
  })
})

describe('the files of a data directory', () => {
  let place: Awaited<ReturnType<typeof makeEmbeddedPlace>>
  beforeEach(async () => {
    place = await makeEmbeddedPlace()
  })
  afterEach(() => place.close())

  it('are closed to other users of the machine, also those that an older version or an operator made', async () => {
    const dataDir = join(place.folder, 'data')
    const places = dataPathsOf(dataDir)
    const first = await makeTestGateway({ dataDir })
    await first.account('a@ep.test')
    const mail = await first.deliver('a@ep.test', 'Subject: a\r\n\r\na')
    await first.close()
    await mkdir(places.uploads, { recursive: true })
    await writeFile(join(places.uploads, 'u'), 'u')
    const entries = async () => (await readdir(dataDir, { recursive: true })).map((name) => join(dataDir, name))
    for (const path of [dataDir, ...(await entries())])
      await chmod(path, (await stat(path)).isDirectory() ? 0o755 : 0o644)
    const again = await makeTestGateway({ dataDir })
    await again.house.sweep()
    const open = []
    for (const path of [dataDir, ...(await entries())]) if (((await stat(path)).mode & 0o077) !== 0) open.push(path)
    expect([mail !== '', open]).toEqual([true, []])
    await again.close()
  })
})
