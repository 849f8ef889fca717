/** What a draft holds of its text: plain text stays plain, and the pictures within come back. */
import { createHash } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeOpenCompose } from '#server/drafts/openCompose'
import { makeSaveDraft } from '#server/drafts/saveDraft'
import { withOutboxFolder } from '#server/mail/virtual/outboxFolder'
import { makeTakeBack } from '#server/outbox/planned/takeBack'
import { bytesOf } from '../../support/gateway/gateway'
import { removeFolder } from '../../support/removeFolder'
import { callerOf, openSending, type Sending, sendForm } from '../../support/stores/sendingSetup'
import { sharedReader } from '../../support/stores/sharedReader'

let folder: string
let place: Sending

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  place = await openSending({ folder, relayPort: null })
})
afterEach(async () => {
  await place.close()
  await removeFolder(folder)
})

const lin = async () => callerOf(await place.account('lin'))
const save = async (change: Partial<ReturnType<typeof sendForm>>) =>
  (await makeSaveDraft(place)({ again: undefined, ...sendForm(change) }, await lin())).id
const open = async (mode: 'draft' | 'reply', id: string) =>
  (await makeOpenCompose(place)({ mode, id, ids: [] }, await lin())).form

const picture = Buffer.from('89504e470d0a1a0a', 'hex')
const html = '<div>见图 <img src="cid:p@ep" alt="图"></div>'

async function uploadPicture(bytes = picture): Promise<string> {
  const { account } = await lin()
  const file = { name: '图.png', type: 'image/png', size: bytes.length, cid: 'p@ep' }
  const { id } = await place.uploads.start(account.id, file, Date.now(), 2 ** 40)
  await place.uploads.write(account.id, id, 0, Readable.from([bytes]))
  await place.uploads.finish(account.id, id, createHash('sha256').update(bytes).digest('hex'))
  return id
}

async function storedDraft(id: string) {
  const raw = await place.mailStores.of((await lin()).account).raw(id)
  return PostalMime.parse(raw === null ? '' : await bytesOf(raw.stream))
}

describe('a draft of plain text', () => {
  const text = '您好，\n\n> 旧文\n  两格\n-- \n林'

  it('is stored as that alone, and opened as it was written', async () => {
    const id = await save({ text, html: '' })
    expect((await storedDraft(id)).html).toBeUndefined()
    expect(await open('draft', id)).toMatchObject({ text })
    const again = await save({ text: '', html: '', subject: 'nothing yet' })
    expect(await open('draft', again)).toMatchObject({ text: '' })
  })

  it('is told apart from a formatted one in which nothing is written yet', async () => {
    expect((await open('draft', await save({ html: '' }))).text).toBeUndefined()
  })

  it('is what a held mail of plain text is taken back to', async () => {
    await place.account('wang')
    const { id } = await place.send(sendForm({ to: ['wang@ep.test'], text, html: '', holdSeconds: 10 }), await lin())
    const mailStores = withOutboxFolder(place.mailStores, { ...place, mime: sharedReader() })
    const { draftId } = await makeTakeBack({ ...place, mailStores })({ id }, await lin())
    expect(await open('draft', draftId)).toMatchObject({ text })
  })
})

describe('the pictures of a draft', () => {
  it('stand in the stored message, beside their text', async () => {
    const stored = await storedDraft(await save({ html, attachmentIds: [await uploadPicture()] }))
    expect(stored.html?.trim()).toBe(html)
    expect(stored.attachments).toMatchObject([{ contentId: '<p@ep>', related: true, disposition: 'inline' }])
  })

  it('R4: come back from there when their upload is gone', async () => {
    const upload = await uploadPicture()
    const id = await save({ html, attachmentIds: [upload] })
    expect((await open('draft', id)).attachments).toMatchObject([{ attachmentId: upload, cid: 'p@ep' }])
    await place.uploads.remove((await lin()).account.id, upload)
    const [found] = (await open('draft', id)).attachments
    expect(found).toMatchObject({ name: '图.png', cid: 'p@ep', size: picture.length })
    const stream = await place.uploads.read((await lin()).account.id, found?.attachmentId ?? '')
    expect(stream === null ? null : await bytesOf(stream)).toEqual(picture)
  })

  it('are written with every saving only while they are small', async () => {
    const large = await uploadPicture(Buffer.alloc(2 * 1024 * 1024 + 1))
    expect((await storedDraft(await save({ html, attachmentIds: [large] }))).attachments).toEqual([])
  })
})

describe('an answer', () => {
  it('says whether the mail answered is plain text alone', async () => {
    const store = place.mailStores.of((await lin()).account)
    const received = async (type: string) => {
      const bytes = Buffer.from(`From: a@ep.test\r\nContent-Type: ${type}\r\n\r\n<b>a</b>\r\n`)
      const source = { kind: 'bytes', bytes } as const
      return (await store.append({ folder: 'inbox', source, flags: {}, receivedAt: 1, key: null })).id
    }
    expect(await open('reply', await received('text/plain'))).toMatchObject({ answersPlain: true })
    expect(await open('reply', await received('text/html'))).toMatchObject({ answersPlain: false })
  })
})
