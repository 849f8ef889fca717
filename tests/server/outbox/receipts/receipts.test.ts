/** Receipts that mails ask for: offered to a person where that is right, sent once, and by nobody's reading alone. */
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '#server/core/account'
import type { Relay, RelayEnvelope } from '#server/outbox/dispatch/relay.port'
import { makeCalls, type Signed } from '#tests/support/gateway/calls'
import { makeTestGateway, type TestGateway } from '#tests/support/gateway/gateway'
import { contactOf } from '../../../support/stores/contactOf'

type Handed = { readonly envelope: RelayEnvelope; readonly message: string }

const asking = {
  'Return-Path': '<wang@far.example>',
  From: 'Wang <wang@far.example>',
  To: 'lin@ep.test',
  Subject: 'Plan',
  'Message-ID': '<plan@far.example>',
  'Disposition-Notification-To': 'Wang <wang@far.example>',
}

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let account: Account
let lin: Signed
let handed: Handed[]

const relay: Relay = {
  hand: async (envelope, message, beforeLastDot) => {
    handed.push({ envelope, message: await text(await message()) })
    await beforeLastDot(envelope.to)
    return envelope.to.map((address) => ({ address, state: 'sent', reason: null }))
  },
}

async function signInLin() {
  calls = makeCalls(gateway)
  account = await gateway.account('lin@ep.test', { displayName: '林' })
  await gateway.account('wang@ep.test')
  lin = await calls.signIn('lin@ep.test')
}

beforeEach(async () => {
  handed = []
  gateway = await makeTestGateway({ relay })
  await signInLin()
})
afterEach(() => gateway.close())

function deliver(change: Readonly<Record<string, string | null>> = {}, folder = 'inbox') {
  const fields = Object.entries({ ...asking, ...change }).filter(([, value]) => value !== null)
  const head = fields.map(([name, value]) => `${name}: ${value}`).join('\n')
  return gateway.deliver('lin@ep.test', `${head}\n\nText.\n`, folder)
}
const send = async (values: Record<string, string>, session = lin) =>
  (await calls.post('writemail/sendreceipt2.action', values, { session })).json
const ignore = async (id: string) => (await calls.post('writemail/ignoreReceipt.action', { id }, { session: lin })).json
const show = async (id: string, seen = '0') =>
  (await calls.post('readmail/showMail.action', { id, seen }, { session: lin })).json
const offer = async (id: string) => (await show(id)).mail as { receipt?: unknown }

describe('a receipt', () => {
  it('is offered, sent on request with an empty return path, and then offered no more', async () => {
    const id = await deliver()
    expect((await offer(id)).receipt).toEqual({ to: 'wang@far.example', answer: 'ask', isKept: true })
    expect(await send({ id })).toEqual({ code: '200', sent: true })
    await gateway.drain()
    expect(handed).toHaveLength(1)
    const { envelope, message } = handed[0] ?? { envelope: null, message: '' }
    expect(envelope).toMatchObject({ from: '', to: ['wang@far.example'] })
    expect(message).toMatch(/^To: wang@far\.example\r$/m)
    expect(message).toMatch(/^From: =\?UTF-8\?\S+\?= <lin@ep\.test>\r$/m)
    expect(message).toMatch(/^Auto-Submitted: auto-replied\r$/m)
    expect(message).toMatch(/^Content-Type: multipart\/report; report-type=disposition-notification;/m)
    expect(message).toMatch(/^Content-Type: message\/disposition-notification\r$/m)
    expect(message).toMatch(/^Final-Recipient: rfc822; lin@ep\.test\r$/m)
    expect(message).toMatch(/^Original-Message-ID: <plan@far\.example>\r$/m)
    expect(message).toMatch(/^Disposition: manual-action\/MDN-sent-manually; displayed\r$/m)
    expect(message).not.toMatch(/^Disposition-Notification-To/im)
    expect((await offer(id)).receipt).toBeUndefined()
    const query = { folder: 'sent', page: 1, pageSize: 9, sort: 'date', order: 'desc', filter: 'all' } as const
    expect((await gateway.stores.mailStores.of(account).page(query))?.total).toBe(0)
  })

  it('S32: is sent by nothing but the call for it: not by opening, marking, preview, source, download or print', async () => {
    const id = await deliver()
    await show(id, '1')
    await calls.post('manage/mark2', { ids: id, mark: 'seen' }, { session: lin })
    await calls.post('manage/view2.action', { ids: id }, { session: lin })
    await calls.post('readmail/mailSource.action', { id }, { session: lin })
    await calls.post('readmail/getAttachmentInfo2.action', { id }, { session: lin })
    await gateway.drain()
    expect(handed).toEqual([])
    expect((await offer(id)).receipt).toBeDefined()
  })

  it('goes once, however many windows send at the same moment, and for a copy of the mail as well', async () => {
    const id = await deliver()
    const answers = await Promise.all([1, 2, 3, 4].map(() => send({ id })))
    expect(answers.every(({ sent }) => sent === true)).toBe(true)
    expect(await send({ id: await deliver() })).toMatchObject({ sent: true })
    await gateway.drain()
    expect(handed).toHaveLength(1)
  })

  it('is not sent once it was declined, and not declined once it was sent: the first decision stands', async () => {
    const declined = await deliver()
    expect(await ignore(declined)).toEqual({ code: '200', sent: false })
    expect((await offer(declined)).receipt).toBeUndefined()
    expect(await send({ id: declined })).toEqual({ code: '200', sent: false })
    // A copy, of which the mailbox has noted nothing, is the same mail.
    expect(await send({ id: await deliver() })).toEqual({ code: '200', sent: false })
    const sent = await deliver({ 'Message-ID': '<other@far.example>' })
    await send({ id: sent })
    expect(await ignore(sent)).toEqual({ code: '200', sent: true })
    await gateway.drain()
    expect(handed.map(({ message }) => message.includes('<other@far.example>'))).toEqual([true])
  })

  it('that was decided on and never came into the outbox is offered again, and then sent', async () => {
    let isCut = true
    await gateway.close()
    gateway = await makeTestGateway({
      relay,
      report: () => undefined,
      watchOutbox: (outbox) => ({
        ...outbox,
        add: async (entry) => {
          if (isCut) throw new Error('The process ends here')
          return outbox.add(entry)
        },
      }),
    })
    await signInLin()
    const id = await deliver()
    expect((await calls.post('writemail/sendreceipt2.action', { id }, { session: lin })).status).toBe(500)
    const counted = () => gateway.stores.attempts.count(`receipts:${account.id}`, gateway.clock.now(), 1_000)
    expect(await counted()).toBe(0)
    isCut = false
    expect((await offer(id)).receipt).toBeDefined()
    expect(await send({ id })).toMatchObject({ sent: true })
    await gateway.drain()
    expect(handed).toHaveLength(1)
  })

  it('reaches a colleague of this house, whose mail bears no return path', async () => {
    const id = await deliver({
      'Return-Path': null,
      From: 'wang@ep.test',
      'Disposition-Notification-To': 'wang@ep.test',
    })
    await send({ id })
    await gateway.drain()
    const wang = await calls.signIn('wang@ep.test')
    const inbox = await calls.post('query/queryfolder2.action', { folder: 'inbox' }, { session: wang })
    expect(inbox.json).toMatchObject({ total: 1, list: [{ from: { address: 'lin@ep.test' }, hasAttachment: false }] })
    expect(handed).toEqual([])
  })
})

describe('S32: the person’s setting', () => {
  const choose = (receipts: string) => calls.post('settings/change.action', { receipts }, { session: lin })
  const trust = async (...white: string[]) => {
    const rules = gateway.stores.rules?.of(account)
    const kept = await rules?.load()
    if (kept) await rules?.replace({ ...kept.rules, lists: { black: [], white } }, kept.version)
  }
  const answerTo = async (change: Parameters<typeof deliver>[0] = {}) => {
    const { receipt } = await offer(await deliver(change))
    return (receipt as { answer?: string } | undefined)?.answer
  }

  it('sends without a question where it says always, and says in the receipt that nobody was asked', async () => {
    await choose('always')
    const id = await deliver()
    expect((await offer(id)).receipt).toMatchObject({ answer: 'send' })
    await gateway.drain()
    expect(handed).toEqual([])
    expect(await send({ id, automatic: '1' })).toMatchObject({ sent: true })
    await gateway.drain()
    expect(handed[0]?.message).toContain('Disposition: automatic-action/MDN-sent-automatically; displayed')
  })

  it('still asks where another address is told than sent it, or the mail names somebody else as its reader', async () => {
    await choose('always')
    expect(await answerTo({ 'Disposition-Notification-To': 'else@far.example' })).toBe('ask')
    expect(await answerTo({ 'Return-Path': null })).toBe('ask')
    expect(await answerTo({ To: 'team@far.example' })).toBe('ask')
    const id = await deliver({ To: 'team@far.example' })
    expect(await send({ id, automatic: '1' })).toMatchObject({ code: 'notAllowed' })
  })

  it('sends to trusted senders alone, by address or domain, and asks of others', async () => {
    await choose('trusted')
    expect(await answerTo()).toBe('ask')
    await trust('@far.example')
    expect(await answerTo()).toBe('send')
    await trust('wang@far.example')
    expect(await answerTo()).toBe('send')
    await trust('@ar.example')
    expect(await answerTo()).toBe('ask')
  })

  it('sends to the person’s contacts alone, and asks of others', async () => {
    await choose('contacts')
    await gateway.stores.contacts.add(account.id, contactOf('c1', 'Other', 'other@far.example'), 10)
    expect(await answerTo()).toBe('ask')
    const emails = ['wang@near.example', 'Wang@far.example'].map((value) => ({ label: '', value }))
    await gateway.stores.contacts.add(account.id, contactOf('c2', 'Wang', '', { emails }), 10)
    expect(await answerTo()).toBe('send')
  })

  it('offers none where it says never', async () => {
    await choose('never')
    expect(await answerTo()).toBeUndefined()
  })
})

describe('a receipt is not offered, and the call for it is refused,', () => {
  const never: readonly (readonly [why: string, change: Record<string, string | null>])[] = [
    ['where none is asked for', { 'Disposition-Notification-To': null }],
    ['to a list', { 'List-Id': '<news.far.example>' }],
    ['to bulk mail', { Precedence: 'bulk' }],
    ['to a machine', { 'Auto-Submitted': 'auto-generated' }],
    ['where there is no return path to it', { 'Return-Path': '<>' }],
    ['to oneself', { 'Disposition-Notification-To': 'Lin <LIN@ep.test>' }],
    ['of one’s own mail', { From: 'lin@ep.test' }],
    ['to more than one address', { 'Disposition-Notification-To': 'a@far.example, b@far.example' }],
    ['to what is no address', { 'Disposition-Notification-To': 'nobody' }],
    ['where the mail wants what is not known here', { 'Disposition-Notification-Options': 'x=required,1' }],
  ]
  it.each(never)('%s', async (_why, change) => {
    const id = await deliver(change)
    expect((await offer(id)).receipt).toBeUndefined()
    expect(await send({ id })).toMatchObject({ code: 'notAllowed' })
    expect(await ignore(id)).toMatchObject({ code: 'notAllowed' })
  })

  it.each(['junk', 'sent', 'draft', 'deleted'])('for mail in %s', async (folder) => {
    const id = await deliver({}, folder)
    expect((await offer(id)).receipt).toBeUndefined()
    expect(await send({ id })).toMatchObject({ code: 'notAllowed' })
  })

  it('S21: for mail of another person, which is simply not there', async () => {
    const id = await deliver()
    const wang = await calls.signIn('wang@ep.test')
    expect(await send({ id }, wang)).toMatchObject({ code: 'notFound' })
  })

  it('S32: by a page that says the person’s setting sends it, when it asks', async () => {
    const id = await deliver()
    expect(await send({ id, automatic: '1' })).toMatchObject({ code: 'notAllowed' })
    await gateway.drain()
    expect(handed).toEqual([])
  })
})

it('S11: nothing that a mail says of itself makes a header or a recipient of its receipt', async () => {
  const id = await deliver({
    Subject: '=?utf-8?Q?A=0D=0ABcc:_x@evil.example?=',
    'Message-ID': '<a@b>\tX: 1 <evil>',
    'Disposition-Notification-To': 'w <wang@far.example>',
  })
  await send({ id })
  await gateway.drain()
  const [{ envelope, message } = { envelope: null, message: '' }] = handed
  expect(envelope?.to).toEqual(['wang@far.example'])
  expect(message.split('\r\n\r\n')[0]).not.toMatch(/^(Bcc|X):/im)
})

it('stops after so many receipts in a day, whoever asks for them', async () => {
  const { attempts } = gateway.stores
  for (let n = 1; n < 200; n += 1) await attempts.note(`receipts:${account.id}`, gateway.clock.now(), 1)
  expect(await send({ id: await deliver() })).toMatchObject({ sent: true })
  const id = await deliver({ 'Message-ID': '<more@far.example>' })
  expect(await send({ id })).toMatchObject({ code: 'tooManyTries' })
  expect(await attempts.count(`receipts:${account.id}`, gateway.clock.now(), 1_000)).toBe(200)
  gateway.clock.advance(24 * 60 * 60 * 1_000 + 1)
  expect(await send({ id })).toMatchObject({ sent: true })
})
