/** A gateway whose disk is full: people sign in and read, writes are refused, and all goes on once there is room (TRUST R12). */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { buildApp } from '#server/app'
import { makeWatch } from '#server/composition/watch'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'

const login = 'login/loginService.action'
const onRoom = vi.fn()
let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let session: Signed
let mail: string

beforeEach(async () => {
  onRoom.mockClear()
  gateway = await makeTestGateway({ onRoom })
  calls = makeCalls(gateway)
  await gateway.account('lin@ep.test')
  mail = await gateway.deliver('lin@ep.test', withFile)
  session = await calls.signIn('lin@ep.test')
})
afterEach(() => gateway.close())

const withFile = [
  'From: wang@ep.test',
  'To: lin@ep.test',
  'Subject: Report',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  '',
  'Text',
  '--b',
  'Content-Type: text/plain; name=a.txt',
  'Content-Disposition: attachment; filename=a.txt',
  '',
  'attached',
  '--b--',
].join('\n')

/** Rows as a sign-in, a download, a captcha and a wrong password write them, each until none fits. */
const fillers = [
  sql`insert into attempts (key, at) values (hex(randomblob(1000)), 1)`,
  sql`insert into attempts (key, at) values (hex(randomblob(8)), 1)`,
  sql`insert into sign_ins (id, account_id, at, way, browser, system, network, place)
    select hex(randomblob(16)), id, 1, 'password', '', '', '', null from accounts`,
  sql`insert into sessions (token_hash, account_id, username, timezone, created_at, expires_at, is_kept)
    select hex(randomblob(20)), id, address, 'Asia/Shanghai', 1, 1, 0 from accounts`,
  sql`insert into qr_logins (id_hash, secret_hash, state, user_agent, remote_address, created_at, expires_at)
    values (hex(randomblob(20)), '', 'waiting', '', '', 1, 1)`,
  sql`insert into tickets (ticket_hash, account_id, kind, expires_at)
    select hex(randomblob(20)), id, 'download', 1 from accounts`,
]

async function fillDisk(): Promise<void> {
  const { db } = gateway.stores
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql.raw(`pragma max_page_count = ${rows[0]?.page_count ?? 0}`).execute(db)
  for (const filler of fillers)
    for (let refusals = 0; refusals < 10; ) await filler.execute(db).catch(() => (refusals += 1))
}
const makeRoom = () => sql.raw('pragma max_page_count = 1000000').execute(gateway.stores.db)
const draft = () =>
  calls.post('writemail/saveDraft.action', { subject: 's', html: `<p>${'word '.repeat(20_000)}</p>` }, { session })

it('R12: lists, mails, counts, searches and downloads are read on, and what would be written is refused', async () => {
  await fillDisk()
  expect((await draft()).json).toMatchObject({ code: 'diskFull' })
  gateway.clock.advance(120_000)
  const folder = await calls.post('query/queryfolder2.action', { folder: 'inbox' }, { session })
  expect(folder.json).toMatchObject({ code: '200', total: 1, unread: 1 })
  const shown = await calls.post('readmail/showMail.action', { id: mail, seen: 1 }, { session })
  expect(shown.json).toMatchObject({ code: '200', mail: { subject: 'Report' } })
  expect((await calls.get('query/folderinfo.action', {}, { session })).json.code).toBe('200')
  expect(
    (await calls.post('query/search2.action', { keyword: 'Report', location: 'all' }, { session })).json,
  ).toMatchObject({
    total: 1,
  })
  const { sid } = (await calls.get('readmail/sid.action', {}, { session })).json
  const asked = { sid: String(sid), id: mail }
  expect((await calls.get('readmail/downloadMail.action', asked)).text).toContain('attached')
  expect(onRoom.mock.calls).toEqual([[false]])
})

it('R12: the first list of a mailbox that never held anything is answered', async () => {
  await gateway.account('chen@ep.test')
  const chen = await calls.signIn('chen@ep.test')
  await fillDisk()
  const folder = await calls.post('query/queryfolder2.action', { folder: 'inbox' }, { session: chen })
  expect(folder.json).toMatchObject({ code: '200', total: 0, list: [] })
  expect((await calls.get('query/folderinfo.action', {}, { session: chen })).json.code).toBe('200')
})

it('R12: people sign in, and S19: wrong passwords lock as ever', async () => {
  await fillDisk()
  for (let times = 0; times < 8; times += 1) {
    const { token } = await calls.signIn('lin@ep.test')
    const heartbeat = await calls.get('main/heartbeat.action', {}, { session: { token } })
    expect(heartbeat.json).toMatchObject({ code: '200', username: 'lin@ep.test' })
  }
  const codes: unknown[] = []
  for (let times = 0; times < 7; times += 1) {
    const remoteAddress = `192.0.2.${times + 10}`
    codes.push((await calls.post(login, { username: 'lin', password: 'wrong' }, { remoteAddress })).json.code)
  }
  expect(codes).toEqual(['004', '004', '004', 'captchaNeeded', 'captchaNeeded', 'captchaNeeded', 'captchaNeeded'])
})

it('R12: people sign in by QR code', async () => {
  await fillDisk()
  const { id, secret } = (await calls.get('login/loginQrCode')).json
  const polled = async () => (await calls.get('login/polling', { id: String(id), secret: String(secret) })).json
  expect(await polled()).toEqual({ code: '200', state: 'waiting' })
  const phone = await calls.post('login/scanQrLogin.action', { id: String(id) }, { session })
  expect(phone.json.code).toBe('200')
  expect((await calls.post('login/decideQrLogin.action', { id: String(id), accept: 1 }, { session })).json).toEqual({
    code: '200',
  })
  const { signedIn } = await polled()
  const own = { token: (signedIn as { accessToken: string }).accessToken }
  expect((await calls.get('main/heartbeat.action', {}, { session: own })).json).toMatchObject({ code: '200' })
})

it('R12: /readyz says that the disk is full, and yes once there is room; who signed in meanwhile stays signed in', async () => {
  const watch = makeWatch({ level: 'error', write: () => undefined })
  onRoom.mockImplementation(watch.onRoom)
  const readiness = watch.readinessOf(gateway.config, gateway.house)
  const app = await buildApp(gateway.house, gateway.config, null, { readiness })
  const inject = async () => {
    const answer = await app.inject({ url: '/readyz' })
    return [answer.statusCode, answer.json()]
  }
  expect(await inject()).toEqual([200, { ok: true }])
  await fillDisk()
  await draft()
  expect(await inject()).toEqual([503, { ok: false, failing: ['disk'] }])
  const signedIn = await calls.post(login, { username: 'lin', password: testPassword })
  const meanwhile = { token: String(signedIn.json.accessToken) }
  await makeRoom()
  expect(await gateway.house.hasRoom()).toBe(true)
  expect(await inject()).toEqual([200, { ok: true }])
  expect(onRoom.mock.calls).toEqual([[false], [true]])
  expect((await draft()).json.code).toBe('200')
  expect((await calls.get('main/heartbeat.action', {}, { session: meanwhile })).json.code).toBe('200')
  await app.close()
})
