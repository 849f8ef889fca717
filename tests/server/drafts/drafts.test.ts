import { createHash } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import { makeOpenCompose } from '#server/drafts/openCompose'
import { makeSaveDraft } from '#server/drafts/saveDraft'
import { makeCancelUpload } from '#server/drafts/uploads/cancelUpload'
import { makeFinishUpload } from '#server/drafts/uploads/finishUpload'
import { makeStartUpload } from '#server/drafts/uploads/startUpload'
import { makeUploadPart } from '#server/drafts/uploads/uploadPart'
import { removeFolder } from '../../support/removeFolder'
import { callerOf, openSending, type Sending, sendForm } from '../../support/stores/sendingSetup'

let folder: string
let place: Sending

const as = async (name: string) => callerOf(await place.account(name))
const compose = async (
  mode: 'reply' | 'replyAll' | 'forward' | 'draft' | 'resend' | 'scheduled',
  id: string,
  who = 'lin',
) => (await makeOpenCompose(place)({ mode, id, ids: [] }, await as(who))).form
const saveDraft = async (change: Partial<ReturnType<typeof sendForm>>) =>
  makeSaveDraft(place)({ again: undefined, ...sendForm(change) }, await as('lin'))

async function upload(name: string, text: string, who = 'lin', cid?: string): Promise<string> {
  const caller = await as(who)
  const bytes = Buffer.from(text)
  const begun = { name, type: 'text/plain', size: bytes.length, cid }
  const { uploadId } = await makeStartUpload(place)(begun, caller)
  await makeUploadPart(place)({ uploadId, offset: 0 }, caller, Readable.from([bytes]))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return (await makeFinishUpload(place)({ uploadId, sha256 }, caller)).attachmentId
}

async function receive(raw: string, mailFolder = 'inbox'): Promise<string> {
  const store = place.mailStores.of(await place.account('lin'))
  const source = { kind: 'bytes', bytes: Buffer.from(raw) } as const
  return (await store.append({ folder: mailFolder, source, flags: {}, receivedAt: Date.now(), key: null })).id
}

const original = [
  'From: =?utf-8?B?546L5Li9?= <wang@ep.test>',
  'To: lin@ep.test, bea@ep.test',
  'Cc: carl@elsewhere.example, lin@ep.test',
  'Subject: Contract',
  'Message-ID: <m1@ep.test>',
  '',
  'a < b',
  '',
].join('\r\n')

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  place = await openSending({ folder, relayPort: null })
})

afterEach(async () => {
  await place.close()
  await removeFolder(folder)
})

describe('drafts', () => {
  it('come back as they were left, half an address and the files with them', async () => {
    const file = await upload('合同.txt', 'hello')
    const left = { to: ['王丽 <wang@ep.test>', 'bea@'], bcc: ['bea@ep.test'], attachmentIds: [file], receipt: true }
    const { id } = await saveDraft({ ...left, mode: 'reply', inReplyTo: 'm' })
    const form = await compose('draft', id)
    expect(form).toMatchObject({ draftId: id, mode: 'reply', inReplyTo: 'm', receipt: true, subject: '合同' })
    expect(form.to).toEqual([
      { name: '王丽', address: 'wang@ep.test' },
      { name: '', address: 'bea@' },
    ])
    expect(form.bcc).toMatchObject([{ address: 'bea@ep.test' }])
    expect(form.attachments).toMatchObject([{ attachmentId: file, name: '合同.txt', size: 5 }])
    expect(form.html).toContain('您好')
  })

  it('have one version, and are gone when the mail is sent', async () => {
    const first = await saveDraft({ subject: 'one' })
    const second = await saveDraft({ subject: 'two', draftId: first.id })
    expect((await place.mails('lin', 'draft')).map(({ subject }) => subject)).toEqual(['two'])
    await place.account('wang')
    await place.send(sendForm({ to: ['wang@ep.test'], draftId: second.id }), await as('lin'))
    await place.dispatcher.drain()
    expect(await place.mails('lin', 'draft')).toEqual([])
  })

  it("S21: knows nothing of another account's mails, and takes no other mail for a draft", async () => {
    const { id } = await saveDraft({ subject: 'mine' })
    await expect(compose('draft', id, 'wang')).rejects.toMatchObject({ code: 'notFound' })
    await expect(compose('draft', await receive(original))).rejects.toMatchObject({ code: 'notFound' })
    await expect(compose('scheduled', id)).rejects.toMatchObject({ code: 'notFound' })
  })
})

describe('forwards', () => {
  it('carry a message within once, whatever its disposition, and not the files in it beside it', async () => {
    const inner = [
      'Subject: The offer',
      'Content-Type: application/pdf; name="offer.pdf"',
      'Content-Transfer-Encoding: base64',
      '',
      'JVBERi0xLjQK',
    ]
    const raw = ['Subject: Two', 'Content-Type: multipart/mixed; boundary=o', '']
    for (const more of [[], ['Content-Disposition: inline']])
      raw.push('--o', 'Content-Type: message/rfc822', ...more, '', ...inner)
    const form = await compose('forward', await receive([...raw, '--o--', ''].join('\r\n')))
    expect(form.attachments.map(({ type }) => type)).toEqual(['message/rfc822', 'message/rfc822'])
  })
})

describe('answers', () => {
  it('go to the author, quote the original as text and mark the subject once', async () => {
    const form = await compose('reply', await receive(original))
    expect(form).toMatchObject({ to: [{ address: 'wang@ep.test' }], cc: [], subject: 'Re: Contract', mode: 'reply' })
    expect(form.html).toMatch(/<div data-ep-quote data-from="王丽 &lt;wang@ep\.test&gt;"/)
    expect(form.html).toContain('<blockquote type="cite">a &lt; b')
    const again = await compose('reply', await receive(original.replace('Contract', '=?utf-8?B?5Zue5aSN77yaeA==?=')))
    expect(again.subject).toBe('回复：x')
  })

  it('to all leave out the own address, and honour Reply-To', async () => {
    const form = await compose('replyAll', await receive(`Reply-To: team@ep.test\r\n${original}`))
    expect(form.to.map(({ address }) => address)).toEqual(['team@ep.test', 'bea@ep.test'])
    expect(form.cc.map(({ address }) => address)).toEqual(['carl@elsewhere.example'])
  })

  it.each([
    [
      'the customer of a form that writes in the own name',
      'lin@ep.test',
      'Kai <kai@buyer.example>',
      ['kai@buyer.example'],
    ],
    ['the own name beside another', 'wang@ep.test', 'Lin <LIN@ep.test>, team@ep.test', ['team@ep.test']],
    ['nobody but oneself', 'wang@ep.test', 'lin@ep.test', ['wang@ep.test']],
    ['oneself, to whom the mail wrote', 'lin@ep.test', 'lin@ep.test', ['bea@ep.test']],
    ['nobody else, as no Reply-To does', 'lin@ep.test', '', ['bea@ep.test']],
  ])('honour a Reply-To that names %s', async (_, from, replyTo, to) => {
    const headers = original.replace('wang@ep.test', from).replace('To: lin', `Reply-To: ${replyTo}\r\nTo: lin`)
    const id = await receive(headers)
    const reply = await compose('reply', id)
    expect(reply.to.map(({ address }) => address)).toEqual(to)
    expect(reply.cc).toEqual([])
    const all = await compose('replyAll', id)
    expect(all.to.map(({ address }) => address)).toEqual([...new Set([...to, 'bea@ep.test'])])
    expect(all.cc.map(({ address }) => address)).toEqual(['carl@elsewhere.example'])
  })

  it.each(['noreply', '"Support desk"', '<noreply>', 'noreply@', '<>', 'nobody:;'])(
    'go to the author where the Reply-To is %s, which names nobody',
    async (replyTo) => {
      const id = await receive(`Reply-To: ${replyTo}\r\n${original}`)
      expect((await compose('reply', id)).to).toEqual([{ name: '王丽', address: 'wang@ep.test' }])
    },
  )

  it('pass over what names nobody beside an address in the Reply-To', async () => {
    const id = await receive(`Reply-To: Help desk, <noreply>, Team <team@ep.test>\r\n${original}`)
    expect((await compose('reply', id)).to.map(({ address }) => address)).toEqual(['team@ep.test'])
  })

  it('of a mail to oneself go to oneself', async () => {
    const id = await receive('From: lin@ep.test\r\nTo: lin@ep.test\r\nSubject: Note\r\n\r\nx\r\n')
    for (const mode of ['reply', 'replyAll'] as const)
      expect((await compose(mode, id)).to.map(({ address }) => address)).toEqual(['lin@ep.test'])
  })

  it('of an own mail that names others as copies alone go to those', async () => {
    const id = await receive('From: lin@ep.test\r\nTo: LIN@ep.test\r\nCc: bea@ep.test\r\n\r\nx\r\n')
    for (const mode of ['reply', 'replyAll'] as const) {
      const { to, cc } = await compose(mode, id)
      expect([to, cc].map((list) => list.map(({ address }) => address))).toEqual([['bea@ep.test'], []])
    }
  })

  it('leave a mark on the mail that they answer, and its thread in their headers', async () => {
    await place.account('wang')
    const id = await receive(original)
    await place.send(sendForm({ to: ['wang@ep.test'], inReplyTo: id, mode: 'reply' }), await as('lin'))
    await place.dispatcher.drain()
    expect((await place.mails('lin', 'inbox'))[0]).toMatchObject({ answered: true })
    const [got] = await place.mails('wang', 'inbox')
    const opened = await place.mailStores.of(await place.account('wang')).open(got?.id ?? '')
    expect(opened?.parsed).toMatchObject({ inReplyTo: '<m1@ep.test>', references: ['<m1@ep.test>'] })
  })
})

describe('files', () => {
  it('go along with a forward and arrive as they were', async () => {
    await place.account('wang')
    const file = await upload('a.txt', 'the very bytes')
    await place.send(sendForm({ to: ['wang@ep.test'], attachmentIds: [file] }), await as('lin'))
    await place.dispatcher.drain()
    const [sent] = await place.mails('lin', 'sent')
    const form = await compose('forward', sent?.id ?? '')
    expect(form).toMatchObject({ subject: 'Fwd: 合同', attachments: [{ name: 'a.txt', size: 14 }] })
    const owner = (await place.account('lin')).id
    const copy = await place.uploads.read(owner, form.attachments[0]?.attachmentId ?? '')
    expect(copy ? Buffer.concat(await copy.toArray()).toString() : '').toBe('the very bytes')
  })

  it('R13: go on after a cut from the offset held, and must have the checksum', async () => {
    const caller = await as('lin')
    const { uploadId } = await makeStartUpload(place)({ name: 'a', type: 'x', size: 6, cid: undefined }, caller)
    const part = makeUploadPart(place)
    expect(await part({ uploadId, offset: 0 }, caller, Readable.from([Buffer.from('abc')]))).toEqual({ offset: 3 })
    const wrong = part({ uploadId, offset: 0 }, caller, Readable.from([Buffer.from('abc')]))
    await expect(wrong).rejects.toMatchObject({ code: 'uploadOffset', detail: { payload: { offset: 3 } } })
    // Ended too soon, it keeps what it has.
    const early = makeFinishUpload(place)({ uploadId, sha256: 'no' }, caller)
    await expect(early).rejects.toMatchObject({ code: 'uploadOffset', detail: { payload: { offset: 3 } } })
    expect(await part({ uploadId, offset: 3 }, caller, Readable.from([Buffer.from('def')]))).toEqual({ offset: 6 })
    const finish = makeFinishUpload(place)({ uploadId, sha256: 'no' }, caller)
    await expect(finish).rejects.toMatchObject({ code: 'uploadChecksum' })
  })

  it('S11: bring no name, type or Content-ID that could end a line of a header', async () => {
    const caller = await as('lin')
    const evil = 'x\r\nBcc: mallory@evil.example'
    const file = { name: 'a.txt', type: 'text/plain', size: 1, cid: undefined }
    const start = makeStartUpload(place)
    await expect(start({ ...file, name: evil }, caller)).rejects.toMatchObject({ code: 'badField' })
    await expect(start({ ...file, cid: evil }, caller)).rejects.toMatchObject({ code: 'badField' })
    const { uploadId } = await start({ ...file, type: `text/${evil}` }, caller)
    expect((await place.uploads.find(caller.account.id, uploadId))?.type).toBe('application/octet-stream')
  })

  it('R13: leave nothing behind when they are cancelled, and S21: are nobody else’s', async () => {
    const id = await upload('a.txt', 'hello')
    const cancel = makeCancelUpload(place)
    await expect(cancel({ uploadId: id }, await as('wang'))).rejects.toMatchObject({ code: 'notFound' })
    await cancel({ uploadId: id }, await as('lin'))
    expect(await place.uploads.find((await place.account('lin')).id, id)).toBeNull()
  })

  it('R14: that the mailbox has no room for are refused before a byte is sent', async () => {
    await place.close()
    place = await openSending({ folder, relayPort: null, quotaBytes: 100 })
    const start = makeStartUpload(place)
    const file = { name: 'a', type: 'x', size: 101, cid: undefined }
    await expect(start(file, await as('lin'))).rejects.toMatchObject({ code: 'quotaExceeded' })
  })

  it('R14: of more than 50M are refused before a byte is sent, and so is a part of more than a mebibyte', async () => {
    const caller = await as('lin')
    const size = limits.attachmentBytesPerMail + 1
    const start = makeStartUpload(place)
    await expect(start({ name: 'a', type: 'x', size, cid: undefined }, caller)).rejects.toMatchObject({
      code: 'attachmentsTooLarge',
    })
    const { uploadId } = await start({ name: 'a', type: 'x', size: size - 1, cid: undefined }, caller)
    const large = Readable.from([Buffer.alloc(limits.uploadPartBytes + 1)])
    await expect(makeUploadPart(place)({ uploadId, offset: 0 }, caller, large)).rejects.toMatchObject({
      code: 'tooLarge',
    })
  })
})
