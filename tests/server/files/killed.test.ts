import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dataPathsOf } from '#server/mail/spool/dataPaths'
import { makeCalls, type RawValues, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { largeFile, sentFile } from '../../support/gateway/sentFile'
import type { KilledWork } from '../../support/kills/killedFiles'
import { removeFolder } from '../../support/removeFolder'

const program = fileURLToPath(new URL('../../support/kills/killedFiles.ts', import.meta.url))
const day = 24 * 60 * 60 * 1_000
/** Files have the machine's own time. */
const now = Date.now()
const visit = randomBytes(32).toString('hex')

let base: string
let dataDir: string
let session: Signed
/** 一.txt and 二.txt beside the folder 合同; the folder 旧 lies in the trash. */
let ids: Readonly<Record<'one' | 'two' | 'folder' | 'old', string>>
let share: { readonly id: string; readonly secret: string }

const callsOf = (gateway: TestGateway) => {
  const calls = makeCalls(gateway)
  return async (path: string, form: RawValues = {}) => (await calls.post(`${path}.action`, form, { session })).json
}

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  const gateway = await makeTestGateway({ dataDir: base, now })
  const { id } = await gateway.account('lin@ep.test')
  const calls = makeCalls(gateway)
  session = await calls.signIn('lin@ep.test')
  const post = callsOf(gateway)
  const folder = async (name: string, parent = '') =>
    String(Object((await post('files/addFolder', { name, folder: parent })).entry).id)
  const file = async (name: string, parent = '') => {
    const uploadId = await sentFile({ gateway, calls, session }, { name, bytes: Buffer.from(name) })
    return String(Object((await post('files/addFile', { uploadId, name, folder: parent })).entry).id)
  }
  ids = { one: await file('一.txt'), two: await file('二.txt'), folder: await folder('合同'), old: await folder('旧') }
  // More than are removed at once.
  for (let at = 0; at < 205; at += 1) {
    const made = { id: `old-${at}`, parent: ids.old, name: String(at) }
    await gateway.stores.files.addFolder(id, made, now)
  }
  await file('三.txt', ids.old)
  await post('files/trash', { ids: ids.old })
  const made = await post('share/shareFiles', { ids: ids.one, time: 3, mostOpens: 1 })
  share = { id: String(Object(made.share).id), secret: String(made.secret) }
  await gateway.close()
})
afterAll(() => removeFolder(base))

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  await cp(base, dataDir, { recursive: true })
})
afterEach(() => removeFolder(dataDir))

/** The answers that came before it died. */
async function die(killAt: string, work: KilledWork): Promise<readonly string[]> {
  const run = ['--import', 'tsx', program, dataDir, killAt, String(now), session.token, JSON.stringify(work)]
  const { answers, signal } = await new Promise<{ answers: string[]; signal: string | null }>((resolve) => {
    const child = execFile(process.execPath, run, (_error, output) =>
      resolve({ answers: output.split('\n').filter(Boolean), signal: child.signalCode }),
    )
  })
  expect(signal, answers.join()).toBe('SIGKILL')
  return answers
}

/** Works on after the death, and then proves that nothing is stray and that all is counted. */
async function afterRestart(
  work: (gateway: TestGateway, post: ReturnType<typeof callsOf>) => Promise<void>,
  sweepAt = now + 2 * day,
): Promise<void> {
  const gateway = await makeTestGateway({ dataDir, now })
  const { db, files } = gateway.stores
  await work(gateway, callsOf(gateway))
  gateway.clock.set(sweepAt)
  await gateway.house.sweep()
  const account = (await gateway.stores.accounts.byAddress('lin@ep.test'))?.id ?? ''
  const entries = await db.selectFrom('file_entries').selectAll().execute()
  const contents = await db.selectFrom('file_contents').select('id').execute()
  expect(new Set(contents.map(({ id }) => id))).toEqual(
    new Set(entries.flatMap(({ content }) => (content === '' ? [] : [content]))),
  )
  for (const entry of entries) {
    const stream = entry.is_folder === 1 ? null : await files.read(account, entry.id, { from: 0, to: entry.size })
    const read = stream === null ? [] : await stream.toArray()
    expect([entry.name, Buffer.concat(read).length]).toEqual([entry.name, entry.size])
  }
  const sum = entries.reduce((bytes, { size }) => bytes + size, 0)
  const counted = await db.selectFrom('file_books').select(['bytes', 'entries']).execute()
  expect(counted).toEqual([{ bytes: sum, entries: entries.length }])
  expect(await db.selectFrom('uploads').select('id').execute()).toEqual([])
  await gateway.close()
  const paths = dataPathsOf(dataDir)
  const named = (await readdir(paths.files, { recursive: true })).filter((path) => path.includes('/'))
  expect(named.map((path) => path.slice(3)).sort()).toEqual(contents.map(({ id }) => id).sort())
  expect(await readdir(paths.uploads)).toEqual([])
}

type Post = ReturnType<typeof callsOf>
const namesIn = async (post: Post, form: RawValues = {}) => {
  const { entries } = await post('files/listFiles', form)
  return Array.isArray(entries) ? entries.map(({ name }: { name: string }) => name).sort() : []
}

const steps = ['partWritten 2', 'answered 2', 'bytesLinked', 'bytesNamed', 'filesWritten', 'fileRecorded']

describe('R13: a gateway killed while a file is stored', () => {
  it.each([...steps, 'uploadUnlisted'])(
    'R13: killed at %s, it has what it said it had, and the file once when it is sent on',
    async (killAt) => {
      const answers = await die(killAt, { send: true })
      const said = (what: string) => answers.findLast((one) => one.startsWith(what))?.split(' ')[1]
      await afterRestart(async (gateway, post) => {
        const calls = makeCalls(gateway)
        const known = said('upload') ?? ''
        const { json } = await calls.get('writemail/uploadState.action', { uploadId: known }, { session })
        const isStored = (await namesIn(post)).includes(largeFile.name)
        if (answers.includes('added')) expect(isStored).toBe(true)
        else if (said('held') && !isStored) expect(json.offset).toBeGreaterThanOrEqual(Number(said('held')))
        // A page whose answer was lost stores what it sent, and sends what is not there.
        const again = await post('files/addFile', { uploadId: known, name: largeFile.name })
        if (again.code !== '200') {
          const uploadId = await sentFile({ gateway, calls, session }, largeFile, known)
          expect(await post('files/addFile', { uploadId, name: largeFile.name })).toMatchObject({ code: '200' })
        }
        expect((await namesIn(post)).filter((name) => name.startsWith('大'))).toEqual([largeFile.name])
        // What is stored takes no room as an upload any more.
        const uploads = await gateway.stores.db.selectFrom('uploads').select('id').where('id', '=', known).execute()
        expect(uploads).toEqual([])
      })
    },
  )

  it('R13: whose person never comes back, it gives the room of the upload back', async () => {
    await die('fileRecorded', { send: true })
    await afterRestart(async (_gateway, post) => expect(await namesIn(post)).toContain(largeFile.name))
  })
})

describe('R13: a gateway killed while files are put elsewhere', () => {
  it.each(['filesWritten', 'answered'])('R13: killed at %s, it has moved all or none', async (killAt) => {
    const form = { ids: [ids.one, ids.two], folder: ids.folder }
    const isMoved = (await die(killAt, { call: { path: 'files/move.action', form } })).length > 0
    await afterRestart(async (_gateway, post) => {
      const moved = ['一.txt', '二.txt']
      expect(await namesIn(post)).toEqual(isMoved ? ['合同'] : [...moved, '合同'])
      expect(await namesIn(post, { folder: ids.folder })).toEqual(isMoved ? moved : [])
    })
  })

  it('R13: killed as it answers, it has deleted all', async () => {
    await die('answered', { call: { path: 'files/trash.action', form: { ids: [ids.one, ids.folder] } } })
    await afterRestart(async (_gateway, post) => {
      expect(await namesIn(post)).toEqual(['二.txt'])
      expect(await namesIn(post, { trash: 1 })).toEqual(['一.txt', '合同', '旧'])
    })
  })

  it.each(['bytesUnlisted', 'bytesUnlisted 2'])(
    'R13: killed at %s while it removes for good, it still shows what is left, or nothing is',
    async (killAt) => {
      await die(killAt, { call: { path: 'files/remove.action', form: { ids: ids.old } } })
      await afterRestart(async (_gateway, post) => {
        const isLeft = killAt === 'bytesUnlisted'
        expect(await namesIn(post, { trash: 1 })).toEqual(isLeft ? ['旧'] : [])
        const again = await post('files/remove', { ids: ids.old })
        expect(again).toMatchObject(isLeft ? { removed: 1 } : { code: 'notFound' })
      })
    },
  )

  it.each(['unfinishedSwept'])('R13: killed at %s of its sweep, the next one leaves nothing stray', async (killAt) => {
    const shard = join(dataPathsOf(dataDir).files, 'zz')
    await mkdir(shard)
    for (const name of ['zz-stray', 'zz-half.tmp']) {
      await writeFile(join(shard, name), 'x')
      await utimes(join(shard, name), new Date(now - 3 * day), new Date(now - 3 * day))
    }
    await die(killAt, { sweepAt: now + 31 * day })
    await afterRestart(async () => undefined, now + 31 * day)
  })
})

describe('R13: a gateway killed at a share', () => {
  it.each(['shareWritten', 'answered'])('R13: killed at %s, it has made it whole or not at all', async (killAt) => {
    const [answer] = await die(killAt, {
      call: { path: 'share/shareFiles.action', form: { ids: [ids.two, ids.folder], time: 3 } },
    })
    await afterRestart(async (gateway, post) => {
      const { list } = await post('share/shares')
      expect(list).toHaveLength(answer === undefined ? 1 : 2)
      const named = await gateway.stores.db.selectFrom('shared_files').select('file_id').execute()
      expect(named).toHaveLength(answer === undefined ? 1 : 3)
      if (answer === undefined) return
      const { secret }: { readonly secret: string } = JSON.parse(answer)
      expect(await post('share/open', { secret, visit })).toEqual({ code: '200' })
      expect(await post('share/read', { visit })).toMatchObject({ shared: { files: [{}, {}] } })
    })
  })

  it.each(['visitWritten'])('R13: killed at %s, an open counts once and lets its guest in', async (killAt) => {
    const form = { secret: share.secret, visit }
    await die(killAt, { call: { path: 'share/open.action', form } })
    await afterRestart(async (_gateway, post) => {
      // The page asks again with the visit that it drew; of this share one open is left.
      expect(await post('share/open', form)).toEqual({ code: '200' })
      expect(await post('share/read', { visit })).toMatchObject({ shared: { files: [{ name: '一.txt' }] } })
      expect(await post('share/shares')).toMatchObject({ list: [{ opens: 1, state: 'usedUp' }] })
    })
  })

  it.each(['shareRevoked'])('R13: killed at %s, it lets nobody in who has the link', async (killAt) => {
    await die(killAt, { call: { path: 'share/revokeShare.action', form: { id: share.id } } })
    await afterRestart(async (_gateway, post) => {
      expect(await post('share/open', { secret: share.secret, visit })).toMatchObject({ reason: 'revoked' })
      expect(await post('share/shares')).toMatchObject({ list: [{ state: 'revoked' }] })
    })
  })
})
