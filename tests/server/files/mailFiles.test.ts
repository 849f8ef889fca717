/** Files between mail and My files: no byte of them goes over the wire. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fileLimits } from '#contract/files/fileRules'
import { StoreAway } from '#server/core/refusal'
import { makeCalls, type RawValues, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

const part = (name: string, type: string, body: string) => [
  '--b',
  `Content-Type: ${type}; name="${name}"`,
  `Content-Disposition: attachment; filename="${name}"`,
  '',
  body,
]
const mail = [
  ...['From: w@example.cn', 'To: lin@ep.test', 'Subject: Files', 'Content-Type: multipart/mixed; boundary=b', ''],
  ...['--b', 'Content-Type: text/plain', '', 'See below.'],
  ...part('offer.csv', 'text/csv', 'a,b,c'),
  ...part('offer.csv', 'text/csv', 'd,e'),
  ...part('../photo.png', 'image/png', '<svg onload="alert(1)"/>'),
  ...['--b--', ''],
].join('\n')

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
let id: string
beforeEach(async () => {
  gateway = await makeTestGateway({ env: { FILE_LIMIT: String(60 * 1024 * 1024) } })
  calls = makeCalls(gateway)
  const { id: account } = await gateway.account('lin@ep.test')
  await gateway.account('anna@ep.test')
  lin = await calls.signIn('lin@ep.test')
  id = await gateway.deliver('lin@ep.test', mail)
  owner = account
})
afterEach(() => gateway.close())
let owner: string

const post = async (verb: string, form: RawValues = {}, session = lin) =>
  (await calls.post(`files/${verb}.action`, form, { session })).json
const save = (form: RawValues = {}, session = lin) =>
  post('saveAttachments', { id, parts: ['2', '3', '4'], key: 'k1', ...form }, session)
const names = async (form: RawValues = {}, session = lin) => {
  const { entries } = await post('listFiles', form, session)
  return Array.isArray(entries) ? entries.map(({ name }: { name: string }) => name) : []
}
/** As if an upload had brought it. */
const store = (name: string, size: number) =>
  gateway.stores.files.addFile(
    owner,
    { upload: name, parent: '', name, size, type: 'text/plain', source: { open: zeros(size), path: null } },
    'ask',
    { now: 1, room: Number.MAX_SAFE_INTEGER },
  )
const zeros = (size: number) => async () => {
  const { Readable } = await import('node:stream')
  return Readable.from([Buffer.alloc(size)])
}

describe('attachments that are saved as files', () => {
  it('are there under names that are safe and none twice, and are what their bytes are', async () => {
    const { entry } = await post('addFolder', { name: 'Contracts' })
    const folder = String(Object(entry).id)
    expect(await save({ folder })).toEqual({ code: '200', saved: 3 })
    const { entries } = await post('listFiles', { folder })
    expect(entries).toMatchObject([
      { name: 'offer (2).csv', size: 3, type: 'text/plain' },
      { name: 'offer.csv', size: 5, type: 'text/plain' },
      { name: 'photo.png', size: 24, type: 'text/plain' },
    ])
    const [first] = Array.isArray(entries) ? entries : []
    expect(await post('text', { id: String(Object(first).id) })).toMatchObject({ text: 'd,e', isCut: false })
  })

  it('R2: are stored once by one act, though its answer was lost; where a name is taken that is asked first', async () => {
    expect(await save({ parts: ['4'] })).toMatchObject({ code: '200' })
    expect(await save({ parts: ['4'] })).toMatchObject({ code: '200' })
    expect(await names()).toEqual(['photo.png'])
    expect(await save({ key: 'k2' })).toMatchObject({ code: 'fileExists', name: 'photo.png' })
    expect(await names()).toEqual(['photo.png'])
    expect(await save({ key: 'k2', same: 'number' })).toMatchObject({ code: '200' })
    expect(await names()).toEqual(['offer (2).csv', 'offer.csv', 'photo (2).png', 'photo.png'])
  })

  it('are stored in each folder that is chosen, whatever was stored in another by the same act', async () => {
    const { entry } = await post('addFolder', { name: 'Contracts' })
    const folder = String(Object(entry).id)
    await save({ parts: ['4'] })
    expect(await save({ parts: ['4'], folder })).toMatchObject({ code: '200' })
    expect(await names({ folder })).toEqual(['photo.png'])
  })

  it('S21: are of one’s own messages and go into one’s own folders', async () => {
    const anna = await calls.signIn('anna@ep.test')
    expect(await save({}, anna)).toMatchObject({ code: 'notFound' })
    expect(await save({ parts: ['1', '9'] })).toMatchObject({ code: 'notFound' })
    const { entry } = await post('addFolder', { name: 'Anna' }, anna)
    expect(await save({ folder: String(Object(entry).id) })).toMatchObject({ code: 'notFound', field: 'folder' })
    expect(await save({ parts: [] })).toMatchObject({ code: 'noFileSelected' })
    expect(await names()).toEqual([])
  })

  it('S27: are refused where the quota has no room for them, and leave nothing', async () => {
    const { used, limit } = await gateway.stores.mailStores.of({ ...(await accountOf()) }).quota()
    await gateway.stores.db
      .updateTable('file_books')
      .set({ bytes: limit - used - 10 })
      .execute()
    await store('x', 0)
    await gateway.stores.db
      .updateTable('file_books')
      .set({ bytes: limit - used - 10 })
      .execute()
    expect(await save()).toMatchObject({ code: 'quotaExceeded' })
    expect(await save({ parts: ['3'] })).toMatchObject({ code: '200' })
    expect(await names()).toEqual(['offer.csv', 'x'])
  })

  it('say how many are stored where it ends half way, and go on from there', async () => {
    await store('x', 0)
    const entries = (most: number) => gateway.stores.db.updateTable('file_books').set({ entries: most }).execute()
    await entries(fileLimits.entries - 2)
    expect(await save()).toMatchObject({ code: 'filesFull', saved: 2 })
    expect(await names()).toHaveLength(3)
    await entries(3)
    expect(await save()).toMatchObject({ code: '200', saved: 3 })
    expect(await names()).toHaveLength(4)
  })

  it('say so too where the store is away half way', async () => {
    const { files } = gateway.stores
    const { addFile } = files
    const away = vi.spyOn(files, 'addFile').mockImplementation(async (...asked) => {
      if (away.mock.calls.length > 1) throw new StoreAway()
      return addFile(...asked)
    })
    expect(await save()).toMatchObject({ code: 'storeAway', saved: 1 })
    away.mockRestore()
    expect(await save()).toMatchObject({ code: '200', saved: 3 })
    expect(await names()).toHaveLength(3)
  })
})

const accountOf = async () => {
  const account = await gateway.stores.accounts.byId(owner)
  if (account === null) throw new Error('no account')
  return account
}

describe('files that are attached', () => {
  const attach = (ids: readonly string[], session = lin) => post('attachFiles', { ids: [...ids] }, session)

  it('go along as copies, which stay what they were when the file goes', async () => {
    await save({ parts: ['2'] })
    const { entries } = await post('listFiles')
    const file = String(Object(Array.isArray(entries) ? entries[0] : null).id)
    const { attachments } = await attach([file, file])
    expect(attachments).toEqual([{ attachmentId: expect.any(String), name: 'offer.csv', type: 'text/plain', size: 5 }])
    await post('trash', { ids: [file] })
    await post('remove', { ids: [file] })
    const [{ attachmentId }] = Array.isArray(attachments) ? attachments : []
    const sent = {
      ...{ to: 'anna@ep.test', subject: 'Offer', html: '<p>x</p>', saveToSent: '1', idempotencyKey: 'k', mode: 'new' },
      attachmentIds: String(attachmentId),
    }
    expect((await calls.post('main/sendMailByCorpMailCount.action', sent, { session: lin })).json).toMatchObject({
      code: '200',
    })
    expect(await attach([file])).toMatchObject({ code: 'notFound' })
  })

  it('S21: are one’s own, no folders and none of the trash; 50M of them at the most', async () => {
    await save({ parts: ['2'] })
    const own = (await gateway.stores.files.page(owner, listed, { cursor: '', size: 9 })).entries.map(({ id }) => id)
    const anna = await calls.signIn('anna@ep.test')
    expect(await attach(own, anna)).toMatchObject({ code: 'notFound' })
    expect(await attach([])).toMatchObject({ code: 'noFileSelected' })
    const { entry } = await post('addFolder', { name: 'Folder' })
    expect(await attach([String(Object(entry).id)])).toMatchObject({ code: 'notFound' })
    const large = await store('large.bin', 50 * 1024 * 1024)
    expect(await attach([...own, large.id])).toMatchObject({ code: 'attachmentsTooLarge' })
    await post('trash', { ids: [...own] })
    expect(await attach(own)).toMatchObject({ code: 'notFound' })
  })
})

const listed = { folder: '', words: [], trash: false, onlyFolders: false, sort: 'name', order: 'asc' } as const
