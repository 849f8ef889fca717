/** Receipts over Dovecot and Postfix: sent once by two gateways, with an empty return path, and other mail programs are told. */
import nodemailer from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryFolder } from '../../src/contract/endpoints/mail/mail'
import { showMail } from '../../src/contract/endpoints/mail/reading'
import { ignoreReceipt, receiptState, sendReceipt } from '../../src/contract/endpoints/sending/receipts'
import { sendMail } from '../../src/contract/endpoints/sending/sending'
import type { CallGateway } from '../../src/lib/http/outcome'
import { addLabUser, labEnv } from './lab/env'
import type { LabUser } from './lab/users'
import { within } from './mailbox'
import { openProduct, type Product } from './product'

let product: Product
beforeAll(async () => {
  product = await openProduct({ gateways: 2 })
})
afterAll(() => product?.close())

async function people(): Promise<{ readonly lin: LabUser; readonly wang: LabUser; readonly call: CallGateway }> {
  const [lin, wang] = [await addLabUser('lin'), await addLabUser('wang')]
  return { lin, wang, call: await product.signIn(lin) }
}

/** Brought by Postfix, so that it bears a return path. */
async function arrives(from: LabUser, to: LabUser, call: CallGateway, subject: string): Promise<string> {
  const mx = nodemailer.createTransport({ host: '127.0.0.1', port: labEnv().mxPort })
  const headers = { 'Disposition-Notification-To': `<${from.address}>` }
  await mx.sendMail({ from: from.address, to: to.address, subject, headers, text: 'x' })
  let id = ''
  await expect
    .poll(async () => {
      const page = await call(queryFolder, { folder: 'inbox' })
      id = (page.ok ? page.value.list.find((mail) => mail.subject === subject)?.id : undefined) ?? ''
      return id
    })
    .not.toBe('')
  return id
}

const receiptOf = async (call: CallGateway, id: string) => {
  const outcome = await call(showMail, { id })
  if (!outcome.ok) throw new Error(outcome.code)
  return outcome.value.mail.receipt
}

const sources = (user: LabUser) =>
  within(user, 'INBOX', async (client) => {
    if (client.mailbox === false || client.mailbox.exists === 0) return []
    const mails = await client.fetchAll('1:*', { source: true, flags: true })
    return mails.map(({ source, flags }) => ({ source: source?.toString() ?? '', flags: [...(flags ?? [])] }))
  })

describe('a receipt over a mail server', () => {
  it('S32, R1: goes once, whichever gateway is asked and how often, with an empty return path', {
    timeout: 60_000,
  }, async () => {
    const { lin, wang, call } = await people()
    const id = await arrives(wang, lin, call, 'Plan')
    expect(await receiptOf(call, id)).toEqual({ to: wang.address, answer: 'ask', isKept: true })
    expect((await sources(wang)).length).toBe(0)
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => call(sendReceipt, { id })))
    expect(outcomes).toEqual(outcomes.map(() => ({ ok: true, value: { sent: true } })))
    await expect.poll(async () => (await sources(wang)).length).toBe(1)
    const [{ source } = { source: '' }] = await sources(wang)
    expect(source).toMatch(/^Return-Path: <>/im)
    expect(source).toMatch(/report-type=disposition-notification/)
    expect(source).toContain(`Final-Recipient: rfc822; ${lin.address}`)
    expect((await sources(lin))[0]?.flags).toContain('$MDNSent')
    for (const _gateway of [1, 2]) expect(await receiptOf(call, id)).toBeUndefined()
  })

  it('that another mail program has answered is not asked about, and none is sent', async () => {
    const { lin, wang, call } = await people()
    const id = await arrives(wang, lin, call, 'Elsewhere')
    await within(lin, 'INBOX', (client) => client.messageFlagsAdd('1', ['$MDNSent']))
    expect(await receiptOf(call, id)).toBeUndefined()
    expect(await call(sendReceipt, { id })).toEqual({ ok: true, value: { sent: false } })
  })

  it('that the person declined is noted for other mail programs', async () => {
    const { lin, wang, call } = await people()
    const id = await arrives(wang, lin, call, 'No')
    expect(await call(ignoreReceipt, { id })).toEqual({ ok: true, value: { sent: false } })
    expect((await sources(lin))[0]?.flags).toContain('$MDNSent')
    expect(await call(sendReceipt, { id })).toEqual({ ok: true, value: { sent: false } })
    expect((await sources(wang)).length).toBe(0)
  })
})

/** A receipt as another program writes it. */
const report = (about: LabUser, messageId: string) =>
  [
    'Content-Type: multipart/report; report-type=disposition-notification; boundary=b',
    '',
    '--b\r\nContent-Type: text/plain\r\n\r\nIt was read.',
    '--b\r\nContent-Type: message/disposition-notification\r\n',
    `Final-Recipient: rfc822; ${about.address}`,
    `Original-Message-ID: ${messageId}`,
    'Disposition: manual-action/MDN-sent-manually; displayed',
    '\r\n--b--\r\n',
  ].join('\r\n')

describe('receipts that come back over a mail server', () => {
  it('S22: tell who has read a mail, wherever they lie and when they are gone; forged ones tell nothing', {
    timeout: 90_000,
  }, async () => {
    const { lin, wang, call } = await people()
    const [bea, cai] = [await addLabUser('bea'), await addLabUser('cai')]
    const to = [wang, bea, cai].map(({ address }) => address)
    const written = { subject: 'Contract', html: '<p>x</p>', attachmentIds: [], idempotencyKey: 'k', receipt: true }
    expect(await call(sendMail, { to, ...written })).toMatchObject({ ok: true })
    const inbox = (user: LabUser) => sources(user).then((all) => all.map(({ source }) => source))
    for (const user of [wang, bea, cai]) await expect.poll(async () => (await inbox(user)).length).toBe(1)
    const [copy = ''] = await inbox(bea)
    const messageId = /^message-id: *(<[^>]+>)/im.exec(copy)?.[1] ?? ''
    let id = ''
    await expect
      .poll(async () => {
        const page = await call(queryFolder, { folder: 'sent' })
        id = (page.ok ? page.value.list[0]?.id : undefined) ?? ''
        return id
      })
      .not.toBe('')
    const read = async () => {
      const outcome = await call(receiptState, { id })
      if (!outcome.ok) return outcome.code
      return outcome.value.recipients.flatMap(({ address, readAt }) => (readAt === null ? [] : [address]))
    }
    expect(await read()).toEqual([])
    // Wang lets it be told; Bea writes in Cai's place, and somebody to whom no mail went writes as well.
    const theirs = await product.signIn(wang)
    const page = await theirs(queryFolder, { folder: 'inbox' })
    await theirs(sendReceipt, { id: (page.ok ? page.value.list[0]?.id : undefined) ?? '' })
    const mx = nodemailer.createTransport({ host: '127.0.0.1', port: labEnv().mxPort })
    const forged = (from: string, about: LabUser) =>
      mx.sendMail({
        envelope: { from, to: lin.address },
        raw: `From: ${from}\r\nTo: ${lin.address}\r\nSubject: Read\r\n${report(about, messageId)}`,
      })
    await forged(bea.address, cai)
    await forged('mallory@elsewhere.example', bea)
    await expect.poll(async () => (await inbox(lin)).length).toBe(3)
    await within(lin, 'INBOX', (client) => client.messageMove('1:*', 'Archive'))
    expect(await read()).toEqual([wang.address])
    await within(lin, 'Archive', (client) => client.messageDelete('1:*'))
    expect(await read()).toEqual([wang.address])
  })
})
