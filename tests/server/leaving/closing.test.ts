/** An account that its owner closes, clock in hand (docs/decisions/0063). */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accountTables } from '#server/composition/records'
import { makeTakeBackAccount, removeClosedAccounts } from '#server/leaving/closing'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'
import { makeKeepingRelay } from '../../support/mail/relayed'
import { removeFolder } from '../../support/removeFolder'

const days14 = 14 * 24 * 3_600_000
const [second, password] = [1_000, testPassword]
const lin = 'lin@ep.test'

let dataDir: string
let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let session: Signed
let relay: ReturnType<typeof makeKeepingRelay>

async function open(now?: number) {
  relay = makeKeepingRelay()
  const env = { REGISTRATION: 'open', MAIL_DOMAINS: 'ep.test', SMS_NUMBER: '106900001' }
  const paintCaptcha = async (shown: string) => Buffer.from(shown)
  gateway = await makeTestGateway({ dataDir, relay: relay.relay, env, paintCaptcha, ...(now !== undefined && { now }) })
  calls = makeCalls(gateway)
}
const reopen = async (now: number) => {
  await gateway.close()
  await open(now)
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  await open()
  for (const address of [lin, 'wang@ep.test']) await gateway.account(address)
  await gateway.deliver(lin, 'From: a@b.test\r\nSubject: stays\r\n\r\ntext\r\n')
  session = await calls.signIn(lin)
})
afterEach(async () => {
  await gateway.close()
  await removeFolder(dataDir)
})

const idOf = async () => (await gateway.stores.accounts.byAddress(lin))?.id ?? ''
const close = async (form: Record<string, string> = { password }) =>
  (await calls.post('leaving/close.action', form, { session })).json
const signIn = async (given = password) =>
  (await calls.post('login/loginService.action', { username: lin, password: given, timezone: 'Asia/Shanghai' })).json
const ticketOf = (closing: unknown) => Object(closing).ticket
const takeBack = async (ticket: unknown) =>
  (await calls.post('leaving/takeBack.action', { ticket: String(ticket) })).json
const send = async (to: string, from: Signed, more: Record<string, string> = {}) => {
  const form = { to, subject: 'hello', html: '<p>hello</p>', idempotencyKey: `k${Math.random()}`, ...more }
  return (await calls.post('writemail/sendMail.action', form, { session: from })).json
}
const rowsOfLin = async (id: string) => {
  const found: string[] = []
  for (const table of accountTables) {
    const rows = await gateway.stores.db.selectFrom(table).selectAll().where('account_id', '=', id).execute()
    if (rows.length > 0) found.push(table)
  }
  return found
}
const registers = async (username: string) =>
  (await calls.post('vipRegister/ValidityUserName', { username, domain: 'ep.test' })).json.state

describe('an account that its owner closes', () => {
  it('S20: asks for the password, and ends every sign-in', async () => {
    expect(await close({ password: 'wrong' })).toMatchObject({ code: '004', field: 'password' })
    const other = await calls.signIn(lin)
    const { json } = await calls.get('readmail/sid.action', {}, { session })
    expect(await close()).toEqual({ code: '200', closesAt: gateway.clock.now() + days14 })
    for (const ended of [session, other])
      expect((await calls.get('main/heartbeat.action', {}, { session: ended })).status).toBe(403)
    const archive = await calls.get('leaving/downloadArchive.action', { sid: String(json.sid), id: 'x' })
    expect(archive.json).toMatchObject({ code: 'ticketExpired' })
    expect(await calls.get('leaving/closing.action', {})).toMatchObject({ status: 403 })
  })

  it('says by its password alone when it goes, and is whole again once it is taken back', async () => {
    const { closesAt } = await close()
    expect(await signIn('Wr0ngword!')).toEqual({ code: '004', msg: 'errors:004', status: '004', triesLeft: 4 })
    const refused = await signIn()
    expect(refused).toMatchObject({ code: '007', closing: { at: closesAt, ticket: expect.any(String) } })
    expect(refused).not.toHaveProperty('accessToken')
    // A ticket that was not pressed brings nothing back, and one of another kind neither.
    expect(await signIn()).toMatchObject({ code: '007' })
    expect(await takeBack('another')).toMatchObject({ code: 'ticketExpired' })
    gateway.clock.advance(days14 - second)
    await gateway.house.sweep()
    const { closing } = await signIn()
    const presses = await Promise.all([takeBack(ticketOf(closing)), takeBack(ticketOf(closing))])
    expect(presses.map(({ code }) => code)).toContain('200')
    // A session that was open at the closing stays ended.
    expect((await calls.get('main/heartbeat.action', {}, { session })).status).toBe(403)
    session = await calls.signIn(lin)
    await gateway.drain()
    const list = await calls.post('query/queryfolder2.action', { folder: 'inbox' }, { session })
    expect(JSON.stringify(list.json)).toContain('stays')
    expect(JSON.stringify(list.json)).toContain('The account was taken back')
  })

  it('is removed with everything once 14 days are over, whatever was restarted meanwhile', async () => {
    const id = await idOf()
    await close()
    const closedAt = gateway.clock.now()
    await reopen(closedAt + days14 - second)
    await gateway.house.sweep()
    expect(await signIn()).toMatchObject({ code: '007' })
    const { closing } = await signIn()
    gateway.clock.advance(second)
    // From that moment on it is too late, whether or not the sweep has come.
    expect(await takeBack(ticketOf(closing))).toMatchObject({ code: 'ticketExpired' })
    await gateway.house.sweep()
    expect(await gateway.stores.accounts.byId(id)).toBeNull()
    expect(await rowsOfLin(id)).toEqual([])
    expect(await signIn()).toMatchObject({ code: '004' })
    expect(await registers('lin')).toBe('taken')
    // Nor one that looks like it.
    expect(await registers('1in')).toBe('taken')
    expect(await registers('lina')).toBe('free')
  })

  it('goes on being removed where that broke off, and lets nobody in meanwhile', async () => {
    const id = await idOf()
    await close()
    gateway.clock.advance(days14)
    const { closing } = await signIn()
    const reports: string[] = []
    await removeClosedAccounts({
      ...gateway.stores,
      report: (name) => reports.push(name),
      deleteAccountData: async () => {
        throw new TypeError('killed')
      },
    })
    expect(reports).toEqual(['TypeError'])
    expect(await signIn()).toMatchObject({ code: '004' })
    expect(await takeBack(ticketOf(closing))).toMatchObject({ code: 'ticketExpired' })
    await reopen(gateway.clock.now())
    await gateway.house.sweep()
    expect(await gateway.stores.accounts.byId(id)).toBeNull()
    expect(await rowsOfLin(id)).toEqual([])
  })

  it('S20: stays where it was taken back while the sweep had it on its list', async () => {
    const id = await idOf()
    await close()
    const { closing } = await signIn()
    await removeClosedAccounts({
      ...gateway.stores,
      report: expect.unreachable,
      closings: {
        ...gateway.stores.closings,
        due: async () => {
          expect(await takeBack(ticketOf(closing))).toMatchObject({ code: '200' })
          return [id]
        },
      },
    })
    expect(await rowsOfLin(id)).not.toEqual([])
    session = await calls.signIn(lin)
  })

  it('S20: is not taken back by a press whose time ran out under way', async () => {
    await close()
    const { stores, clock } = gateway
    clock.advance(days14 - second)
    const ticket = String(ticketOf((await signIn()).closing))
    const slowly = {
      ...stores.sessions,
      closeAll: async (account: string) => {
        await stores.sessions.closeAll(account)
        clock.advance(second)
      },
    }
    const press = makeTakeBackAccount({ ...stores, keepsPasswords: true, sessions: slowly })
    await expect(press({ ticket })).rejects.toMatchObject({ code: 'ticketExpired' })
    expect(await stores.closings.due(clock.now())).toHaveLength(1)
  })

  it('takes along what an unfinished transfer into an organization has made', async () => {
    const { accounts, organizations, mailboxMoves, clock } = { ...gateway.stores, clock: gateway.clock }
    await organizations.add({ code: 'acme', name: 'Acme', tier: 'enterprise', seats: 5 })
    await organizations.addDomain('acme', 'acme.test')
    await organizations.join('acme', await idOf())
    const account = await accounts.byAddress(lin)
    if (account === null) throw new Error('no account')
    const about = { organization: 'acme', address: 'lin@acme.test', forwards: false, total: 1 }
    expect(await mailboxMoves.begin({ account, ...about, now: clock.now() })).toBe('begun')
    const target = await accounts.byAddress('lin@acme.test')
    await organizations.leave('acme', account.id)
    await close()
    clock.advance(days14)
    await gateway.house.sweep()
    expect(await accounts.byId(account.id)).toBeNull()
    expect(await accounts.byAddress('lin@acme.test')).toBeNull()
    expect(await rowsOfLin(target?.id ?? '')).toEqual([])
  })

  it('takes no mail in, and sends what it had scheduled only after it was taken back', async () => {
    const sendAt = String(gateway.clock.now() + 3_600_000)
    expect(await send('far@elsewhere.example', session, { sendAt })).toMatchObject({ code: '200' })
    await close()
    const { inbound } = gateway.house
    expect(await inbound?.mailbox(lin, 10)).toBe('closed')
    const wang = await calls.signIn('wang@ep.test')
    await send(lin, wang)
    gateway.clock.advance(2 * 3_600_000)
    await gateway.drain()
    const told = await calls.post('query/queryfolder2.action', { folder: 'inbox' }, { session: wang })
    const refusals = JSON.stringify(told.json).match(/5\.2\.1/g)?.length ?? 0
    expect(refusals).toBeGreaterThan(0)
    expect(relay.sent.filter(({ to }) => to.includes('far@elsewhere.example'))).toHaveLength(0)
    // Nor while an operator has locked it, or its removal is under way.
    await gateway.stores.accounts.change(await idOf(), { locked: true })
    expect(await inbound?.mailbox(lin, 10)).toBe('closed')
    await send(lin, wang, { subject: 'to a locked one' })
    gateway.clock.advance(3_600_000)
    await gateway.drain()
    const again = await calls.post('query/queryfolder2.action', { folder: 'inbox' }, { session: wang })
    expect(JSON.stringify(again.json).match(/5\.2\.1/g)?.length).toBe(2 * refusals)
    expect(relay.sent.filter(({ to }) => to.includes('far@elsewhere.example'))).toHaveLength(0)
    await gateway.stores.accounts.change(await idOf(), { locked: false })
    await takeBack(ticketOf((await signIn()).closing))
    gateway.clock.advance(3_600_000)
    await gateway.drain()
    expect(await inbound?.mailbox(lin, 10)).toBe('known')
    expect(relay.sent.filter(({ to }) => to.includes('far@elsewhere.example'))).toHaveLength(1)
  })

  it('S20: is brought back by no reset of a forgotten password, and tells the secure mailbox', async () => {
    const id = await idOf()
    await gateway.stores.secureMailboxes.ask(id, 'safe@far.example')
    await gateway.stores.secureMailboxes.confirm(id, 'safe@far.example', 1)
    await close()
    await gateway.drain()
    expect(relay.sent.map(({ to }) => to[0])).toEqual(['safe@far.example'])
    const captchaRandom = 'a random id'.padEnd(32, '-')
    const captcha = (await calls.get('vipRegister/captcha', { random: captchaRandom })).text
    const begun = await calls.post('passwordReset/begin.action', { address: lin, captcha, captchaRandom })
    // The same as of an address that nobody has.
    expect(begun.json).toMatchObject({ code: '200', phone: null, mailbox: null })
    expect((await calls.post('passwordReset/mailbox.action', { token: String(begun.json.token) })).json).toMatchObject({
      code: 'verificationGone',
    })
  })

  it('S20: keeps its password where a reset was under way at the closing', async () => {
    const id = await idOf()
    const { passwordResets, accounts } = gateway.stores
    const kept = await accounts.passwordHash(id)
    const { closesAt } = await close()
    const now = gateway.clock.now()
    await passwordResets.keep({ accountId: id, id: 'r', passwordHash: 'another', effectiveAt: now })
    await gateway.house.sweep()
    expect(await accounts.passwordHash(id)).toBe(kept)
    const { closing } = await signIn()
    expect(closing).toMatchObject({ at: closesAt })
    await takeBack(ticketOf(closing))
    await gateway.house.sweep()
    session = await calls.signIn(lin)
  })

  it('S19: is closed and taken back with the second step where one is set', async () => {
    const begun = await calls.post('login/beginTotp.action', { password }, { session })
    const secret = Secret.fromBase32(String(begun.json.secret))
    const shows = () => new TOTP({ secret }).generate({ timestamp: gateway.clock.now() })
    await calls.post('login/confirmTotp.action', { code: shows() }, { session })
    gateway.clock.advance(60_000)
    expect((await calls.get('leaving/closing.action', {}, { session })).json).toMatchObject({ needsCode: true })
    expect(await close()).toMatchObject({ code: 'codeWrong', field: 'code' })
    expect(await close({ password, code: shows() })).toMatchObject({ code: '200' })
    gateway.clock.advance(60_000)
    const first = await signIn()
    // Nothing is told of the closing before the code.
    expect(first).toEqual({
      code: 'factorNeeded',
      msg: 'errors:factorNeeded',
      status: 'factorNeeded',
      factorTicket: expect.any(String),
    })
    const step = (code: string) =>
      calls.post('login/secondStep.action', { ticket: String(first.factorTicket), code, timezone: 'Asia/Shanghai' })
    const { json } = await step(shows())
    expect(json).toMatchObject({ code: '007', closing: { ticket: expect.any(String) } })
    gateway.clock.advance(60_000)
    // The ticket of the first step is used up.
    expect((await step(shows())).json).toMatchObject({ code: 'ticketExpired' })
    expect(await takeBack(ticketOf(json.closing))).toMatchObject({ code: '200' })
  })

  it('stays where an organization has it, or an operator has locked it', async () => {
    const id = await idOf()
    await gateway.stores.organizations.add({ code: 'acme', name: 'Acme', tier: 'enterprise', seats: 5 })
    await gateway.stores.organizations.join('acme', id)
    const { json } = await calls.get('leaving/closing.action', {}, { session })
    expect(json).toMatchObject({ isOffered: true, organization: 'Acme', needsCode: false })
    expect(await close()).toMatchObject({ code: 'notAllowed' })
    await gateway.stores.organizations.leave('acme', id)
    await close()
    await gateway.stores.accounts.change(id, { locked: true })
    expect(await signIn()).toEqual({ code: '007', msg: 'errors:007', status: '007' })
  })
})
