/** Mails that go along whole with another one: each a file, byte for byte but for whom they went to in secret. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import { makeOpenCompose } from '#server/drafts/openCompose'
import { openSmtpSink } from '../../support/connections/smtpSink'
import { removeFolder } from '../../support/removeFolder'
import { callerOf, openSending, type Sending, sendForm } from '../../support/stores/sendingSetup'
import { sharedReader } from '../../support/stores/sharedReader'

let folder: string
let place: Sending

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  place = await openSending({ folder, relayPort: null })
  for (const name of ['lin', 'wang']) await place.account(name)
})
afterEach(async () => {
  await place.close()
  await removeFolder(folder)
})

async function keep(raw: string, into = 'inbox'): Promise<string> {
  const store = place.mailStores.of(await place.account('lin'))
  const source = { kind: 'bytes', bytes: Buffer.from(raw.replaceAll('\n', '\r\n')) } as const
  return (await store.append({ folder: into, source, flags: {}, receivedAt: Date.now(), key: null })).id
}
const letter = (subject: string, more = '') =>
  `From: wang@ep.test\nTo: lin@ep.test\n${more}Subject: ${subject}\n\n${subject} 你好\n`
const attach = async (ids: readonly string[], who = 'lin') =>
  (await makeOpenCompose(place)({ mode: 'attach', id: undefined, ids }, callerOf(await place.account(who)))).form

async function bytesOf(attachmentId: string): Promise<string> {
  const stream = await place.uploads.read((await place.account('lin')).id, attachmentId)
  return stream === null ? '' : text(stream)
}

describe('forward as attachment', () => {
  it('opens a mail with the other as a file, which is marked as forwarded when it is sent', async () => {
    const id = await keep(letter('Plan'))
    const form = await attach([id])
    expect(form).toMatchObject({ subject: 'Fwd: Plan', to: [], html: '', mode: 'forward', inReplyTo: id })
    expect(form.attachments).toMatchObject([{ name: 'Plan.eml', type: 'message/rfc822' }])
    expect(await bytesOf(form.attachments[0]?.attachmentId ?? '')).toBe(letter('Plan').replaceAll('\n', '\r\n'))
    const attachmentIds = form.attachments.map(({ attachmentId }) => attachmentId)
    const { mode, inReplyTo, subject } = form
    await place.send(
      sendForm({ to: ['wang@ep.test'], mode, inReplyTo: inReplyTo ?? undefined, subject, attachmentIds }),
      callerOf(await place.account('lin')),
    )
    await place.dispatcher.drain()
    const wang = place.mailStores.of(await place.account('wang'))
    const arrived = await wang.page({
      folder: 'inbox',
      page: 1,
      pageSize: 9,
      sort: 'date',
      order: 'desc',
      filter: 'all',
    })
    const opened = await wang.open(arrived?.list[0]?.id ?? '')
    expect(opened?.parsed.attachments).toMatchObject([{ name: 'Plan.eml', type: 'message/rfc822' }])
    const [stands] = await place.mailStores.of(await place.account('lin')).summaries([id])
    expect(stands?.forwarded).toBe(true)
  })

  it('takes several, each under a name of its own, and answers none of them', async () => {
    const ids = [await keep(letter('a/b')), await keep(letter('a/b')), await keep(letter(''))]
    const form = await attach([...ids, ...ids])
    expect(form.attachments.map(({ name }) => name)).toEqual(['a_b.eml', 'a_b (2).eml', 'mail.eml'])
    expect(form).toMatchObject({ inReplyTo: null, mode: 'new' })
  })

  it('S11: tells nobody whom a mail went to in secret', async () => {
    const id = await keep(letter('Sent', 'Bcc: secret@ep.test,\n other@ep.test\n'), 'sent')
    const [file] = (await attach([id])).attachments
    const carried = await bytesOf(file?.attachmentId ?? '')
    expect(carried).toContain('Subject: Sent')
    expect(carried).not.toMatch(/bcc|secret|other@/i)
  })

  it('S21: takes nothing of another person, and says that it is not there', async () => {
    const id = await keep(letter('Plan'))
    await expect(attach([id], 'wang')).rejects.toMatchObject({ code: 'notFound' })
    await expect(attach([])).rejects.toMatchObject({ code: 'notFound' })
  })

  it('S27: refuses more than a mail may carry before anything is copied', async () => {
    const id = await keep(letter('Big'))
    await place.db
      .updateTable('mails')
      .set({ size: limits.attachmentBytesPerMail + 1 })
      .execute()
    await expect(attach([id])).rejects.toMatchObject({ code: 'attachmentsTooLarge' })
    expect(await place.db.selectFrom('uploads').select('id').execute()).toEqual([])
  })
})

describe('a mail within another on its way out', () => {
  it('has no line over 998 bytes and no 8-bit byte, which the next server may not take', async () => {
    await place.close()
    const sink = await openSmtpSink()
    place = await openSending({ folder, relayPort: sink.port })
    const log = '日志 '.repeat(800)
    const head = 'Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n'
    const plain = `Subject: Log\n${head}\n${log}\n`
    const signed = `Subject: Signed\nContent-Type: multipart/signed; boundary=b\n\n--b\n${head}\n${log}\n--b--\n`
    const form = await attach([await keep(plain), await keep(signed)])
    const attachmentIds = form.attachments.map(({ attachmentId }) => attachmentId)
    const mail = sendForm({ to: ['zoe@elsewhere.example'], subject: form.subject, attachmentIds })
    await place.send(mail, callerOf(await place.account('lin')))
    await place.dispatcher.drain()
    const raw = sink.taken[0]?.raw ?? ''
    await sink.close()
    expect(raw).not.toMatch(/[^\r\n\t -~]/)
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998)
    const [sent] = await place.mails('lin', 'sent')
    const store = place.mailStores.of(await place.account('lin'))
    const opened = await store.open(sent?.id ?? '')
    expect(opened?.parsed.attachments).toMatchObject([
      { name: 'Log.eml', type: 'message/rfc822' },
      { name: 'Signed.eml', type: 'message/global' },
    ])
    const [one, other] = opened?.parsed.attachments ?? []
    const bytes = async (part = '') => buffer((await store.part(sent?.id ?? '', part))?.stream ?? Readable.from([]))
    expect((await sharedReader().parse({ bytes: await bytes(one?.part) })).text?.trim()).toBe(log.trim())
    expect((await bytes(other?.part)).toString()).toBe(signed.replaceAll('\n', '\r\n'))
  })
})
