/** Mails that leave as one archive: started by one call, made while it is fetched, told, cancelled, and given up when nobody comes. */
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StoreAway } from '#server/core/refusal'
import type { MailStore, MailStores } from '#server/mail/mail.store'
import { makeDownloadExport } from '#server/transfer/exportMails'
import type { makeCalls, RawValues, Signed } from '../../support/gateway/calls'
import { bytesOf, type TestGateway } from '../../support/gateway/gateway'
import { linAndWang } from '../../support/gateway/twoPeople'
import { readZip } from '../../support/mail/readZip'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
let wang: Signed

beforeEach(async () => {
  ;({ gateway, calls, lin, wang } = await linAndWang())
})
afterEach(() => gateway.close())

const message = (subject: string) => `Subject: ${subject}\r\nFrom: a@b.test\r\n\r\nText of ${subject}\r\n`
const deliver = (subject: string, folder = 'inbox') => gateway.deliver('lin@ep.test', message(subject), folder)
const start = async (values: RawValues, session = lin) =>
  (await calls.post('jobs/startExport.action', values, { session })).json
const ticket = async (session = lin) => String((await calls.get('readmail/sid.action', {}, { session })).json.sid)
const fetched = async (id: string, session = lin, more: RawValues = {}) =>
  calls.get('jobs/downloadExport.action', { sid: await ticket(session), id, ...more })
const told = async (id: string, session = lin) => (await calls.get('jobs/mailJobs.action', { id }, { session })).json
function idOf({ job }: Readonly<Record<string, unknown>>): string {
  if (typeof job !== 'object' || job === null || !('id' in job)) throw new Error('No job')
  return String(job.id)
}
const files = (archive: Buffer) => [...readZip(archive)].map(([name, bytes]) => [name, bytes.toString()])

describe('an export', () => {
  it('holds the named mails byte for byte, under numbered names, and tells how many', async () => {
    const [first, second] = [await deliver('一 / 二'), await deliver('B')]
    await deliver('C')
    const json = await start({ ids: [first, second] })
    expect(json).toMatchObject({ code: '200', job: { kind: 'export', total: 2, done: 0, state: 'running' } })
    const answer = await fetched(idOf(json), lin, { name: '收件箱' })
    expect(answer.headers['content-type']).toBe('application/zip')
    expect(answer.headers['content-disposition']).toContain(`filename*=UTF-8''${encodeURIComponent('收件箱.zip')}`)
    expect(files(answer.bytes)).toEqual([
      ['0001 2026-11-21 一 _ 二.eml', message('一 / 二')],
      ['0002 2026-11-21 B.eml', message('B')],
    ])
    expect(await told(idOf(json))).toMatchObject({ jobs: [{ state: 'done', done: 2, total: 2 }] })
  })

  it('holds a whole folder over many pages, oldest first, or what a filter shows of it', async () => {
    for (let at = 1; at <= 230; at += 1) await deliver(`M${at}`)
    const [, seen] = [await deliver('last'), await deliver('seen')]
    await calls.post('manage/mark2', { ids: [seen], mark: 'seen' }, { session: lin })
    const whole = files((await fetched(idOf(await start({ folder: 'inbox' })))).bytes)
    expect(whole).toHaveLength(232)
    expect(whole[0]?.[0]).toBe('0001 2026-11-21 M1.eml')
    expect(whole.at(-1)?.[0]).toBe('0232 2026-11-21 seen.eml')
    const unread = files((await fetched(idOf(await start({ folder: 'inbox', filter: 'unread' })))).bytes)
    expect(unread.map(([name]) => name).at(-1)).toBe('0231 2026-11-21 last.eml')
  })

  it('S10: its names lead nowhere, whatever a subject says', async () => {
    const hostile = ['../../etc/passwd', 'C:\\Windows\\x', 'a\u202egnp.exe', 'x'.repeat(10_000)]
    const ids: string[] = []
    for (const subject of hostile) ids.push(await deliver(subject))
    const names = [...readZip((await fetched(idOf(await start({ ids })))).bytes).keys()]
    expect(names).toHaveLength(4)
    for (const name of names) {
      expect(name).toMatch(/^000\d 2026-11-21 [^/\\\p{Cc}\u202e:]+\.eml$/u)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255 + '0001 2026-11-21 '.length)
    }
  })

  it('leaves out what is deleted meanwhile, and says so by its count', async () => {
    const [kept, gone] = [await deliver('kept'), await deliver('gone', 'deleted')]
    const json = await start({ ids: [gone, kept] })
    await calls.post('manage/remove2.action', { ids: [gone] }, { session: lin })
    expect(files((await fetched(idOf(json))).bytes).map(([name]) => name)).toEqual(['0001 2026-11-21 kept.eml'])
    expect(await told(idOf(json))).toMatchObject({ jobs: [{ state: 'done', done: 1, total: 2 }] })
  })

  it('refuses nothing at all, an unknown folder, an empty one, and a fourth job', async () => {
    expect(await start({})).toMatchObject({ code: 'noMailSelected' })
    expect(await start({ folder: 'nowhere' })).toMatchObject({ code: 'notFound', field: 'folder' })
    expect(await start({ folder: 'sent' })).toMatchObject({ code: 'noMailSelected' })
    expect(await start({ folder: 'inbox', filter: 'all of it' })).toMatchObject({ code: 'badField', field: 'filter' })
    expect(await start({ ids: Array.from({ length: 1_001 }, (_, at) => `m${at}`) })).toMatchObject({ code: 'badField' })
    const id = await deliver('A')
    for (let at = 0; at < 3; at += 1) expect(await start({ ids: [id] })).toMatchObject({ code: '200' })
    expect(await start({ ids: [id] })).toMatchObject({ code: 'tooManyTries' })
  })

  it('S21: is fetched with its owner’s ticket alone, and holds no mail of another', async () => {
    const id = await deliver('A')
    expect(await start({ ids: [id] }, wang)).toMatchObject({ code: 'noMailSelected' })
    const json = await start({ ids: [id] })
    expect((await fetched(idOf(json), wang)).status).toBe(404)
    expect(await told(idOf(json), wang)).toMatchObject({ code: 'notFound' })
    const bare = await calls.get('jobs/downloadExport.action', { sid: 'made-up', id: idOf(json) })
    expect(bare.json).toMatchObject({ code: 'ticketExpired' })
    expect((await fetched(idOf(json))).status).toBe(200)
  })

  it('is no door to other jobs, and is fetched once', async () => {
    const id = await deliver('A')
    const work = await calls.post(
      'jobs/startMailJob.action',
      { kind: 'move', folder: 'inbox', target: 'sent' },
      { session: lin },
    )
    expect((await fetched(idOf(work.json))).status).toBe(404)
    await gateway.drain()
    const [mail] = (await gateway.stores.mailStores.of(await owner()).page({ ...query, folder: 'sent' }))?.list ?? []
    expect(mail?.id).toBe(id)
    const json = await start({ ids: [id] })
    expect((await fetched(idOf(json))).status).toBe(200)
    expect((await fetched(idOf(json))).status).toBe(404)
  })

  it('that nobody fetches is given up, and one that was cut may be fetched once more', async () => {
    const id = await deliver('A')
    const json = await start({ ids: [id] })
    const download = makeDownloadExport(gateway.stores)
    const { stream } = await download({ sid: await ticket(), id: idOf(json), name: 'mail' })
    await stream[Symbol.asyncIterator]().next()
    stream.destroy()
    await expect.poll(async () => (await fetched(idOf(json))).status).toBe(200)
    const left = await start({ ids: [id] })
    gateway.clock.advance(61_000)
    await gateway.drain()
    expect(await told(idOf(left))).toMatchObject({ jobs: [{ state: 'failed', reason: 'transferCut' }] })
  })

  it('ends broken, and not as a short archive, once it is cancelled', async () => {
    // More than a stream holds ready.
    for (let at = 0; at < 30; at += 1) await deliver(`M${at}\r\nX-Long: ${'x'.repeat(10_000)}`)
    const json = await start({ folder: 'inbox' })
    const { stream } = await makeDownloadExport(gateway.stores)({ sid: await ticket(), id: idOf(json), name: 'mail' })
    const pieces = stream[Symbol.asyncIterator]()
    await pieces.next()
    const { json: cancelled } = await calls.post('jobs/cancelMailJob.action', { id: idOf(json) }, { session: lin })
    expect(cancelled).toMatchObject({ job: { state: 'cancelled' } })
    const rest = async () => {
      while (!(await pieces.next()).done);
    }
    await expect(rest()).rejects.toThrow()
    expect(await told(idOf(json))).toMatchObject({ jobs: [{ state: 'cancelled' }] })
  })

  it('R8: reads on in a mail where its store went away in the middle', async () => {
    const id = await deliver('A'.repeat(500))
    const json = await start({ ids: [id] })
    let cuts = 0
    async function* cut(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of bytes) {
        yield chunk.subarray(0, 100)
        cuts += 1
        throw new StoreAway('gone')
      }
    }
    const mailStores = rawWrapped(gateway.stores.mailStores, (raw) =>
      cuts > 0 ? raw : { ...raw, stream: Readable.from(cut(raw.stream)) },
    )
    const parts = { ...gateway.stores, mailStores }
    const { stream } = await makeDownloadExport(parts)({ sid: await ticket(), id: idOf(json), name: 'mail' })
    expect(files(await bytesOf(stream)).map(([, text]) => text)).toEqual([message('A'.repeat(500))])
    expect(cuts).toBe(1)
  })
})

const query = { page: 1, pageSize: 10, sort: 'date', order: 'desc', filter: 'all' } as const
async function owner() {
  const account = await gateway.stores.accounts.byAddress('lin@ep.test')
  if (!account) throw new Error('There is no such account')
  return account
}

type Raw = NonNullable<Awaited<ReturnType<MailStore['raw']>>>

function rawWrapped(stores: MailStores, wrap: (raw: Raw) => Raw): MailStores {
  const of: MailStores['of'] = (account) => {
    const store = stores.of(account)
    return {
      ...store,
      raw: async (id) => {
        const raw = await store.raw(id)
        return raw && wrap(raw)
      },
    }
  }
  return { ...stores, of }
}
