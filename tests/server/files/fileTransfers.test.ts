/** My files over the wire: up in parts, down whole, in ranges and as an archive, and what is told of them. */
import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import { archiveNames, fileOf } from '#server/files/fileTransfers'
import { makeThumbnail, thumbnailLimits, thumbnailOf } from '#server/files/thumbnails'
import { type DecodedPicture, makePictureDecoder } from '#server/kit/pictures/pictureDecoder'
import { makeCalls, type RawValues, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { readZip } from '../../support/mail/readZip'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
let anna: Signed
beforeEach(async () => {
  gateway = await makeTestGateway({ env: { FILE_LIMIT: String(3 * 1024 * 1024) } })
  calls = makeCalls(gateway)
  await gateway.account('lin@ep.test')
  await gateway.account('anna@ep.test')
  lin = await calls.signIn('lin@ep.test')
  anna = await calls.signIn('anna@ep.test')
})
afterEach(() => gateway.close())

const post = async (path: string, form: RawValues = {}, session = lin) =>
  (await calls.post(`${path}.action`, form, { session })).json
const sidOf = async (session = lin) => String((await calls.get('readmail/sid.action', {}, { session })).json.sid)
const get = async (call: string, form: RawValues, headers: Readonly<Record<string, string>> = {}, session = lin) =>
  calls.get(`files/${call}.action`, { sid: await sidOf(session), ...form }, { headers })
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function part(uploadId: string, offset: number, bytes: Buffer, session = lin) {
  const outgoing = await gateway.handle({
    method: 'POST',
    path: '/webmail/writemail/uploadPart.action',
    query: `uploadId=${uploadId}&offset=${offset}`,
    headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/octet-stream' },
    body: Readable.from([bytes]),
  })
  return JSON.parse(String(outgoing.body))
}

async function uploaded(name: string, bytes: Buffer): Promise<string> {
  const { uploadId } = await post('files/startUpload', { name, type: 'text/html', size: bytes.length })
  for (let at = 0; at < bytes.length; at += limits.uploadPartBytes)
    await part(String(uploadId), at, bytes.subarray(at, at + limits.uploadPartBytes))
  await post('writemail/finishUpload', { uploadId: String(uploadId), sha256: sha256(bytes) })
  return String(uploadId)
}

async function stored(name: string, content: string | Buffer, form: RawValues = {}): Promise<Record<string, unknown>> {
  const uploadId = await uploaded(name, Buffer.from(content))
  const { entry } = await post('files/addFile', { uploadId, name, ...form })
  return Object(entry)
}

describe('files of a person’s own', () => {
  it('R13: go up in parts: twice, out of order or after the end, one right file or a refusal', async () => {
    const bytes = Buffer.alloc(limits.uploadPartBytes + 5, 'ab')
    const [first, second] = [bytes.subarray(0, limits.uploadPartBytes), bytes.subarray(limits.uploadPartBytes)]
    const { uploadId } = await post('files/startUpload', { name: 'a.txt', type: '', size: bytes.length })
    const id = String(uploadId)
    expect(await part(id, limits.uploadPartBytes, second)).toMatchObject({ code: 'uploadOffset', offset: 0 })
    expect(await part(id, 0, first)).toMatchObject({ offset: first.length })
    expect(await part(id, 0, first)).toMatchObject({ code: 'uploadOffset', offset: first.length })
    expect(await post('files/addFile', { uploadId: id, name: 'a.txt' })).toMatchObject({ code: 'attachmentsPending' })
    expect(await part(id, first.length, second)).toMatchObject({ offset: bytes.length })
    expect(await post('writemail/finishUpload', { uploadId: id, sha256: sha256(bytes) })).toMatchObject({ code: '200' })
    const added = await post('files/addFile', { uploadId: id, name: 'a.txt' })
    expect(added).toMatchObject({ code: '200', entry: { name: 'a.txt', size: bytes.length, type: 'text/plain' } })
    expect(await part(id, bytes.length, second)).toMatchObject({ code: 'notFound' })
    expect(await post('files/addFile', { uploadId: id, name: 'other.txt', same: 'number' })).toEqual(added)
    const { bytes: down } = await get('download', { id: String(Object(added.entry).id) })
    expect(down.equals(bytes)).toBe(true)
  })

  it('R13: the same file from two tabs and from two accounts comes to each whole', async () => {
    const name = '同一个.bin'
    const bytes = Buffer.alloc(limits.uploadPartBytes + 7, 'xyz')
    const begin = async (session: Signed) =>
      String((await post('files/startUpload', { name, type: '', size: bytes.length }, session)).uploadId)
    const uploads = [
      { id: await begin(lin), session: lin, name },
      { id: await begin(lin), session: lin, name: '同一个 (2).bin' },
      { id: await begin(anna), session: anna, name },
    ]
    expect(new Set(uploads.map(({ id }) => id)).size).toBe(3)
    // Part by part in turn, as they come together.
    for (let at = 0; at < bytes.length; at += limits.uploadPartBytes)
      for (const { id, session } of uploads)
        await part(id, at, bytes.subarray(at, at + limits.uploadPartBytes), session)
    for (const { id, session, name: as } of uploads) {
      await post('writemail/finishUpload', { uploadId: id, sha256: sha256(bytes) }, session)
      const { entry } = await post('files/addFile', { uploadId: id, name, same: 'number' }, session)
      expect(entry).toMatchObject({ name: as, size: bytes.length })
      const down = await get('download', { id: String(Object(entry).id) }, {}, session)
      expect(down.bytes.equals(bytes)).toBe(true)
    }
  })

  it('S27: are of bounded size, and count with the mail: what has no room is refused before it is sent', async () => {
    const start = (size: number) => post('files/startUpload', { name: 'a', type: '', size })
    const limit = 3 * 1024 * 1024
    expect(await start(limit + 1)).toMatchObject({ code: 'fileTooLarge', limit })
    const before = (await calls.post('main/getQuotaMessages', {}, { session: lin })).json
    await stored('a.txt', 'x'.repeat(5_000))
    const after = (await calls.post('main/getQuotaMessages', {}, { session: lin })).json
    expect(Number(after.used) - Number(before.used)).toBe(5_000)
    const { db } = gateway.stores
    await db
      .updateTable('file_books')
      .set({ bytes: Number(after.limit) - 10 })
      .execute()
    expect(await start(11)).toMatchObject({ code: 'quotaExceeded' })
    const mail = gateway.deliver('lin@ep.test', 'Subject: a\n\nb')
    await expect(mail).rejects.toMatchObject({ code: 'quotaExceeded' })
  })

  it('S10: of names that are none are refused by the call, whatever the page let through', async () => {
    for (const name of ['../a', 'a\\b', 'a\r\nb', 'x\u202egpj.exe', '.', ' ', '长'.repeat(86), 'a\0'])
      expect(await post('files/startUpload', { name, type: '', size: 1 }), name).toMatchObject({
        code: 'fileNameInvalid',
      })
    const uploadId = await uploaded('ok', Buffer.from('x'))
    expect(await post('files/addFile', { uploadId, name: '../ok' })).toMatchObject({ code: 'fileNameInvalid' })
  })

  it('S10: come down under the name they have, 255 bytes and signs of every plane unchanged', async () => {
    const names = [`${'n'.repeat(251)}.txt`, '𠮷野家🙂 100%.txt', `${'长'.repeat(83)}.pdf`]
    for (const name of names) {
      const { id } = await stored(name, 'x')
      const { headers } = await get('download', { id: String(id) })
      const written = /filename\*=UTF-8''(.+)$/.exec(headers['content-disposition'] ?? '')?.[1] ?? ''
      expect(decodeURIComponent(written)).toBe(name)
    }
    const { id } = await stored('CON', 'x')
    expect((await get('download', { id: String(id) })).headers['content-disposition']).toContain('filename="_CON"')
  })

  it('S9: are what their bytes are: SVG, HTML and what calls itself a picture are saved, never shown', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
    for (const [name, content] of [
      ['a.svg', svg],
      ['a.png', svg],
      ['a.html', '<script>1</script>'],
      ['b.png', Buffer.from([0, 1, 2])],
    ] as const) {
      const { id } = await stored(name, content)
      const { headers } = await get('download', { id: String(id), inline: 1 })
      expect([headers['content-type'], headers['x-content-type-options']]).toEqual([
        'application/octet-stream',
        'nosniff',
      ])
      expect(headers['content-disposition']).toMatch(/^attachment;/)
      expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
      expect((await get('thumbnail', { id: String(id) })).status).toBe(404)
    }
    const [text] = await Promise.all([stored('c.html', '<b>中文</b>')])
    expect(await post('files/text', { id: String(text?.id) })).toEqual({
      code: '200',
      text: '<b>中文</b>',
      isCut: false,
    })
  })

  it('come down in ranges of their own bytes alone (RFC 9110 §14)', async () => {
    const { id } = await stored('a.txt', 'abcdefghij')
    const range = async (range: string, more: Readonly<Record<string, string>> = {}) => {
      const { status, text, headers } = await get('download', { id: String(id) }, { range, ...more })
      return [status, text, headers['content-range']]
    }
    expect(await range('bytes=2-4')).toEqual([206, 'cde', 'bytes 2-4/10'])
    expect(await range('bytes=7-')).toEqual([206, 'hij', 'bytes 7-9/10'])
    expect(await range('bytes=-2')).toEqual([206, 'ij', 'bytes 8-9/10'])
    expect(await range('bytes=5-99')).toEqual([206, 'fghij', 'bytes 5-9/10'])
    expect(await range('bytes=10-')).toEqual([416, '', 'bytes */10'])
    for (const whole of ['bytes=0-1,3-4', 'lines=1-2', 'bytes=4-2', 'bytes=-'])
      expect(await range(whole)).toEqual([200, 'abcdefghij', undefined])
    expect(await range('bytes=2-4', { 'if-range': '"another"' })).toEqual([200, 'abcdefghij', undefined])
    const { headers } = await get('download', { id: String(id) })
    expect([headers['accept-ranges'], headers['content-length']]).toEqual(['bytes', '10'])
    expect(await range('bytes=2-4', { 'if-range': headers.etag ?? '' })).toEqual([206, 'cde', 'bytes 2-4/10'])
  })

  it('S21: are nobody else’s, by any call and by no ticket of another', async () => {
    const { id } = await stored('a.txt', 'x')
    for (const call of ['download', 'thumbnail', 'downloadFiles'])
      expect((await get(call, { id: String(id), ids: String(id) }, {}, anna)).json, call).toMatchObject({
        code: 'notFound',
      })
    expect(await post('files/text', { id: String(id) }, anna)).toMatchObject({ code: 'notFound' })
    const uploadId = await uploaded('b.txt', Buffer.from('b'))
    expect(await post('files/addFile', { uploadId, name: 'b' }, anna)).toMatchObject({ code: 'notFound' })
    expect((await calls.get('files/download.action', { sid: 'none', id: String(id) })).json).toMatchObject({
      code: 'ticketExpired',
    })
  })

  it('S10: come down as an archive, folder by folder, under names that are safe and none twice', async () => {
    const { entry } = await post('files/addFolder', { name: '合同' })
    const folder = String(Object(entry).id)
    await stored('a.txt', 'in', { folder })
    const top = await stored('a.txt', 'top')
    const { bytes, headers } = await get('downloadFiles', { ids: [folder, String(top.id)] })
    expect(headers['content-type']).toBe('application/zip')
    const files = await readZip(bytes)
    expect(Object.fromEntries([...files].map(([name, content]) => [name, String(content)]))).toEqual({
      '合同/a.txt': 'in',
      'a.txt': 'top',
    })
    expect((await get('downloadFiles', { ids: folder })).headers['content-disposition']).toContain('filename="__.zip"')
    const hostile = [
      { folders: ['..', 'con'], name: 'a', id: '1' },
      { folders: [], name: '/etc/passwd', id: '2' },
      { folders: [], name: 'A', id: '3' },
      { folders: [], name: 'a', id: '4' },
    ]
    expect(archiveNames(hostile).map(({ name }) => name)).toEqual(['attachment/_con/a', 'passwd', 'A', 'a (2)'])
  })

  it('S27: have small pictures, made once; a header that claims too much, or a broken file, ends in none', async () => {
    const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#336699' } })
      .png()
      .toBuffer()
    const { id, type } = await stored('a.bin', picture)
    expect(type).toBe('image/png')
    const { headers, bytes } = await get('thumbnail', { id: String(id) })
    expect(headers['content-type']).toBe('image/webp')
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 240, height: 160 })
    expect(await gateway.stores.db.selectFrom('file_thumbnails').select('type').execute()).toEqual([
      { type: 'image/webp' },
    ])
    const made = async (of: Buffer, pixels?: number) =>
      (await makeThumbnail(async () => of, pixels === undefined ? {} : { pixels }))?.type
    expect(await made(picture, 900 * 600)).toBe('image/webp')
    expect(await made(picture, 900 * 600 - 1)).toBe('')
    expect(await made(picture.subarray(0, 200))).toBe('')
    expect(await made(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe('')
  })

  it('S27: are read for a small picture only in turn; what took too long says nothing of the picture', async () => {
    const picture = Buffer.from('89504e470d0a1a0a', 'hex')
    let reads = 0
    let stop: () => void = () => undefined
    const late = new Promise<DecodedPicture>((resolve) => {
      stop = () => resolve({ kind: 'late' })
    })
    const read = async () => {
      reads += 1
      return picture
    }
    const decode = makePictureDecoder(() => late)
    const many = [1, 2, 3, 4, 5].map(() => makeThumbnail(read, { decode }))
    await expect.poll(() => reads).toBe(2)
    // A photo waits for none of them.
    const photo = decode(read, { way: 'kept', types: ['image/png'], side: 1, mostPixels: 1 })
    await expect.poll(() => reads).toBe(3)
    stop()
    expect([await Promise.all([...many, photo]), reads]).toEqual([[null, null, null, null, null, { kind: 'late' }], 6])
  })

  it('S27: that took too long are tried again after five minutes', async () => {
    const { files, accounts } = gateway.stores
    const { id } = await stored('a.png', Buffer.from('89504e470d0a1a0a', 'hex'))
    const account = (await accounts.byAddress('lin@ep.test'))?.id ?? ''
    const entry = await fileOf(files, account, String(id))
    let tries = 0
    const make = async () => {
      tries += 1
      return null
    }
    const asked = () => thumbnailOf({ files, clock: gateway.clock, make }, account, entry).catch(({ code }) => code)
    expect([await asked(), await asked(), tries]).toEqual(['notFound', 'notFound', 1])
    gateway.clock.advance(thumbnailLimits.lateMs)
    expect([await asked(), tries]).toEqual(['notFound', 2])
  })

  it('lie in files that others cannot read, without the upload that brought them', async () => {
    await stored('a.txt', 'x')
    const folder = join(gateway.config.dataDir, 'files')
    const [shard = ''] = await readdir(folder)
    const [name = ''] = await readdir(join(folder, shard))
    expect(name.startsWith(shard)).toBe(true)
    expect((await stat(join(folder, shard))).mode & 0o077).toBe(0)
    expect((await stat(join(folder, shard, name))).mode & 0o077).toBe(0)
    expect(await readdir(join(gateway.config.dataDir, 'uploads'))).toEqual([])
  })
})
