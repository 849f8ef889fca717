/**
 * Hostile files through upload, preview, archive and share. With `EP_HOSTILE_FOLDER` also every file of
 * that folder, every attachment of its messages and every body of its lists of HTML.
 */
import { readdir, readFile } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isShownAsItIs } from '#contract/mail/previews'
import { makeCalls, type RawValues, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { type HostileFile, hostileFiles, refusedNames } from '../../support/gateway/hostileFiles'
import { sentFile } from '../../support/gateway/sentFile'
import { readZip } from '../../support/mail/readZip'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let session: Signed
beforeEach(async () => {
  gateway = await makeTestGateway()
  calls = makeCalls(gateway)
  await gateway.account('lin@ep.test', { tier: 'enterprise' })
  session = await calls.signIn('lin@ep.test')
})
afterEach(() => gateway.close())

const post = async (path: string, form: RawValues = {}) => (await calls.post(`${path}.action`, form, { session })).json
const sid = async () => String((await calls.get('readmail/sid.action', {}, { session })).json.sid)

type Entry = { readonly id: string; readonly name: string; readonly type: string; readonly size: number }

async function stored({ name, bytes }: HostileFile): Promise<Entry> {
  const uploadId = await sentFile({ gateway, calls, session }, { name, bytes })
  const { entry, code } = await post('files/addFile', { uploadId, name, same: 'number' })
  expect([name, code]).toEqual([name, '200'])
  return Object(entry)
}

/** Parsed, not compared: a directive that is misspelt protects nobody. */
function policyOf(header = ''): ReadonlyMap<string, string> {
  const pairs = header.split(';').map((directive) => directive.trim().split(/\s+/))
  return new Map(pairs.map(([name = '', ...values]) => [name.toLowerCase(), values.join(' ')]))
}

/** No header of an answer lets a browser run what it holds, or save it elsewhere than under its bare name. */
function expectHarmless(headers: Readonly<Record<string, string>>, name: string, mayShow = false): void {
  const policy = policyOf(headers['content-security-policy'])
  expect([policy.get('default-src'), policy.get('sandbox'), headers['x-content-type-options']], name).toEqual([
    ...["'none'", '', 'nosniff'],
  ])
  const [way, ...parameters] = (headers['content-disposition'] ?? '').split('; ')
  const isShown = way === 'inline'
  expect(isShown && !mayShow, name).toBe(false)
  const type = headers['content-type'] ?? ''
  expect(type === 'application/octet-stream' || isShownAsItIs(type), `${name}: ${type}`).toBe(true)
  const [plain = '', written = ''] = parameters
  expect(plain).toMatch(/^filename="[\x20-\x21\x23-\x7e]*"$/)
  expectBare(decodeURIComponent(written.replace("filename*=UTF-8''", '')))
}

function expectBare(name: string): void {
  expect(name).not.toMatch(/[/\\\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]|^\.\.?$/u)
  expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i)
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
}

/** Unpacked by anyone, each file comes to lie within the folder that is meant, and on no other. */
async function expectSafeZip(bytes: Buffer, count: number): Promise<void> {
  const files = await readZip(bytes)
  expect(files.size).toBe(count)
  const into = resolve('/somewhere/files')
  for (const name of files.keys()) {
    expect(resolve(into, name).startsWith(into + sep), name).toBe(true)
    for (const step of name.split('/')) expectBare(step)
  }
  expect(new Set([...files.keys()].map((name) => name.normalize('NFC').toLowerCase())).size).toBe(count)
}

/** All ways on which files leave the gateway. */
async function examine(entries: readonly Entry[]): Promise<void> {
  for (const { id, name, type, size } of entries) {
    for (const inline of [0, 1]) {
      const { headers, bytes } = await calls.get('files/download.action', { sid: await sid(), id, inline })
      expectHarmless(headers, name, isShownAsItIs(type))
      expect(bytes.length).toBe(size)
    }
    const small = await calls.get('files/thumbnail.action', { sid: await sid(), id })
    if (small.status === 200) expect(small.headers['content-type']).toBe('image/webp')
    else expect(small.json).toMatchObject({ code: 'notFound' })
    expect((await post('files/text', { id })).code).toBe('200')
  }
  for (let at = 0; at < entries.length; at += 100) {
    const ids = entries.slice(at, at + 100).map(({ id }) => id)
    const { bytes } = await calls.get('files/downloadFiles.action', { sid: await sid(), ids })
    await expectSafeZip(bytes, ids.length)
  }
}

async function examineShare(entries: readonly Entry[]): Promise<void> {
  const visit = 'a'.repeat(64)
  const { secret } = await post('share/shareFiles', { ids: entries.map(({ id }) => id), time: 1 })
  expect(await post('share/open', { secret: String(secret), visit })).toEqual({ code: '200' })
  for (const { id, name } of entries)
    expectHarmless((await calls.post('share/file.action', { visit, id })).headers, name)
  await expectSafeZip((await calls.post('share/zip.action', { visit, ids: [] })).bytes, entries.length)
}

/** What a folder of somebody else's test data has, under the names that it has there. */
async function filesOf(folder: string): Promise<readonly HostileFile[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files: HostileFile[] = []
  for (const one of names.filter((entry) => entry.isFile())) {
    const bytes = await readFile(join(one.parentPath, one.name))
    files.push({ name: basename(one.name), bytes })
    if (!one.name.endsWith('html.json')) continue
    const bodies: readonly { readonly html: string }[] = JSON.parse(bytes.toString())
    for (const [at, { html }] of bodies.entries())
      files.push({ name: `${at}.${['html', 'svg', 'xml', 'pdf'][at % 4]}`, bytes: Buffer.from(html) })
  }
  return files
}

describe('hostile files', () => {
  it('S9, S10: run nowhere and leave their folder nowhere, looked at, saved, packed and shared', async () => {
    const entries: Entry[] = []
    for (const file of hostileFiles) entries.push(await stored(file))
    await examine(entries)
    await examineShare(entries)
    // Nothing that a browser runs is known by its own type.
    const types = new Set(entries.map(({ type }) => type))
    for (const type of types)
      expect(type === 'text/plain' || type === 'application/octet-stream' || isShownAsItIs(type), type).toBe(true)
  })

  it('S10: of names that are none are refused by each call that gives a name', async () => {
    const { id } = await stored({ name: 'a.txt', bytes: Buffer.from('x') })
    for (const name of refusedNames) {
      const refused = { code: 'fileNameInvalid' }
      expect(await post('files/startUpload', { name, type: '', size: 1 }), name).toMatchObject(refused)
      expect(await post('files/addFolder', { name }), name).toMatchObject(refused)
      expect(await post('files/rename', { id, version: 1, name }), name).toMatchObject(refused)
    }
  })

  const folder = process.env.EP_HOSTILE_FOLDER
  if (folder === undefined) return
  it('S9, S10: of a folder run nowhere and leave it nowhere', { timeout: 600_000 }, async () => {
    const files = await filesOf(folder)
    const letters = files.filter(({ name }) => name.endsWith('.eml'))
    const entries: Entry[] = []
    for (const file of files) entries.push(await stored(file))
    let saved = 0
    for (const [at, { bytes }] of letters.entries()) {
      const mail = await gateway.deliver('lin@ep.test', bytes)
      const { attachments } = await post('readmail/getAttachmentInfo2', { id: mail })
      const parts = Array.isArray(attachments) ? attachments.map(({ part }: { part: string }) => part) : []
      if (parts.length === 0) continue
      const answer = await post('files/saveAttachments', { id: mail, parts, same: 'number', key: String(at) })
      expect([at, answer.code]).toEqual([at, '200'])
      saved += parts.length
    }
    const { db } = gateway.stores
    const all = await db.selectFrom('file_entries').select(['id', 'name', 'type', 'size']).execute()
    expect(all.length).toBeGreaterThanOrEqual(entries.length + saved)
    await examine(all)
    console.log(`${all.length} files of ${folder}, ${saved} of them out of ${letters.length} messages`)
  })
})
