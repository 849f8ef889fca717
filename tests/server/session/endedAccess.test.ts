/** Whatever ends a session ends everything that can become one, over the wire (TRUST S18, S20). */
import { finished } from 'node:stream/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runAccountCommand } from '#server/cli/accountCommand'
import { makeAuthenticate } from '#server/session/authenticate'
import { makeLogin } from '#server/session/login'
import { makePollQrLogin } from '#server/session/qr/qrLogin'
import { type ScriptedImap, startScriptedImap } from '../../support/connections/scriptedImap'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'

const fresh = 'Another-pass1'
const address = 'lin@ep.test'
let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let thief: Signed
let owner: Signed

beforeEach(async () => {
  gateway = await makeTestGateway({ env: { SMS_NUMBER: '106900001' } })
  calls = makeCalls(gateway)
  await gateway.account(address)
  thief = await calls.signIn(address)
  owner = await calls.signIn(address)
})
afterEach(() => gateway.close())

type Code = { readonly id: string; readonly secret: string }

/** A QR code that a session scans and, where it is told to, confirms itself. */
async function taken(session: Signed, upTo: 'scanned' | 'confirmed' = 'confirmed'): Promise<Code> {
  const { json } = await calls.get('login/loginQrCode', {}, { remoteAddress: '198.51.100.7' })
  const code = { id: String(json.id), secret: String(json.secret) }
  await calls.post('login/scanQrLogin.action', { id: code.id }, { session })
  if (upTo === 'confirmed')
    expect((await calls.post('login/decideQrLogin.action', { id: code.id, accept: 1 }, { session })).json).toEqual({
      code: '200',
    })
  return code
}
const poll = async (code: Code) => (await calls.get('login/polling', code)).json
const ticketOf = async (session: Signed) => String((await calls.get('readmail/sid.action', {}, { session })).json.sid)
const isAlive = async (session: Signed) => (await calls.get('main/heartbeat.action', {}, { session })).status === 200
const account = async () => {
  const found = await gateway.stores.accounts.byAddress(address)
  if (found === null) throw new Error('no lin')
  return found
}
const callerOf = async ({ token }: Signed) => {
  const caller = await makeAuthenticate(gateway.stores)(`Bearer ${token}`)
  if (caller === null) throw new Error('not signed in')
  return caller
}
const changePassword = () =>
  calls.post('settings/changePassword.action', { oldPassword: testPassword, newPassword: fresh }, { session: owner })
const command = (words: readonly string[], more: { readonly password?: string; readonly yes?: boolean } = {}) => {
  return runAccountCommand({ ...gateway.stores, mailDomains: ['ep.test'] }, { words, ...more })
}

/** Lin is a member, whom another one locks. */
async function lockByAdministrator(): Promise<void> {
  const { organizations, administrators } = gateway.stores
  await organizations.add({ code: 'acme', name: 'Acme', tier: 'enterprise', seats: 2 })
  const { id } = await gateway.account('wang@ep.test')
  const member = (await account()).id
  for (const one of [id, member]) await organizations.join('acme', one)
  await administrators.appoint(id, { organization: 'acme', by: null, now: gateway.clock.now() })
  const wang = await calls.signIn('wang@ep.test')
  const locked = await calls.post('administration/lockMember.action', { id: member }, { session: wang })
  expect(locked.json).toMatchObject({ code: '200' })
}

describe('everything that can become a session', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a change of the password', changePassword],
    ['npm run account -- password', () => command(['password', address], { password: fresh })],
    [
      'npm run account -- lock, also once it is unlocked',
      async () => {
        await command(['lock', address])
        await command(['unlock', address])
      },
    ],
    ['the lock of an administrator', lockByAdministrator],
    ['npm run account -- remove', () => command(['remove', address], { yes: true })],
  ])('S20: ends with %s', async (_what, end) => {
    const mail = await gateway.deliver(address, 'Subject: kept\n\nText')
    const codes = [await taken(thief), await taken(thief, 'scanned'), await taken(owner)]
    const sid = await ticketOf(thief)
    const stream = await gateway.stores.news.open(await callerOf(thief))
    await end()
    expect(await Promise.all(codes.map(poll))).toEqual(codes.map(() => ({ code: '200', state: 'expired' })))
    expect(await isAlive(thief)).toBe(false)
    expect((await calls.get('readmail/downloadMail.action', { sid, id: mail })).json.code).toBe('ticketExpired')
    await finished(stream.resume())
  })

  it('S18: ends with the sign-out of the session that confirmed it, and another session’s stays', async () => {
    const mail = await gateway.deliver(address, 'Subject: kept\n\nText')
    const [confirmed, scanned, other] = [await taken(thief), await taken(thief, 'scanned'), await taken(owner)]
    const [ended, kept] = [await ticketOf(thief), await ticketOf(owner)]
    await calls.get('logout/index.action', { version: 'new' }, { session: thief })
    expect([await poll(confirmed), await poll(scanned)]).toEqual([
      { code: '200', state: 'expired' },
      { code: '200', state: 'expired' },
    ])
    expect(await poll(other)).toMatchObject({ state: 'confirmed' })
    const link = async (sid: string) => (await calls.get('readmail/downloadMail.action', { sid, id: mail })).status
    expect([await link(ended), await link(kept)]).toEqual([404, 200])
  })

  it('S18: a code is worth no more than the session that confirmed it, however that one ended', async () => {
    const code = await taken(thief)
    await gateway.stores.sessions.close((await callerOf(thief)).tokenHash)
    expect(await poll(code)).toEqual({ code: '200', state: 'expired' })
  })

  it('S20: takes back the code with which a thief would bind a phone', async () => {
    const phone = '13800000000'
    const { json } = await calls.get('vipBindPhone/bindPhone', { phone }, { session: thief })
    await changePassword()
    await gateway.stores.phones.receive(phone, String(json.msg), { since: 0, mostTries: 5 })
    expect(await gateway.stores.phones.confirm((await account()).id, phone, { since: 0, mostTries: 5, now: 1 })).toBe(
      'over',
    )
  })
})

describe('what comes between a proof and its session', () => {
  /** The stores, where something happens just before a session is opened; and whether what was opened stands. */
  const interrupted = (happens: () => Promise<unknown>) => {
    const { sessions } = gateway.stores
    const opened: string[] = []
    const open: typeof sessions.open = async (tokenHash, session) => {
      opened.push(tokenHash)
      await happens()
      await sessions.open(tokenHash, session)
    }
    const standing = async () => {
      const found = await Promise.all(opened.map((hash) => sessions.find(hash, gateway.clock.now())))
      return found.map((session) => session !== null)
    }
    return { stores: { ...gateway.stores, sessions: { ...sessions, open } }, standing }
  }
  const from = { remoteAddress: '192.0.2.1', userAgent: '' }

  it.each<[string, () => Promise<unknown>]>([
    ['its change', changePassword],
    ['a lock', () => command(['lock', address])],
  ])('S20: a sign-in with the old password that %s overtakes lets nobody in', async (_what, happens) => {
    const { stores, standing } = interrupted(happens)
    const form = { username: address, password: testPassword, timezone: 'Asia/Shanghai', stay: true }
    const login = makeLogin(stores)({ ...form, captcha: undefined, captchaRandom: undefined }, from)
    await expect(login).rejects.toMatchObject({ code: '004' })
    expect(await standing()).toEqual([false])
  })

  it('S18: a browser that comes for its session as the one that confirmed it ends is not let in', async () => {
    const code = await taken(thief)
    const { stores, standing } = interrupted(changePassword)
    const form = { ...code, random: undefined, timezone: 'Asia/Shanghai' }
    expect(await makePollQrLogin(stores)(form, from)).toEqual({ state: 'expired' })
    expect(await standing()).toEqual([false])
  })
})

describe('where a mail server knows the passwords', () => {
  let imap: ScriptedImap
  let right = testPassword
  beforeEach(async () => {
    await gateway.close()
    right = testPassword
    imap = await startScriptedImap(({ tag, line }) =>
      /^(?:LOGIN|AUTHENTICATE)/i.test(line) ? `${tag} NO [AUTHENTICATIONFAILED] changed\r\n` : undefined,
    )
    const env = { IMAP_URL: `imap://127.0.0.1:${imap.port}`, SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }
    const mailLogin = { tryPassword: async (_address: string, given: string) => given === right }
    gateway = await makeTestGateway({ env, mailLogin })
    calls = makeCalls(gateway)
    thief = await calls.signIn(address)
  })
  afterEach(() => imap.close())

  it('S20: a code confirmed under the old password lets nobody in once somebody signs in with the new one', async () => {
    const code = await taken(thief)
    right = fresh
    const { json } = await calls.post('login/loginService.action', { username: address, password: fresh })
    expect(json.code).toBe('000')
    expect(await poll(code)).toEqual({ code: '200', state: 'expired' })
  })

  it('S20: a code and a ticket end with the session whose password the mail server refuses', async () => {
    const code = await taken(thief)
    const sid = await ticketOf(thief)
    expect((await calls.get('query/folderinfo.action', {}, { session: thief })).status).toBe(403)
    expect(await poll(code)).toEqual({ code: '200', state: 'expired' })
    expect((await calls.get('readmail/downloadMail.action', { sid, id: 'any' })).json.code).toBe('ticketExpired')
  })
})
