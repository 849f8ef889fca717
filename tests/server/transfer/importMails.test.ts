/** Mails that come in from files: uploaded in parts, taken in behind, each refusal beside its name, none twice after a crash. */
import { crc32, deflateRawSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MailJob } from '#contract/endpoints/mail/jobs'
import { Refusal, StoreAway } from '#server/core/refusal'
import { makeJobRunner } from '#server/mail/jobs/jobRunner'
import type { MailStore, MailStores } from '#server/mail/mail.store'
import type { makeCalls, RawValues, Signed } from '../../support/gateway/calls'
import { finishedUpload } from '../../support/gateway/finishedUpload'
import { bytesOf, type TestGateway } from '../../support/gateway/gateway'
import { linAndWang } from '../../support/gateway/twoPeople'
import { madeZip } from '../../support/mail/madeZip'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
let wang: Signed

beforeEach(async () => {
  ;({ gateway, calls, lin, wang } = await linAndWang())
})
afterEach(() => gateway.close())

const message = (subject: string, more = '') =>
  `Received: from a by b; Tue, 3 Mar 2020 10:00:00 +0800 (CST)\r\nDate: Mon, 2 Mar 2020 10:00:00 +0800\r\n${more}Subject: ${subject}\r\nFrom: a@b.test\r\n\r\nText\r\n`

const begin = (name: string, size: number, session = lin) =>
  calls.post('jobs/startImportUpload.action', { name, type: 'message/rfc822', size }, { session })

const upload = (name: string, content: string | Buffer, session = lin) =>
  finishedUpload({ gateway, calls, session }, name, content)

const start = async (uploads: readonly string[], more: RawValues = {}, session = lin) =>
  (await calls.post('jobs/startImport.action', { folder: 'inbox', uploads, ...more }, { session })).json
const idOf = (json: Readonly<Record<string, unknown>>) => (json.job as MailJob).id // The contract's own shape.
async function told(id: string): Promise<MailJob> {
  const { json } = await calls.get('jobs/mailJobs.action', { id }, { session: lin })
  const [job] = json.jobs as MailJob[] // The contract's own shape.
  if (!job) throw new Error('No job')
  return job
}
async function imported(uploads: readonly string[], folder = 'inbox') {
  const json = await start(uploads, { folder })
  expect(json).toMatchObject({ code: '200', job: { kind: 'import', folder, total: uploads.length } })
  await gateway.drain()
  return told(idOf(json))
}

async function store(who = 'lin@ep.test'): Promise<MailStore> {
  const account = await gateway.stores.accounts.byAddress(who)
  if (!account) throw new Error('There is no such account')
  return gateway.stores.mailStores.of(account)
}
async function held(folder = 'inbox') {
  const query = { folder, page: 1, pageSize: 200, sort: 'date', order: 'asc', filter: 'all' } as const
  return (await (await store()).page(query))?.list ?? []
}
const zip = (files: Readonly<Record<string, string | Buffer>>) =>
  madeZip(
    Object.entries(files).map(([name, text]) => {
      const bytes = Buffer.from(text)
      return { name, method: 8, packed: deflateRawSync(bytes), size: bytes.length, crc: crc32(bytes) }
    }),
  )

describe('an import', () => {
  it('keeps a message byte for byte, read, and dated as it once arrived', async () => {
    const job = await imported([await upload('a.eml', message('A'))], 'sent')
    expect(job).toMatchObject({ state: 'done', done: 1 })
    expect(job.files).toEqual([
      {
        name: 'a.eml',
        size: message('A').length,
        read: message('A').length,
        state: 'read',
        kept: 1,
        refused: 0,
        refusals: [],
      },
    ])
    const [mail] = await held('sent')
    expect(mail).toMatchObject({ subject: 'A', seen: true, receivedAt: Date.UTC(2020, 2, 3, 2) })
    const raw = await (await store()).raw(mail?.id ?? '')
    expect(raw && (await bytesOf(raw.stream)).toString()).toBe(message('A'))
  })

  it('takes the Date where nothing was received, now where that lies ahead, and gives bare lines their ends', async () => {
    const dated = 'Subject: dated\r\nDate: Mon, 2 Mar 2020 10:00:00 +0800\r\n\r\n'
    const ahead = 'Subject: ahead\nDate: Mon, 2 Mar 2099 10:00:00 +0800\n\nText\n'
    await imported([await upload('1', dated), await upload('2', ahead)])
    const [one, other] = await held()
    expect(one).toMatchObject({ subject: 'dated', receivedAt: Date.UTC(2020, 2, 2, 2) })
    expect(other).toMatchObject({ subject: 'ahead', receivedAt: gateway.clock.now() })
    const raw = await (await store()).raw(other?.id ?? '')
    expect(raw && (await bytesOf(raw.stream)).toString()).toBe(ahead.replaceAll('\n', '\r\n'))
  })

  it('reads the archives of this product and of others, and mbox files', async () => {
    const id = await gateway.deliver('lin@ep.test', message('own'), 'sent')
    const json = (await calls.post('jobs/startExport.action', { ids: [id] }, { session: lin })).json
    const { sid } = (await calls.get('readmail/sid.action', {}, { session: lin })).json
    const own = await calls.get('jobs/downloadExport.action', { sid: String(sid), id: idOf(json) })
    const mbox = `From a@b Tue Mar  3\n${message('m1').replaceAll('\r', '')}\n>From here\n\nFrom c@d Tue\n${message('m2')}`
    const files = { 'folder/x.eml': message('x'), 'folder/': '', '__MACOSX/x.eml': 'y', 'z.eml': message('z') }
    const job = await imported([
      await upload('own.zip', own.bytes),
      await upload('other.zip', zip(files)),
      await upload('mbox', mbox),
    ])
    expect(job).toMatchObject({ state: 'done', done: 5, files: [{ kept: 1 }, { kept: 2 }, { kept: 2 }] })
    const mails = await held()
    expect(mails.map(({ subject }) => subject)).toEqual(['own', 'x', 'z', 'm1', 'm2'])
    const raw = await (await store()).raw(mails[3]?.id ?? '')
    expect(raw && (await bytesOf(raw.stream)).toString()).toBe(`${message('m1')}\r\nFrom here\r\n`)
  })

  it('refuses each file that is none, broken or too large with its reason, and takes the rest', async () => {
    const cut = zip({ 'a.eml': message('A') }).subarray(0, -30)
    const mixed = zip({
      'photo.jpg': Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0]),
      '../../b.eml': message('B'),
      'n\u202ee.txt': 'no',
    })
    const large = Buffer.concat([Buffer.from(message('L')), Buffer.alloc(72 * 1024 * 1024, 'x')])
    const job = await imported([
      await upload('photo.png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
      await upload('empty.eml', ''),
      await upload('cut.zip', cut),
      await upload('mixed.zip', mixed),
      await upload('large.eml', large),
    ])
    expect(job).toMatchObject({ state: 'done', done: 1 })
    expect(job.files?.map(({ state, kept, refusals }) => [state, kept, refusals])).toEqual([
      ['refused', 0, [{ name: 'photo.png', reason: 'notMail' }]],
      ['refused', 0, [{ name: 'empty.eml', reason: 'notMail' }]],
      ['refused', 0, [{ name: 'cut.zip', reason: 'archiveUnreadable' }]],
      [
        'read',
        1,
        [
          { name: 'photo.jpg', reason: 'notMail' },
          { name: 'ne.txt', reason: 'notMail' },
        ],
      ],
      ['refused', 0, [{ name: 'large.eml', reason: 'tooLarge' }]],
    ])
    expect((await held()).map(({ subject }) => subject)).toEqual(['B'])
  })

  it('S27: reads a bomb no further than a mail may be large, and one that is no mail hardly at all', async () => {
    const bomb = zip({
      'mail.eml': Buffer.concat([Buffer.from(message('bomb')), Buffer.alloc(80_000_000)]),
      'zeros.eml': Buffer.alloc(80_000_000),
    })
    const job = await imported([await upload('bomb.zip', bomb)])
    expect(job.files).toMatchObject([{ kept: 0, refusals: [{ reason: 'tooLarge' }, { reason: 'notMail' }] }])
  })

  it('ends at the room that is left, and says so of every file that had none', async () => {
    const full: MailStores = wrapped(gateway.stores.mailStores, (base) => ({
      ...base,
      append: async (mail) => {
        const { subject } = (await held()).at(-1) ?? { subject: '' }
        if (subject === 'one') throw new Refusal('quotaExceeded')
        return base.append(mail)
      },
    }))
    await gateway.house.dispatcher.stop()
    const json = await start([
      await upload('1.eml', message('one')),
      await upload('2.eml', message('two')),
      await upload('3.eml', message('3')),
    ])
    await makeJobRunner({ ...gateway.stores, mailStores: full, report: () => undefined }).drain()
    const quota = (name: string) => ({ state: 'refused', refusals: [{ name, reason: 'quotaExceeded' }] })
    expect(await told(idOf(json))).toMatchObject({
      state: 'done',
      files: [{ kept: 1 }, quota('2.eml'), quota('3.eml')],
    })
  })

  it('R18: goes on after its store went away, and keeps nothing twice that it had not noted', async () => {
    await gateway.house.dispatcher.stop()
    let appends = 0
    const shaky = wrapped(gateway.stores.mailStores, (base) => ({
      ...base,
      append: async (mail) => {
        const kept = await base.append(mail)
        appends += 1
        if (appends === 3) throw new StoreAway('gone after it was kept')
        return kept
      },
    }))
    const files = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`${at}.eml`, message(`M${at}`)]))
    const json = await start([await upload('a.zip', zip(files))])
    const runner = makeJobRunner({ ...gateway.stores, mailStores: shaky, report: () => undefined })
    await runner.drain()
    expect(await told(idOf(json))).toMatchObject({ state: 'running' })
    gateway.clock.advance(6_000)
    await runner.drain()
    expect(await told(idOf(json))).toMatchObject({ state: 'done', done: 5 })
    expect((await held()).map(({ subject }) => subject)).toEqual(['M0', 'M1', 'M2', 'M3', 'M4'])
  })

  it('gives a mail up that its store will not keep, though it answers, and goes on with the next', async () => {
    await gateway.house.dispatcher.stop()
    let tries = 0
    const picky = wrapped(gateway.stores.mailStores, (base) => ({
      ...base,
      append: async (mail) => {
        if (!mail.key?.endsWith(' 2')) return base.append(mail)
        tries += 1
        throw new StoreAway('not this one')
      },
    }))
    const files = { '1.eml': message('one'), '2.eml': message('two'), '3.eml': message('three') }
    const id = idOf(await start([await upload('a.zip', zip(files))]))
    const runner = makeJobRunner({ ...gateway.stores, mailStores: picky, report: () => undefined })
    for (let turn = 0; turn < 4; turn += 1) {
      await runner.drain()
      gateway.clock.advance(6_000)
    }
    const refusals = [{ name: '2.eml', reason: 'operationFailed' }]
    expect(await told(id)).toMatchObject({ state: 'done', files: [{ kept: 2, refusals }] })
    expect(tries).toBe(4)
    expect((await held()).map(({ subject }) => subject)).toEqual(['one', 'three'])
  })

  it('that is cancelled leaves what it has kept, and lets go of its files', async () => {
    await gateway.house.dispatcher.stop()
    const upload1 = await upload('a.eml', message('A'))
    const id = idOf(await start([upload1]))
    const { json } = await calls.post('jobs/cancelMailJob.action', { id }, { session: lin })
    expect(json).toMatchObject({ job: { state: 'cancelled' } })
    expect(await start([upload1])).toMatchObject({ code: 'attachmentUnknown' })
  })

  it('S21: takes its own finished uploads alone, into a folder that holds mail', async () => {
    const foreign = await upload('a.eml', message('A'), wang)
    const own = await upload('b.eml', message('B'))
    const begun = String((await begin('c.eml', 10)).json.uploadId)
    expect(await start([own, foreign])).toMatchObject({ code: 'attachmentUnknown', field: 'uploads', ids: [foreign] })
    expect(await start([begun])).toMatchObject({ code: 'attachmentsPending' })
    expect(await start([])).toMatchObject({ code: 'badField', field: 'uploads' })
    expect(await start(Array.from({ length: 101 }, () => own))).toMatchObject({ code: 'badField' })
    expect(await start([own], { folder: 'nowhere' })).toMatchObject({ code: 'notFound', field: 'folder' })
    expect(await start([own], { folder: 'flag' })).toMatchObject({ code: 'notAllowed', field: 'folder' })
    const job = await imported([own])
    const { json } = await calls.get('jobs/mailJobs.action', { id: job.id }, { session: wang })
    expect(json).toMatchObject({ code: 'notFound' })
  })

  it('refuses an upload that is too large, that does not fit, or that has no name', async () => {
    expect((await begin('a.zip', 1024 ** 3 + 1)).json).toMatchObject({ code: 'tooLarge', field: 'size' })
    expect((await begin(' ', 5)).json).toMatchObject({ code: 'badField', field: 'name' })
    expect((await begin('a\nb', 5)).json).toMatchObject({ code: 'badField', field: 'name' })
    await gateway.account('small@ep.test', { tier: 'free' })
    const { quota } = await store('small@ep.test')
    const small = await calls.signIn('small@ep.test')
    const { limit } = await quota()
    const { json } = await begin('a.zip', Math.min(limit + 1, 1024 ** 3), small)
    expect(json.code).toBe(limit < 1024 ** 3 ? 'quotaExceeded' : '200')
  })
})

function wrapped(stores: MailStores, wrap: (store: MailStore) => MailStore): MailStores {
  return { ...stores, of: (account) => wrap(stores.of(account)) }
}
