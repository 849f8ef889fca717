/** Addresses outside ASCII, a domain of one's own in letters, and 8-bit messages that go along, over Postfix and Dovecot. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { queryFolder } from '../../src/contract/endpoints/mail/mail'
import { partMail, showMail } from '../../src/contract/endpoints/mail/reading'
import { openCompose, sendMail } from '../../src/contract/endpoints/sending/sending'
import type { CallGateway, Outcome } from '../../src/lib/http/outcome'
import { openSmtpSink, type SmtpSink } from '../support/connections/smtpSink'
import { type Lab, startLab } from './lab'
import type { LabUser } from './lab/users'
import { imapOf } from './mailbox'
import { openProduct, type Product } from './product'

const ascii = 'xn--bcher-kva.test'
const letters = 'bücher.test'

/** A line to a server that keeps what its client says. */
async function openTee(to: number) {
  let said: Buffer[] = []
  const server = createServer((client) => {
    const onward = connect(to, '127.0.0.1')
    for (const [one, other] of [
      [client, onward],
      [onward, client],
    ] as const) {
      one.on('error', () => other.destroy())
      one.pipe(other)
    }
    client.on('data', (bytes) => said.push(bytes))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    // A server that listens on TCP has an address of this shape.
    port: (server.address() as AddressInfo).port,
    bytes: () => Buffer.concat(said),
    /** Each MAIL and RCPT. */
    asked: () =>
      Buffer.concat(said)
        .toString()
        .split('\r\n')
        .filter((line) => /^(?:MAIL|RCPT)/.test(line)),
    forget: () => {
      said = []
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

function done<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.code)
  return outcome.value
}

let lab: Lab
let outside: SmtpSink
let tee: Awaited<ReturnType<typeof openTee>>
let product: Product
let lin: LabUser
let wang: LabUser
beforeAll(async () => {
  outside = await openSmtpSink()
  lab = await startLab({ domain: ascii, postgres: false, outsidePort: outside.port })
  tee = await openTee(Number(lab.env.EP_LAB_SMTP_PORT))
  const over = {
    domain: letters,
    imapPort: Number(lab.env.EP_LAB_IMAP_PORT),
    sievePort: Number(lab.env.EP_LAB_SIEVE_PORT),
    smtpPort: tee.port,
  }
  product = await openProduct({ over })
  lin = await lab.addUser('lin')
  wang = await lab.addUser('wang')
})
afterAll(async () => {
  await product?.close()
  await tee?.close()
  await lab?.stop()
  await outside?.close()
})
beforeEach(() => tee.forget())

const signIn = (user: LabUser, address = user.address): Promise<CallGateway> => product.signIn({ ...user, address })

let keys = 0
async function send(call: CallGateway, to: readonly string[], subject: string): Promise<void> {
  keys += 1
  done(await call(sendMail, { to, subject, html: `<p>${subject}</p>`, idempotencyKey: `key ${keys}` }))
}

/** Waits for a message of that subject. */
async function arrived(call: CallGateway, subject: RegExp, folder = 'inbox') {
  let id = ''
  await expect
    .poll(async () => {
      id = done(await call(queryFolder, { folder })).list.find((mail) => subject.test(mail.subject))?.id ?? ''
      return id
    })
    .not.toBe('')
  return done(await call(showMail, { id })).mail
}

const takesLetters = (isOn: boolean) => lab.setPostfix([`smtputf8_enable = ${isOn ? 'yes' : 'no'}`])

describe('recipients outside ASCII over Postfix', () => {
  it.each([true, false])('have A-labels where the local part is ASCII, with SMTPUTF8 %s', async (isOn) => {
    await takesLetters(isOn)
    const call = await signIn(lin)
    const subject = `A-labels ${isOn}`
    await send(call, [`wang@${letters}`, 'info@例子.中国'], subject)
    const mail = await arrived(await signIn(wang), new RegExp(subject))
    expect(tee.asked().map((line) => line.replace(' BODY=8BITMIME', ''))).toEqual([
      `MAIL FROM:<lin@${ascii}>`,
      `RCPT TO:<wang@${ascii}>`,
      'RCPT TO:<info@xn--fsqu00a.xn--fiqs8s>',
    ])
    expect(mail).toMatchObject({ from: { address: lin.address }, to: [{ address: wang.address }, {}] })
    await expect.poll(() => outside.taken.some(({ raw }) => raw.includes(`Subject: ${subject}`))).toBe(true)
    const sent = await arrived(call, new RegExp(subject), 'sent')
    expect(sent.to.map(({ address }) => address)).toEqual([wang.address, 'info@xn--fsqu00a.xn--fiqs8s'])
  })

  it('are named in letters where the local part needs it and the server takes that', async () => {
    await takesLetters(true)
    const call = await signIn(lin)
    await send(call, ['用户@例子.中国'], 'In letters')
    await expect.poll(() => outside.taken.some(({ raw }) => raw.includes('Subject: In letters'))).toBe(true)
    expect(tee.asked().map((line) => line.replace(' BODY=8BITMIME', ''))).toEqual([
      `MAIL FROM:<lin@${ascii}> SMTPUTF8`,
      'RCPT TO:<用户@例子.中国>',
    ])
    expect(outside.taken.at(-1)).toMatchObject({ to: ['用户@例子.中国'] })
  })

  it('reach mailboxes of a server without SMTPUTF8 beside one that needs it', async () => {
    await takesLetters(true)
    await send(await signIn(lin), ['用户@例子.中国', wang.address], 'Side by side')
    expect((await arrived(await signIn(wang), /Side by side/)).subject).toBe('Side by side')
    await expect.poll(() => outside.taken.some(({ raw }) => raw.includes('Subject: Side by side'))).toBe(true)
  })

  it('are refused in words where the local part needs SMTPUTF8 and there is none: nothing is sent', async () => {
    await takesLetters(false)
    const call = await signIn(lin)
    await send(call, ['用户@例子.中国'], 'Without letters')
    const report = await arrived(call, /邮件退回/)
    expect(report.text ?? report.html).toContain('553 5.6.7 The server takes no addresses outside ASCII')
    expect(tee.asked()).toEqual([])
    expect(outside.taken.filter(({ raw }) => raw.includes('Subject: Without letters'))).toEqual([])
  })
})

describe('a domain of one’s own in letters over Dovecot', () => {
  it.each([`lin@${letters}`, `lin@${ascii}`, `LIN@BÜCHER。TEST`, 'lin'])('signs its owner in as %s', async (typed) => {
    const call = await signIn(lin, typed)
    await send(call, [`wang@${letters}`], `From ${typed}`)
    const mail = await arrived(await signIn(wang, `wang@${letters}`), new RegExp(`From ${typed}`))
    expect(mail.from.address).toBe(lin.address)
    expect(tee.asked()[0]).toBe(`MAIL FROM:<lin@${ascii}> BODY=8BITMIME`)
  })
})

describe('an 8-bit message within another over a server without 8BITMIME', () => {
  it('goes in 7 bits and short lines, and is equal when it is read again', async () => {
    await lab.setPostfix(['smtpd_discard_ehlo_keywords = 8bitmime, smtputf8'])
    const log = '日志 '.repeat(800).trim()
    const raw = [
      'From: Chen <chen@example.cn>',
      'To: lin@example.cn',
      'Subject: =?utf-8?B?5pel5b+X?=',
      'Date: Tue, 3 Mar 2026 10:00:00 +0800',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 8bit',
      '',
      log,
      '--b',
      'Content-Type: application/octet-stream; name=a.bin',
      'Content-Transfer-Encoding: binary',
      '',
      'ÿþ\u0001 '.repeat(600),
      '--b--',
      '',
    ].join('\r\n')
    const client = await imapOf(lin, Number(lab.env.EP_LAB_IMAP_PORT))
    await client.append('INBOX', Buffer.from(raw))
    await client.logout()
    const call = await signIn(lin)
    const original = await arrived(call, /日志/)
    const { form } = done(await call(openCompose, { mode: 'attach', ids: [original.id] }))
    const attachmentIds = form.attachments.map(({ attachmentId }) => attachmentId)
    const { subject, mode } = form
    const ids = { inReplyTo: form.inReplyTo ?? undefined, attachmentIds, idempotencyKey: 'nested' }
    done(await call(sendMail, { to: [wang.address], subject, mode, html: '', ...ids }))
    const reader = await signIn(wang)
    const mail = await arrived(reader, /日志/)
    expect(tee.asked()).toEqual([`MAIL FROM:<lin@${ascii}>`, `RCPT TO:<wang@${ascii}>`])
    const wire = tee.bytes().toString('latin1')
    expect(wire).not.toMatch(/[^\r\n\t -~]/)
    expect(Math.max(...wire.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998)
    const [file] = mail.attachments
    const nested = done(await reader(partMail, { id: mail.id, part: file?.part ?? '' })).mail
    expect(nested).toMatchObject({ from: original.from, to: original.to, subject: '日志', sentAt: original.sentAt })
    expect(nested.text?.trim()).toBe(log)
    const inbox = await imapOf(wang, Number(lab.env.EP_LAB_IMAP_PORT))
    await inbox.mailboxOpen('INBOX')
    const last = await inbox.fetchOne('*', { source: true })
    await inbox.logout()
    const carried = await simpleParser((last || undefined)?.source ?? '')
    const [before, after] = [await simpleParser(raw), await simpleParser(carried.attachments[0]?.content ?? '')]
    expect(after).toMatchObject({ subject: before.subject, date: before.date, text: before.text })
    expect(after.attachments.map(({ content }) => content)).toEqual(before.attachments.map(({ content }) => content))
    expect(after.attachments[0]?.content.length).toBeGreaterThan(3_000)
  })
})
