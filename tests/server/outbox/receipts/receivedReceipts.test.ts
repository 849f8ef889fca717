/** Receipts that come back: who has read a sent mail, and what proves nothing. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSmtpSink, type SmtpSink } from '#tests/support/connections/smtpSink'
import { makeCalls, type RawValues, type Signed } from '#tests/support/gateway/calls'
import { makeTestGateway, type TestGateway } from '#tests/support/gateway/gateway'

const now = Date.UTC(2026, 10, 21, 1, 30)
const minute = 60_000

let gateway: TestGateway
let sink: SmtpSink
let calls: ReturnType<typeof makeCalls>
let lin: Signed

const ask = async (path: string, values: RawValues = {}, as: Signed = lin) =>
  (await calls.post(path, values, { session: as })).json
const state = async (id: string, as: Signed = lin) =>
  (await calls.get('writemail/receiptState.action', { id }, { session: as })).json
const readers = async (id: string) => {
  const { recipients } = (await state(id)) as { recipients: { address: string; readAt: number | null }[] }
  return Object.fromEntries(recipients.map(({ address, readAt }) => [address.split('@')[0], readAt]))
}
const newest = async (folder: string, as: Signed = lin) =>
  ((await ask('query/queryfolder2.action', { folder }, as)).list as { id: string }[])[0]?.id ?? ''

/** Answers the id of the copy in Sent, and the Message-ID of all copies. */
async function sent(values: RawValues = {}) {
  const written = { subject: '合同', html: '<p>请看</p>', idempotencyKey: 'k', receipt: 1 }
  const to = ['wang@ep.test', 'bea@ep.test', 'zoe@elsewhere.example']
  expect(await ask('writemail/sendMail.action', { to, ...written, ...values })).toMatchObject({ code: '200' })
  await gateway.drain()
  const id = await newest('sent')
  const { mail } = (await ask('readmail/showMail.action', { id })) as {
    mail: { headers: { name: string; value: string }[] }
  }
  return { id, messageId: mail.headers.find(({ name }) => name.toLowerCase() === 'message-id')?.value ?? '' }
}

type Wording = {
  readonly from?: string
  readonly final?: string | null
  readonly disposition?: string
  readonly type?: string
  readonly date?: string
  readonly fields?: string
}

/** As another program writes it. */
function receiptFor(messageId: string, wording: Wording = {}): string {
  const { from = 'zoe@elsewhere.example', final = from, type = 'disposition-notification', fields = '' } = wording
  const { disposition = 'manual-action/MDN-sent-manually; displayed', date = 'Sat, 21 Nov 2026 10:02:00 +0800' } =
    wording
  return [
    `From: Zoe <${from}>`,
    'To: lin@ep.test',
    `Subject: Read\r\nDate: ${date}${fields}`,
    `Content-Type: multipart/report; report-type=${type}; boundary=b`,
    '',
    '--b\r\nContent-Type: text/plain\r\n\r\nIt was read.',
    '--b\r\nContent-Type: message/disposition-notification\r\n',
    ...(final === null ? [] : [`Final-Recipient: rfc822; ${final}`]),
    `Original-Message-ID: ${messageId}`,
    `Disposition: ${disposition}`,
    '\r\n--b--\r\n',
  ].join('\r\n')
}

/** Comes in over SMTP, with an empty return path as receipts do. */
async function arrives(message: string): Promise<void> {
  const { id, size } = await gateway.stores.spool.put(Buffer.from(message), 100_000)
  await gateway.house.inbound?.keep(['lin@ep.test'], id, size, '')
  await gateway.stores.spool.release(id)
}

async function open(env: Readonly<Record<string, string>> = {}): Promise<void> {
  gateway = await makeTestGateway({ now, env: { RELAY_URL: `smtp://127.0.0.1:${sink.port}`, ...env } })
  calls = makeCalls(gateway)
  for (const name of ['lin', 'wang', 'bea']) await gateway.account(`${name}@ep.test`)
  lin = await calls.signIn('lin@ep.test')
}

beforeEach(async () => {
  sink = await openSmtpSink()
  await open()
})
afterEach(async () => {
  await gateway.close()
  await sink.close()
})

describe('a receipt that comes back', () => {
  it('tells who has read the mail and when, from within the house and from elsewhere', async () => {
    const { id, messageId } = await sent()
    expect(await readers(id)).toEqual({ wang: null, bea: null, zoe: null })
    gateway.clock.advance(40 * minute)
    const wang = await calls.signIn('wang@ep.test')
    await ask('writemail/sendreceipt2.action', { id: await newest('inbox', wang) }, wang)
    await gateway.drain()
    await arrives(receiptFor(messageId))
    const [at, claimed] = [now + 40 * minute, Date.UTC(2026, 10, 21, 2, 2)]
    expect(await readers(id)).toEqual({ wang: at, bea: null, zoe: claimed })
    // The first one stands, and it stands when the receipts themselves are gone.
    gateway.clock.advance(minute)
    await arrives(receiptFor(messageId, { date: 'Sat, 21 Nov 2026 10:05:00 +0800' }))
    const account = await gateway.stores.accounts.byAddress('lin@ep.test')
    if (account !== null) await gateway.stores.mailStores.of(account).emptyFolder('inbox', null)
    expect(await readers(id)).toEqual({ wang: at, bea: null, zoe: claimed })
  })

  it('is of each recipient of a mail that was sent separately', async () => {
    const { id } = await sent({ to: ['wang@ep.test', 'bea@ep.test'], separate: 1 })
    const bea = await calls.signIn('bea@ep.test')
    await ask('writemail/sendreceipt2.action', { id: await newest('inbox', bea) }, bea)
    await gateway.drain()
    expect(await readers(id)).toEqual({ wang: null, bea: now })
  })

  it.each([
    ['before the mail went', 'Sat, 21 Nov 2020 00:00:00 +0000', now],
    ['after it came', 'Sat, 21 Nov 2037 00:00:00 +0000', now + 5 * minute],
    ['nothing', 'soon', now + 5 * minute],
  ])('R17: whose Date claims %s is dated by what can be', async (_claim, date, readAt) => {
    const { id, messageId } = await sent()
    gateway.clock.advance(5 * minute)
    await arrives(receiptFor(messageId, { date }))
    expect(await readers(id)).toMatchObject({ zoe: readAt })
  })

  it('S22: proves nothing that others wrote, or that says something else', async () => {
    const { id, messageId } = await sent()
    const wordings: readonly Wording[] = [
      // From one to whom no mail went.
      { from: 'mallory@elsewhere.example' },
      // About another's mailbox.
      { final: 'wang@ep.test' },
      // In the name of one of this house, from outside.
      { from: 'wang@ep.test' },
      { disposition: 'automatic-action/MDN-sent-automatically; deleted' },
      { type: 'delivery-status' },
    ]
    for (const wording of wordings) await arrives(receiptFor(messageId, wording))
    expect(await readers(id)).toEqual({ wang: null, bea: null, zoe: null })
    const account = await gateway.stores.accounts.byAddress('lin@ep.test')
    const sendId = messageId.slice(1, messageId.indexOf('@'))
    expect((await gateway.stores.readReceipts.of(account?.id ?? '', sendId)).size).toBe(0)
    // They are mails like any other all the same.
    expect((await ask('query/queryfolder2.action', { folder: 'inbox' })).total).toBe(wordings.length)
  })

  it('S22: proves nothing where the mail server says that its sender is not who it says', async () => {
    await gateway.close()
    await open({ AUTH_SERVERS: 'mx.ep.test' })
    const { id, messageId } = await sent()
    const fields = '\r\nAuthentication-Results: mx.ep.test; dmarc=fail header.from=elsewhere.example'
    await arrives(receiptFor(messageId, { fields }))
    expect(await readers(id)).toMatchObject({ zoe: null })
    await arrives(receiptFor(messageId, { fields: fields.replace('fail', 'pass') }))
    expect(await readers(id)).toMatchObject({ zoe: expect.any(Number) })
  })

  it('S22: proves nothing for another’s mail, or one that this house did not send', async () => {
    const { id, messageId } = await sent()
    await arrives(receiptFor(messageId.replace('@ep.test', '@elsewhere.example')))
    await arrives(receiptFor('<nobody@ep.test>'))
    const { id: spool, size } = await gateway.stores.spool.put(Buffer.from(receiptFor(messageId)), 100_000)
    await gateway.house.inbound?.keep(['wang@ep.test'], spool, size, '')
    expect(await readers(id)).toEqual({ wang: null, bea: null, zoe: null })
  })

  it('S21: is nobody else’s to ask about, and says nothing of mail that asked for none', async () => {
    const { id } = await sent({ receipt: 0 })
    expect(await state(id)).toEqual({ code: '200', recipients: [] })
    expect(await state(id, await calls.signIn('wang@ep.test'))).toMatchObject({ code: 'notFound' })
    expect(await state('nowhere')).toMatchObject({ code: 'notFound' })
    const forged = await gateway.deliver(
      'lin@ep.test',
      'From: lin@ep.test\nTo: zoe@elsewhere.example\nDisposition-Notification-To: lin@ep.test\nMessage-ID: <x@ep.test>\n\nx\n',
      'sent',
    )
    expect(await state(forged)).toEqual({ code: '200', recipients: [] })
  })
})
