/** Everything of an account in one archive, made by a job (docs/decisions/0063). */
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { leavingLimits } from '#contract/leaving/leavingRules'
import { archivedColumns, tableRules } from '#server/composition/records'
import type { MailJob } from '#server/core/mailJob'
import { makeWorkAccountArchive } from '#server/leaving/accountArchive'
import { makeCalls, type RawValues, type Signed } from '../../support/gateway/calls'
import { finishedUpload } from '../../support/gateway/finishedUpload'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { readZip } from '../../support/mail/readZip'
import { removeFolder } from '../../support/removeFolder'

const day = 24 * 3_600_000
let dataDir: string
let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
let wang: Signed

async function open(now?: number) {
  gateway = await makeTestGateway({ dataDir, env: { MAIL_DOMAINS: 'ep.test' }, ...(now !== undefined && { now }) })
  calls = makeCalls(gateway)
}
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  await open()
  for (const name of ['lin', 'wang']) await gateway.account(`${name}@ep.test`)
  ;[lin, wang] = [await calls.signIn('lin@ep.test'), await calls.signIn('wang@ep.test')]
})
afterEach(async () => {
  await gateway.close()
  await removeFolder(dataDir)
})

const raw = (subject: string, text = 'text') => `From: a@b.test\r\nSubject: ${subject}\r\n\r\n${text}\r\n`
const deliver = (subject: string, folder = 'inbox', text?: string) =>
  gateway.deliver('lin@ep.test', raw(subject, text), folder)
const state = async (session = lin) => (await calls.get('leaving/archive.action', {}, { session })).json
const start = async (form: RawValues = {}, session = lin) =>
  (await calls.post('leaving/startArchive.action', { format: 'eml', language: 'zh-CN', ...form }, { session })).json
const drop = async (session = lin) => (await calls.post('leaving/dropArchive.action', {}, { session })).json
const ticket = async (session = lin) => String((await calls.get('readmail/sid.action', {}, { session })).json.sid)
const fetched = async (session = lin, headers: Record<string, string> = {}) => {
  const { id } = await state()
  return calls.get('leaving/downloadArchive.action', { sid: await ticket(session), id: String(id) }, { headers })
}
const files = async () => new Map([...readZip((await fetched()).bytes)].map(([name, it]) => [name, it.toString()]))
const bytesKept = async () =>
  (await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })).filter((it) => it.isFile()).length

describe('an archive of everything', () => {
  it('holds all messages by folder, contacts, settings and files, and says what is what', async () => {
    await deliver('一 / 二')
    await deliver('../../escape')
    await deliver('gone', 'deleted')
    const made = await calls.post('folder/addFolder.action', { name: 'own.mbox' }, { session: lin })
    const folder = Object(Object(made.json).folder).id
    await deliver('mine', String(folder))
    await calls.post('contact/addContact.action', { name: '王丽', email: 'w@example.cn' }, { session: lin })
    await calls.post('template/saveTemplate.action', { name: '模板', html: '<p>t</p>' }, { session: lin })
    const owner = (await gateway.stores.accounts.byAddress('lin@ep.test')) ?? expect.fail('no mailbox')
    const picture = { type: 'image/png', bytes: Buffer.from('a photo') }
    const photo = await gateway.stores.contactPhotos.add(owner.id, picture, { now: 1, mostBytes: 99 })
    await gateway.stores.profiles.change(owner.id, { photo: photo ?? '' })
    const uploadId = await finishedUpload({ gateway, calls, session: lin }, 'plan.txt', 'the plan')
    await calls.post('files/addFile.action', { uploadId, name: 'plan.txt' }, { session: lin })
    expect(await state()).toMatchObject({ state: 'none' })
    expect(await start({ files: 1 })).toMatchObject({ code: '200', total: 4 })
    await gateway.drain()
    const ready = await state()
    expect(ready).toMatchObject({ state: 'ready', done: 4, expiresAt: gateway.clock.now() + 7 * day })
    const found = await files()
    const names = [...found.keys()]
    expect(names).toContain('mail/收件箱/00001 2026-11-21 一 _ 二.eml')
    expect(names).toContain('mail/已删除/00001 2026-11-21 gone.eml')
    expect(names.filter((name) => name.startsWith('mail/own.mbox_/'))).toHaveLength(1)
    expect(names.every((name) => name.split('/').every((step) => step !== '..' && step !== ''))).toBe(true)
    expect(found.get('mail/收件箱/00001 2026-11-21 一 _ 二.eml')).toBe(raw('一 / 二'))
    expect(found.get('contacts/contacts.vcf')).toContain('王丽')
    expect(found.get('contacts/contacts.csv')).toContain('w@example.cn')
    expect(found.get('settings/templates.json')).toContain('<p>t</p>')
    expect(found.get('settings/photo.png')).toBe('a photo')
    expect(found.get('files/plan.txt')).toBe('the plan')
    for (const name of ['rules', 'settings', 'signatures', 'account', 'searches'])
      expect(() => JSON.parse(found.get(`settings/${name}.json`) ?? '')).not.toThrow()
    expect(found.get('README.txt')).toMatch(/收件箱 \/ Inbox[\s\S]*我的文件 \/ My files \(1\)/)
    expect((await fetched()).bytes).toHaveLength(Number(ready.size))
  })

  it('holds the rows of every record that is registered to be in it, and no column that is not', async () => {
    const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
    for (const [table, columns] of archivedColumns) {
      const all = await sql<{ name: string; type: string }>`
        select name, type from pragma_table_info(${table})`.execute(gateway.stores.db)
      const value = ({ name, type }: { name: string; type: string }) =>
        name === 'account_id' ? lin?.id : /int/i.test(type) ? 1 : `${name} of lin`
      await sql`
        insert into ${sql.table(table)} (${sql.join(all.rows.map(({ name }) => sql.ref(name)))})
        values (${sql.join(all.rows.map(value))})`.execute(gateway.stores.db)
      expect(columns.filter((name) => /hash|secret|sealed|account/.test(name))).toEqual([])
    }
    await start({ files: 1 })
    await gateway.drain()
    const found = await files()
    for (const [table, columns] of archivedColumns) {
      const rows: unknown = JSON.parse(found.get(`records/${table}.json`) ?? 'null')
      expect(rows, table).toEqual([
        expect.objectContaining(Object.fromEntries(columns.map((it) => [it, expect.anything()]))),
      ])
    }
    const named = [...tableRules].flatMap(([table, rule]) =>
      typeof rule === 'object' && 'in' in rule.archive ? [[table, rule.archive.in] as const] : [],
    )
    const names = [...found.keys(), 'mail/', 'files/']
    expect(named.filter(([, file]) => !names.includes(file))).toEqual([])
  })

  it('holds each folder as one mbox file, whose messages come in again as they were', async () => {
    const odd = 'From here on\r\n>From there\r\nlast line without an end'
    for (let at = 1; at <= 230; at += 1) await deliver(`M${at}`)
    await deliver('odd', 'inbox', odd)
    await start({ format: 'mbox', language: 'en-US' })
    await gateway.drain()
    const mbox = (await files()).get('mail/Inbox/messages.mbox') ?? ''
    const upload = await finishedUpload({ gateway, calls, session: wang }, 'all.mbox', mbox)
    await calls.post('jobs/startImport.action', { folder: 'inbox', uploads: [upload] }, { session: wang })
    await gateway.drain()
    const page = { folder: 'inbox', page: 1, pageSize: 1, sort: 'date', order: 'desc', filter: 'all' } as const
    const account = await gateway.stores.accounts.byAddress('wang@ep.test')
    if (account === null) throw new Error('no account')
    const store = gateway.stores.mailStores.of(account)
    const inbox = await store.page({ ...page, pageSize: 300 })
    const kept = inbox?.list.find(({ subject }) => subject === 'odd')
    expect(inbox?.list.filter(({ subject }) => /^(M\d+|odd)$/.test(subject))).toHaveLength(231)
    const message = await store.raw(kept?.id ?? '')
    expect(message && (await message.stream.toArray()).join('')).toContain(odd)
  })

  it('S21: is its owner’s alone, asks for a session, and is fetched by ranges', async () => {
    await deliver('mine')
    await start()
    await gateway.drain()
    const { bytes, headers } = await fetched()
    expect(headers).toMatchObject({ 'accept-ranges': 'bytes', 'cache-control': 'no-store' })
    const part = await fetched(lin, { range: 'bytes=10-19' })
    expect([part.status, part.bytes]).toEqual([206, bytes.subarray(10, 20)])
    expect((await fetched(wang)).json).toMatchObject({ code: 'notFound' })
    expect(await state(wang)).toMatchObject({ state: 'none' })
    await drop(wang)
    const { id } = await state()
    const bare = await calls.get('leaving/downloadArchive.action', { sid: 'none', id: String(id) })
    expect(bare.json).toMatchObject({ code: 'ticketExpired' })
    const held = await ticket()
    await calls.get('logout/index.action', {}, { session: lin })
    const after = await calls.get('leaving/downloadArchive.action', { sid: held, id: String(id) })
    expect(after.json).toMatchObject({ code: 'ticketExpired' })
  })

  it('is kept for 7 days, whether or not the sweep has come, and one takes the place of another', async () => {
    await deliver('mine')
    await Promise.all([start(), start()])
    await gateway.drain()
    const { id } = await state()
    await start()
    await gateway.drain()
    expect((await state()).id).not.toBe(id)
    expect(await bytesKept()).toBe(1)
    gateway.clock.advance(7 * day - 1)
    await gateway.house.sweep()
    lin = await calls.signIn('lin@ep.test')
    expect(await state()).toMatchObject({ state: 'ready' })
    gateway.clock.advance(1)
    expect(await state()).toMatchObject({ state: 'expired' })
    expect((await fetched()).json).toMatchObject({ code: 'notFound' })
    gateway.clock.advance(1)
    await gateway.house.sweep()
    expect(await bytesKept()).toBe(0)
    expect(await state()).toMatchObject({ state: 'expired' })
  })

  it('S27: is begun so many times a day and no more, and the one that is there stays', async () => {
    for (let at = 0; at < leavingLimits.archivesPerDay; at += 1) {
      expect(await start()).toMatchObject({ code: '200' })
      if (at + 1 < leavingLimits.archivesPerDay) await drop()
    }
    await gateway.drain()
    expect(await start()).toMatchObject({ code: 'tooManyTries' })
    expect(await state()).toMatchObject({ state: 'ready' })
    expect(await start({}, wang)).toMatchObject({ code: '200' })
    gateway.clock.advance(day + 1)
    expect(await start()).toMatchObject({ code: '200' })
  })

  it('is made anew after a restart in its middle, and leaves nothing of the first try', async () => {
    for (let at = 1; at <= 3; at += 1) await deliver(`M${at}`)
    const account = await gateway.stores.accounts.byAddress('lin@ep.test')
    if (account === null) throw new Error('no account')
    // A gateway that ends in the middle: its lease runs out, and half of the bytes lie there.
    const wanted = { format: 'eml', files: false, language: 'zh-CN', zone: 'Asia/Shanghai' } as const
    await gateway.stores.accountExports.add(account.id, 'cut', wanted, gateway.clock.now())
    const job: MailJob = {
      ...{ id: 'cut', accountId: account.id, work: { kind: 'archive' }, folder: '', filter: 'all', state: 'running' },
      ...{ total: 3, done: 0, position: 0, reason: null, createdAt: gateway.clock.now() },
    }
    await gateway.stores.mailJobs.add(job)
    const half = async function* () {
      yield Buffer.from('half')
      throw new TypeError('killed')
    }
    const bytes = () => Readable.from(half(), { objectMode: false })
    await expect(gateway.stores.accountExports.write(account.id, 'cut', bytes, Date.now)).rejects.toThrow('killed')
    const now = gateway.clock.now() + 120_000
    await gateway.close()
    await open(now)
    await gateway.drain()
    expect(await state()).toMatchObject({ state: 'ready', id: 'cut', done: 3 })
    expect((await files()).get('mail/收件箱/00003 2026-11-21 M3.eml')).toBe(raw('M3'))
    expect(await bytesKept()).toBe(1)
  })

  it('that is given up stops, and nothing of it is left', async () => {
    for (let at = 1; at <= 60; at += 1) await deliver(`M${at}`)
    const account = await gateway.stores.accounts.byAddress('lin@ep.test')
    if (account === null) throw new Error('no account')
    await gateway.stores.accountExports.add(
      account.id,
      'own',
      { format: 'eml', files: false, language: 'zh-CN', zone: 'Asia/Shanghai' },
      gateway.clock.now(),
    )
    const work = makeWorkAccountArchive(gateway.stores)
    const about = {
      folder: '',
      filter: 'all',
      state: 'running',
      total: 60,
      done: 0,
      position: 0,
      reason: null,
    } as const
    const job = {
      ...about,
      id: 'own',
      accountId: account.id,
      createdAt: gateway.clock.now(),
      work: { kind: 'archive' },
    } as const
    const noted: number[] = []
    const note = async ({ done }: { readonly done: number }) => {
      noted.push(done)
      if (done === 20) await drop()
      return done < 20
    }
    expect(await work(account, job, note)).toBe(false)
    expect(Math.max(...noted)).toBe(20)
    expect(await state()).toMatchObject({ state: 'none' })
    expect(await bytesKept()).toBe(0)
    // Nor does it go through all of My files first.
    let read = 0
    const within = async function* () {
      for (; read < 1_000; read += 1) yield { id: String(read), name: `${read}.txt`, folders: [], size: 0 }
    }
    const wanted = { format: 'eml', files: true, language: 'zh-CN', zone: 'Asia/Shanghai' } as const
    await gateway.stores.accountExports.add(account.id, 'own', wanted, gateway.clock.now())
    const manyFiles = makeWorkAccountArchive({ ...gateway.stores, files: { ...gateway.stores.files, within } })
    expect(await manyFiles(account, job, async () => read < 300)).toBe(false)
    expect(read).toBeLessThan(500)
    await drop()
    // An archive that was dropped between its last byte and its end is no archive either.
    await start()
    await drop()
    await gateway.drain()
    expect(await state()).toMatchObject({ state: 'none' })
    expect(await bytesKept()).toBe(0)
  })
})
