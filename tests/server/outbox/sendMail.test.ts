import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tiers } from '#contract/tiers'
import { attachedFiles } from '#server/drafts/attachedFiles'
import type { UploadStore } from '#server/drafts/uploads/uploads.store'
import { sendWindowMs } from '#server/outbox/send/sendCount'
import { makeSendMail } from '#server/outbox/send/sendMail'
import { openSmtpSink, type SmtpSink } from '../../support/connections/smtpSink'
import { removeFolder } from '../../support/removeFolder'
import {
  callerOf,
  domains,
  openSending,
  type SendForm,
  type Sending,
  sendForm,
} from '../../support/stores/sendingSetup'

let folder: string
let sink: SmtpSink
let place: Sending
let now: number

const file = { name: 'a.txt', type: 'text/plain', size: 0, cid: null }
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const send = async (change: Partial<SendForm>) => place.send(sendForm(change), callerOf(await place.account('lin')))

beforeEach(async () => {
  now = Date.UTC(2026, 0, 5)
  folder = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  sink = await openSmtpSink()
  place = await openSending({ folder, relayPort: sink.port, now: () => now })
  for (const name of ['lin', 'wang', 'bea']) await place.account(name)
})

afterEach(async () => {
  await place.close()
  await sink.close()
  await removeFolder(folder)
})

describe('sending', () => {
  it('delivers here, outside and into Sent, each once', async () => {
    const reply = await send({ to: ['wang@ep.test', '安娜 <anna@elsewhere.example>'], bcc: ['bea@ep.test'] })
    expect(reply.recipients.map(({ state }) => state)).toEqual(['queued', 'queued', 'queued'])
    await place.dispatcher.drain()
    expect(await place.mails('wang', 'inbox')).toHaveLength(1)
    expect(await place.mails('bea', 'inbox')).toHaveLength(1)
    const [sent] = await place.mails('lin', 'sent')
    expect(sent).toMatchObject({ subject: '合同', seen: true })
    expect(sink.taken).toHaveLength(1)
    expect(sink.taken[0]).toMatchObject({ from: 'lin@ep.test', to: ['anna@elsewhere.example'] })
    const entry = await place.outbox.find((await place.account('lin')).id, reply.id)
    expect(entry?.recipients.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
  })

  it('lets none of several sends at the same moment slip past the sends of a day', async () => {
    const { id } = await place.account('lin')
    const left = 2
    const used = Array.from({ length: tiers.soho.sendsPerDay - left }, () => ({ key: `sends:${id}`, at: now }))
    for (let from = 0; from < used.length; from += 500)
      await place.db
        .insertInto('attempts')
        .values(used.slice(from, from + 500))
        .execute()
    const keys = ['a', 'b', 'c', 'd', 'e']
    const answers = await Promise.allSettled(keys.map((key) => send({ to: ['wang@ep.test'], idempotencyKey: key })))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(left)
    const refused = answers.find((it) => it.status === 'rejected')
    expect(refused?.reason).toMatchObject({
      code: 'sendsUsedUp',
      detail: { payload: { limit: tiers.soho.sendsPerDay } },
    })
    // A send that is refused uses none of the next day's.
    expect(await place.attempts.count(`sends:${id}`, now, 86_400_000)).toBe(tiers.soho.sendsPerDay)
  })

  it('counts one send once, when two gateways are asked for it at the same moment', async () => {
    const { attempts, outbox } = place
    const lin = await place.account('lin')
    const site = { domains, askedOutside: async () => [], canSendOutside: true, wake: () => undefined }
    const other = makeSendMail({ ...place, ...site })
    const form = sendForm({ to: ['wang@ep.test'], idempotencyKey: 'same' })
    const [one, two] = await Promise.all([place.send(form, callerOf(lin)), other(form, callerOf(lin))])
    expect(two.id).toBe(one.id)
    expect(await attempts.count(`sends:${lin.id}`, now, sendWindowMs)).toBe(1)

    const full = { ...outbox, add: () => Promise.reject(new Error('The disk is full')) }
    const failing = makeSendMail({ ...place, ...site, outbox: full })
    const next = sendForm({ to: ['wang@ep.test'], idempotencyKey: 'next' })
    await expect(failing(next, callerOf(lin))).rejects.toThrow('The disk is full')
    expect(await attempts.count(`sends:${lin.id}`, now, sendWindowMs)).toBe(1)
  })

  it('shows Bcc to the sender alone', async () => {
    await send({ to: ['wang@ep.test', 'anna@elsewhere.example'], bcc: ['bea@ep.test'] })
    await place.dispatcher.drain()
    expect(sink.taken[0]?.raw).not.toMatch(/bea@ep\.test|^bcc:/im)
    const [received] = await place.mails('wang', 'inbox')
    const wang = place.mailStores.of(await place.account('wang'))
    expect((await wang.open(received?.id ?? ''))?.parsed.bcc).toEqual([])
    const [sent] = await place.mails('lin', 'sent')
    const lin = place.mailStores.of(await place.account('lin'))
    expect((await lin.open(sent?.id ?? ''))?.parsed.bcc).toMatchObject([{ address: 'bea@ep.test' }])
  })

  it.each([
    ['recipientEmpty', {}, 'to'],
    ['recipientInvalid', { to: ['wang@ep.test'], cc: ['no address'] }, 'cc'],
    ['recipientTooMany', { to: Array.from({ length: 101 }, (_, index) => `a${index}@ep.test`) }, 'to'],
    ['subjectEmpty', { to: ['wang@ep.test'], subject: '  ' }, 'subject'],
    ['attachmentUnknown', { to: ['wang@ep.test'], attachmentIds: ['no'] }, 'attachmentIds'],
    ['recipientUnknown', { to: ['nobody@ep.test'] }, 'to'],
    ['badField', { to: ['wang@ep.test'], holdSeconds: 7 }, 'holdSeconds'],
    ['scheduleTooSoon', { to: ['wang@ep.test'], sendAt: Date.UTC(2026, 0, 5) + 119_999 }, 'sendAt'],
    ['scheduleTooFar', { to: ['wang@ep.test'], sendAt: Date.UTC(2026, 0, 5) + 90 * 86_400_000 + 1 }, 'sendAt'],
  ] as const)('refuses with %s', async (code, change, field) => {
    const fault: Partial<SendForm> = change
    await expect(send(fault)).rejects.toMatchObject({ code, detail: { field } })
    expect(await place.outbox.nextDue()).toBeNull()
  })

  it('names outside recipients where no relay carries mail out', async () => {
    await place.close()
    place = await openSending({ folder, relayPort: null, now: () => now })
    await expect(send({ to: ['wang@ep.test'], cc: ['anna@elsewhere.example'] })).rejects.toMatchObject({
      code: 'recipientOutside',
      detail: { field: 'cc', payload: { addresses: ['anna@elsewhere.example'] } },
    })
  })

  it.each([
    { subject: 'a\r\nBcc: spy@elsewhere.example' },
    { to: ['a@elsewhere.example\r\nRCPT TO:<spy@elsewhere.example>'] },
    { to: ['"a\r\nBcc: spy@elsewhere.example" <a@elsewhere.example>'] },
    { cc: ['a@elsewhere.example, spy@elsewhere.example'] },
  ])('S11: lets CR and LF make no header and no recipient (%j)', async (change) => {
    await expect(send({ to: ['anna@elsewhere.example'], ...change })).rejects.toMatchObject({ name: 'Refusal' })
    await place.dispatcher.drain()
    expect(sink.asked).toEqual([])
  })

  it('S12: writes as the account itself, whatever is asked', async () => {
    await send({ to: ['anna@elsewhere.example'], html: 'From: boss@ep.test' })
    await place.dispatcher.drain()
    expect(sink.taken[0]?.from).toBe('lin@ep.test')
    expect(sink.taken[0]?.raw).toMatch(/^From: "?lin"? <lin@ep\.test>\r$/m)
  })

  it('refuses before the yes where the copy in Sent would not fit', async () => {
    await place.close()
    place = await openSending({ folder, relayPort: sink.port, now: () => now, quotaBytes: 100 })
    await expect(send({ to: ['wang@ep.test'] })).rejects.toMatchObject({ code: 'quotaExceeded' })
    expect(await place.outbox.nextDue()).toBeNull()
  })

  it('S21: takes no upload of another account', async () => {
    const wang = await place.account('wang')
    const { id } = await place.uploads.start(wang.id, file, now, 2 ** 40)
    const attempt = send({ to: ['wang@ep.test'], attachmentIds: [id] })
    await expect(attempt).rejects.toMatchObject({ code: 'attachmentUnknown' })
  })

  it('R2: sends once for one key, however many ask at once, and refuses other content under it', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => send({ to: ['wang@ep.test'] })))
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1)
    await place.dispatcher.drain()
    expect(await send({ to: ['wang@ep.test'] })).toMatchObject({ id: replies[0]?.id })
    await expect(send({ to: ['wang@ep.test'], subject: 'other' })).rejects.toMatchObject({
      code: 'idempotencyConflict',
    })
    expect(await place.mails('wang', 'inbox')).toHaveLength(1)
    expect(await place.mails('lin', 'sent')).toHaveLength(1)
  })

  it('R2: two windows that send one draft send one mail, and what the second has changed is not lost in silence', async () => {
    const ask = { to: ['wang@ep.test'], draftId: 'draft-of-two' }
    const replies = await Promise.all([
      send({ ...ask, idempotencyKey: 'window-1' }),
      send({ ...ask, idempotencyKey: 'window-2' }),
    ])
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1)
    await place.dispatcher.drain()
    expect(await place.mails('wang', 'inbox')).toHaveLength(1)
    const changed = send({ ...ask, idempotencyKey: 'window-3', subject: 'other' })
    await expect(changed).rejects.toMatchObject({ code: 'draftSent', detail: { field: 'draftId' } })
  })

  it.each([
    ['its key', { idempotencyKey: 'one' }, { idempotencyKey: 'one' }],
    [
      'its draft, in another window',
      { idempotencyKey: 'one', draftId: 'd' },
      { idempotencyKey: 'other', draftId: 'd' },
    ],
  ])('R2: knows a repetition by %s, though what it names was used up by the first', async (_by, first, again) => {
    const lin = await place.account('lin')
    const { id } = await place.uploads.start(lin.id, file, now, 2 ** 40)
    await place.uploads.finish(lin.id, id, emptySha256)
    const ask = { to: ['wang@ep.test'], attachmentIds: [id] }
    const sent = await send({ ...ask, ...first })
    expect(await place.uploads.find(lin.id, id)).toBeNull()
    expect(await send({ ...ask, ...again })).toMatchObject({ id: sent.id })
  })

  it('R14: refuses more than 50M of files before anything is sent', async () => {
    const lin = await place.account('lin')
    const uploads: UploadStore = {
      ...place.uploads,
      find: async (_owner, id) => ({ ...file, id, size: 26 * 1024 * 1024, offset: 0, finished: true }),
    }
    const attempt = attachedFiles(uploads, lin.id, ['a', 'b'])
    await expect(attempt).rejects.toMatchObject({ code: 'attachmentsTooLarge', detail: { field: 'attachmentIds' } })
    expect(await attachedFiles(uploads, lin.id, ['a'])).toHaveLength(1)
  })

  it('waits for no file: one that is still on its way is named', async () => {
    const { id } = await place.uploads.start((await place.account('lin')).id, { ...file, size: 5 }, now, 2 ** 40)
    const attempt = send({ to: ['wang@ep.test'], attachmentIds: [id] })
    await expect(attempt).rejects.toMatchObject({ code: 'attachmentsPending', detail: { payload: { ids: [id] } } })
  })
})
