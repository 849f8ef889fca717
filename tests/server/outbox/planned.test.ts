import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSmtpSink, type SmtpSink } from '../../support/connections/smtpSink'
import { type Answered, makeCalls, type RawValues, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

const minute = 60_000
const now = Date.UTC(2026, 10, 21, 1, 30)

let gateway: TestGateway
let sink: SmtpSink
let calls: ReturnType<typeof makeCalls>
let lin: Signed

const written = { to: 'wang@ep.test', subject: '合同', html: '<p>您好，<b>请看</b></p>' }
let keys = 0
const send = (values: RawValues, as: Signed = lin): Promise<Answered> =>
  calls.post('writemail/sendMail.action', { ...written, idempotencyKey: `k${keys++}`, ...values }, { session: as })
const ask = (path: string, values: RawValues = {}, as: Signed = lin) => calls.post(path, values, { session: as })
const list = async (folder: string, as: Signed = lin) => {
  const { json } = await ask('query/queryfolder2.action', { folder }, as)
  return json.list as readonly Readonly<Record<string, unknown>>[]
}
/** Moves the clock, wakes the dispatcher and waits for what it does. */
async function passTo(instant: number): Promise<void> {
  gateway.clock.set(instant)
  await gateway.drain()
}
const statesOf = async (id: unknown) => {
  const { json } = await calls.get('writemail/sendStatus.action', { id: String(id) }, { session: lin })
  return (json.recipients as { address: string; state: string }[]).map(({ address, state }) => [address, state])
}

beforeEach(async () => {
  sink = await openSmtpSink()
  gateway = await makeTestGateway({ now, env: { RELAY_URL: `smtp://127.0.0.1:${sink.port}` } })
  calls = makeCalls(gateway)
  for (const name of ['lin', 'wang', 'bea']) await gateway.account(`${name}@ep.test`)
  lin = await calls.signIn('lin@ep.test')
})

afterEach(async () => {
  await gateway.close()
  await sink.close()
})

describe('a send that can be undone', () => {
  it('waits for its seconds and a little longer, listed in the outbox, and then goes', async () => {
    const { json } = await send({ holdSeconds: 10 })
    expect(json).toMatchObject({ code: '200', sendAt: now + 13_000, recipients: [{ state: 'queued' }] })
    await passTo(now + 12_999)
    expect(await list('outbox')).toMatchObject([
      {
        id: `out.${json.id}`,
        folder: 'outbox',
        subject: '合同',
        preview: '您好，请看',
        scheduledAt: now + 13_000,
        waits: 'waiting',
      },
    ])
    expect(await list('inbox', await calls.signIn('wang@ep.test'))).toEqual([])
    await passTo(now + 13_000)
    expect(await list('inbox', await calls.signIn('wang@ep.test'))).toHaveLength(1)
    expect(await list('outbox')).toEqual([])
    expect(await statesOf(json.id)).toEqual([['wang@ep.test', 'sent']])
  })

  it('is a draft again when it is taken back, with its files, its thread and its options, and never goes', async () => {
    const original = await gateway.deliver(
      'lin@ep.test',
      'From: wang@ep.test\nMessage-ID: <m1@ep.test>\nSubject: 问\n\n?\n',
    )
    const upload = await ask('writemail/startUpload.action', { name: '表.txt', type: 'text/plain', size: 0 })
    const hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    const { json: file } = await ask('writemail/finishUpload.action', {
      uploadId: String(upload.json.uploadId),
      sha256: hash,
    })
    const { json: sent } = await send({
      holdSeconds: 30,
      bcc: '"Bea, B" <bea@ep.test>',
      attachmentIds: String(file.attachmentId),
      inReplyTo: original,
      mode: 'reply',
      urgent: 1,
      receipt: 1,
      saveToSent: 0,
    })
    const { json: back } = await ask('writemail/takeBack.action', { id: String(sent.id) })
    expect(back.code).toBe('200')
    const { json } = await ask('writemail/contentDate2', { mode: 'draft', id: String(back.draftId) })
    expect(json.form).toMatchObject({
      to: [{ address: 'wang@ep.test' }],
      bcc: [{ name: 'Bea, B', address: 'bea@ep.test' }],
      subject: '合同',
      attachments: [{ name: '表.txt' }],
      inReplyTo: original,
      mode: 'reply',
      urgent: true,
      receipt: true,
      saveToSent: false,
      scheduledAt: null,
    })
    await passTo(now + 24 * 60 * minute)
    expect(await list('inbox', await calls.signIn('wang@ep.test'))).toEqual([])
    expect(await statesOf(sent.id)).toEqual([
      ['wang@ep.test', 'cancelled'],
      ['bea@ep.test', 'cancelled'],
    ])
  })

  it('is not taken back once it has gone, and leaves no draft behind', async () => {
    const { json } = await send({ holdSeconds: 5 })
    await passTo(now + 8_000)
    expect((await ask('writemail/takeBack.action', { id: String(json.id) })).json.code).toBe('tooLateToTakeBack')
    expect(await list('draft')).toEqual([])
  })

  it('goes at once when that is asked', async () => {
    const { json } = await send({ holdSeconds: 30 })
    expect((await ask('writemail/sendNow.action', { id: String(json.id) })).json.code).toBe('200')
    await gateway.drain()
    expect(await statesOf(json.id)).toEqual([['wang@ep.test', 'sent']])
    expect((await ask('writemail/sendNow.action', { id: String(json.id) })).json.code).toBe('tooLateToTakeBack')
  })

  it("S21: is another's to see, take back, send or try again no more than an absent one", async () => {
    const { json } = await send({ holdSeconds: 30 })
    const wang = await calls.signIn('wang@ep.test')
    for (const path of ['writemail/takeBack.action', 'writemail/sendNow.action', 'writemail/sendFailedAgain.action'])
      for (const id of [String(json.id), 'none'])
        expect([path, (await ask(path, { id }, wang)).json.code]).toEqual([path, 'notFound'])
    expect((await ask('readmail/showMail.action', { id: `out.${json.id}` }, wang)).json.code).toBe('notFound')
    expect((await ask('manage/reMailDateMove2.action', { ids: `out.${json.id}` }, wang)).json.code).toBe('notFound')
    expect(await list('outbox', wang)).toEqual([])
  })
})

describe('a scheduled send', () => {
  it('R22: goes once at its time, with that time as its date, though the gateway was away when it fell due', async () => {
    const sendAt = now + 60 * minute
    const { json: draft } = await ask('writemail/saveDraft.action', written)
    const { json } = await send({ sendAt, draftId: String(draft.id) })
    expect(json).toMatchObject({ code: '200', sendAt })
    expect(await list('draft')).toEqual([])
    expect(await list('scheduled')).toMatchObject([{ id: `out.${json.id}`, folder: 'scheduled', scheduledAt: sendAt }])
    const status = await calls.get('writemail/reMailDateStatus.action', { id: String(json.id) }, { session: lin })
    expect(status.json).toMatchObject({ state: 'waiting', reason: null })
    await gateway.house.dispatcher.stop()
    gateway.clock.set(sendAt + 5 * minute)
    gateway.house.dispatcher.start()
    await gateway.drain()
    const inbox = await list('inbox', await calls.signIn('wang@ep.test'))
    expect(inbox).toMatchObject([{ subject: '合同', sentAt: sendAt }])
    expect(await list('scheduled')).toEqual([])
    expect(await list('sent')).toMatchObject([{ sentAt: sendAt }])
  })

  it('opens, offers its form and its list, and can be put off', async () => {
    const { json } = await send({ sendAt: now + 60 * minute, cc: 'bea@ep.test' })
    const id = `out.${json.id}`
    const { json: shown } = await ask('readmail/showMail.action', { id })
    expect(shown.mail).toMatchObject({ id, folder: 'scheduled', subject: '合同', cc: [{ address: 'bea@ep.test' }] })
    const { json: opened } = await ask('writemail/contentDate2', { mode: 'scheduled', id })
    expect(opened.form).toMatchObject({ subject: '合同', scheduledAt: now + 60 * minute, mode: 'scheduled' })
    const later = now + 90 * minute
    expect((await ask('writemail/startDate.action', { id, sendAt: later })).json).toMatchObject({
      code: '200',
      sendAt: later,
    })
    const { json: listed } = await calls.get('writemail/reMailDateList.action', {}, { session: lin })
    expect(listed).toMatchObject({ total: 1, list: [{ id, scheduledAt: later }] })
    await passTo(now + 60 * minute)
    expect(await list('scheduled')).toHaveLength(1)
    await passTo(later)
    expect(await list('scheduled')).toEqual([])
  })

  it('schedules a saved draft once, however often that is asked', async () => {
    const { json: draft } = await ask('writemail/saveDraft.action', { ...written, separate: 1, receipt: 1 })
    const form = { id: String(draft.id), sendAt: now + 60 * minute }
    expect((await ask('writemail/startDate.action', form)).json.code).toBe('200')
    expect((await ask('writemail/startDate.action', form)).json.code).toBe('notFound')
    expect(await list('scheduled')).toHaveLength(1)
  })

  it('is taken off the schedule into the drafts, but not in its last half minute', async () => {
    const sendAt = now + 60 * minute
    const { json } = await send({ sendAt })
    gateway.clock.set(sendAt - 30_000)
    const tooLate = await ask('manage/reMailDateMove2.action', { ids: `out.${json.id}` })
    expect(tooLate.json.code).toBe('tooLateToTakeBack')
    expect(await list('draft')).toEqual([])
    gateway.clock.set(sendAt - 30_001)
    const { json: back } = await ask('manage/reMailDateMove2.action', { ids: `out.${json.id}` })
    const [moved] = back.moved as { newId: string }[]
    const { json: opened } = await ask('writemail/contentDate2', { mode: 'draft', id: moved?.newId ?? '' })
    expect(opened.form).toMatchObject({ subject: '合同', scheduledAt: sendAt })
    expect((await ask('manage/reMailDateMove2.action', {})).json.code).toBe('noMailSelected')
  })

  it('R22: is seen to have failed, and can be tried again or dismissed', async () => {
    sink.answerRecipient('anna@elsewhere.example', { code: 550, text: '5.1.1 No such user' })
    const { json } = await send({ to: 'anna@elsewhere.example', sendAt: now + 60 * minute })
    await passTo(now + 60 * minute)
    const id = `out.${json.id}`
    expect(await list('scheduled')).toMatchObject([{ id, waits: 'failed' }])
    expect(await list('inbox')).toHaveLength(1)
    const status = await calls.get('writemail/reMailDateStatus.action', { id }, { session: lin })
    expect(status.json).toMatchObject({ state: 'failed', reason: expect.stringContaining('5.1.1') })
    sink.answerRecipient('anna@elsewhere.example', null)
    expect((await ask('writemail/sendFailedAgain.action', { id })).json.code).toBe('200')
    await gateway.drain()
    expect(await statesOf(json.id)).toEqual([['anna@elsewhere.example', 'sent']])
    expect(await list('scheduled')).toEqual([])
    expect((await ask('writemail/sendFailedAgain.action', { id })).json.code).toBe('notAllowed')
  })
})

it('S22: a free account schedules as far ahead as its tier allows, neither at first nor by putting off', async () => {
  await gateway.account('free@ep.test', { tier: 'free' })
  const free = await calls.signIn('free@ep.test')
  const most = now + 31 * 24 * 60 * minute
  const tooFar = { code: 'scheduleTooFar', limit: 31 }
  expect((await send({ sendAt: most + 1 }, free)).json).toMatchObject(tooFar)
  const { json } = await send({ sendAt: most }, free)
  const put = (sendAt: number) => ask('writemail/startDate.action', { id: `out.${json.id}`, sendAt }, free)
  expect((await put(most + 1)).json).toMatchObject(tooFar)
  expect((await put(most - minute)).json.code).toBe('200')
})

describe('a separate send', () => {
  it('gives each recipient a mail that names no other, and keeps one copy that names them all', async () => {
    const { json } = await send({ to: ['wang@ep.test', 'anna@elsewhere.example'], cc: ['bea@ep.test'], separate: 1 })
    await gateway.drain()
    expect(await statesOf(json.id)).toEqual([
      ['wang@ep.test', 'sent'],
      ['anna@elsewhere.example', 'sent'],
      ['bea@ep.test', 'sent'],
    ])
    for (const name of ['wang', 'bea']) {
      const session = await calls.signIn(`${name}@ep.test`)
      const [mail] = await list('inbox', session)
      const raw = await ask('readmail/showMail.action', { id: String(mail?.id) }, session)
      expect(raw.json.mail).toMatchObject({ to: [{ address: `${name}@ep.test` }], cc: [], bcc: [] })
    }
    expect(sink.taken).toHaveLength(1)
    expect(sink.taken[0]?.to).toEqual(['anna@elsewhere.example'])
    expect(sink.taken[0]?.raw).toMatch(/^To: anna@elsewhere\.example\r$/m)
    expect(sink.taken[0]?.raw).not.toMatch(/wang|\bbea@/)
    const [sent] = await list('sent')
    expect(sent).toMatchObject({ to: [{ address: 'wang@ep.test' }, { address: 'anna@elsewhere.example' }] })
  })

  it('tries only those again whom it did not reach', async () => {
    sink.answerRecipient('anna@elsewhere.example', { code: 550, text: '5.7.1 Not now' })
    const { json } = await send({
      to: ['wang@ep.test', 'anna@elsewhere.example', 'tom@elsewhere.example'],
      separate: 1,
    })
    await gateway.drain()
    sink.answerRecipient('anna@elsewhere.example', null)
    const { json: status } = await calls.get('writemail/sendStatus.action', { id: String(json.id) }, { session: lin })
    expect(status).toMatchObject({ separate: true, underWay: false, canSendAgain: true })
    await ask('writemail/sendFailedAgain.action', { id: String(json.id) })
    await gateway.drain()
    expect(sink.taken.map(({ to }) => to)).toEqual([['tom@elsewhere.example'], ['anna@elsewhere.example']])
    expect(await list('inbox', await calls.signIn('wang@ep.test'))).toHaveLength(1)
  })
})

describe('the sends of a day', () => {
  it('counts them beside what the tier allows', async () => {
    await send({})
    expect((await ask('main/sendMailByCorpMailCount.action')).json).toMatchObject({ code: '200', sent: 1, limit: 500 })
  })

  it('are counted no longer once they were taken back, each once, whatever else was sent at the same moment', async () => {
    const sent = async () => (await ask('main/sendMailByCorpMailCount.action')).json.sent
    const held = await send({ holdSeconds: 30 })
    await send({})
    const planned = await send({ sendAt: now + 60 * minute })
    expect(await sent()).toBe(3)
    gateway.clock.set(now + 5_000)
    const back = () => ask('writemail/takeBack.action', { id: String(held.json.id) })
    await Promise.all([back(), back()])
    expect(await sent()).toBe(2)
    await back()
    expect(await sent()).toBe(2)
    await ask('manage/reMailDateMove2.action', { ids: `out.${planned.json.id}` })
    expect(await sent()).toBe(1)
  })
})
