import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { allEndpoints } from '#contract/endpoints'
import { limits } from '#contract/limits'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>

/** The counts by themselves; what a captcha adds to them has tests of its own. */
const env = { CAPTCHA_AFTER_PER_ACCOUNT: '5', CAPTCHA_AFTER_PER_ADDRESS: '20' }

beforeEach(async () => {
  gateway = await makeTestGateway({ env })
  calls = makeCalls(gateway)
  await gateway.account('lin@ep.test', { displayName: '林' })
})
afterEach(() => gateway.close())

const login = (password: string, username = 'lin@ep.test', remoteAddress = '192.0.2.1') =>
  calls.post('login/loginService.action', { username, password }, { remoteAddress })
const heartbeat = (session: Signed) => calls.get('main/heartbeat.action', {}, { session })

describe('signing in', () => {
  it('answers what docs/contract.md shows, and completes a name without a domain', async () => {
    const { status, json } = await login(testPassword, 'LIN ')
    expect(status).toBe(200)
    expect(json).toEqual({
      code: '000',
      status: '000',
      tokenType: 'Bearer',
      accessToken: expect.stringMatching(/^[\w-]{43}$/),
      userInfo: { username: 'lin@ep.test', displayName: '林' },
      userMailType: 'soho',
      domainName: 'ep.test',
      organization: null,
    })
  })

  it('S19: counts down honestly, then locks the account even for the right password, and opens after the window', async () => {
    for (const triesLeft of [4, 3, 2, 1, 0])
      expect((await login('wrong')).json).toEqual({ code: '004', msg: 'errors:004', status: '004', triesLeft })
    expect((await login(testPassword)).json).toMatchObject({ code: '007', status: '007', lockedSeconds: 900 })
    gateway.clock.advance(limits.loginWindowMs + 1)
    expect((await login(testPassword)).json).toMatchObject({ code: '000' })
  })

  it('S19: says the same of an unknown account', async () => {
    const known = await login('wrong')
    const unknown = await login('wrong', 'nobody@ep.test')
    expect(unknown).toEqual(known)
    for (let tries = 0; tries < 4; tries += 1) await login('wrong', 'nobody@ep.test')
    expect((await login('wrong', 'nobody@ep.test')).json).toMatchObject({ code: '007' })
  })

  it('S19: counts guesses that come all at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => login('wrong', 'lin@ep.test', `192.0.2.${index}`)),
    )
    const codes = answers.map((answer) => answer.json.code)
    expect(codes.filter((code) => code === '004')).toHaveLength(5)
    expect(codes.filter((code) => code === '007')).toHaveLength(7)
  })

  it('S19: twenty failures from one address are answered 429 with Retry-After', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => login('wrong', `user${index}@ep.test`)))
    const refused = await login(testPassword)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.json).toMatchObject({ code: 'tooManyTries', msg: 'errors:tooManyTries' })
    expect((await login(testPassword, 'lin@ep.test', '192.0.2.2')).json).toMatchObject({ code: '000' })
  })

  it('tells a locked account and an ended membership apart, to whoever knows the password alone', async () => {
    const dueAt = gateway.clock.now() - 7 * 24 * 3_600_000
    await gateway.account('vip@ep.test', { dueAt })
    await gateway.account('free@ep.test', { tier: 'free', dueAt })
    const locked = await gateway.account('locked@ep.test')
    await gateway.stores.accounts.change(locked.id, { locked: true })
    expect((await login(testPassword, 'vip@ep.test')).json).toMatchObject({ code: '008', status: '008' })
    expect((await login(testPassword, 'free@ep.test')).json).toMatchObject({ code: '006' })
    // Of the lock of an operator no end is told.
    expect((await login(testPassword, 'locked@ep.test')).json).toEqual({
      code: '007',
      msg: 'errors:007',
      status: '007',
    })
    expect((await login('wrong', 'locked@ep.test')).json).toMatchObject({ code: '004' })
  })

  it('S19: does the work of a proof for a name that nobody has as well', async () => {
    const verify = vi.spyOn(gateway.stores.hasher, 'verify')
    const { json } = await login(testPassword, 'nobody@ep.test')
    expect([json, verify.mock.calls]).toEqual([expect.objectContaining({ code: '004' }), [[null, testPassword]]])
  })

  it('marks a free account by its domain', async () => {
    await gateway.account('free@ep.test', { tier: 'free' })
    expect((await login(testPassword, 'free@ep.test')).json).toMatchObject({ userMailType: 'free', domainName: 'free' })
  })
})

describe('a session', () => {
  it.each(allEndpoints.filter((entry) => !entry.anonymous))('$path answers 403 without one', async (entry) => {
    const answer = await gateway.handle({ method: entry.method, path: `/${entry.path}`, body: Readable.from([]) })
    expect(answer.status).toBe(403)
  })

  it('S15: a state change without the Authorization header is refused, whatever cookie comes along', async () => {
    const session = await calls.signIn('lin@ep.test')
    const id = await gateway.deliver('lin@ep.test', 'Subject: kept\n\nText')
    const headers = { cookie: `ep_tokenList=${session.token}; token=${session.token}` }
    const answer = await calls.post('manage/move2.action', { ids: id, target: 'deleted' }, { headers })
    expect(answer.status).toBe(403)
    const logout = await calls.get('logout/index.action', {}, { headers })
    expect(logout.status).toBe(403)
    expect((await heartbeat(session)).json).toEqual({ code: '200', ok: true, username: 'lin@ep.test' })
  })

  it('S18: is a new one at each sign-in and dies with its sign-out, tickets and all', async () => {
    const [first, second] = [await calls.signIn('lin@ep.test'), await calls.signIn('lin@ep.test')]
    expect(first.token).not.toBe(second.token)
    const id = await gateway.deliver('lin@ep.test', 'Subject: kept\n\nText')
    const { sid } = (await calls.get('readmail/sid.action', {}, { session: first })).json
    const out = await calls.get('logout/index.action', { version: 'new' }, { session: first })
    expect(out.text).toBe('newExit')
    expect((await heartbeat(first)).status).toBe(403)
    expect((await heartbeat(second)).status).toBe(200)
    const link = await calls.get('readmail/downloadMail.action', { sid: String(sid), id })
    expect(link.json).toMatchObject({ code: 'ticketExpired' })
  })

  it('S18: takes the place of the one that the browser had, and a refused sign-in leaves that as it is', async () => {
    const former = await calls.signIn('lin@ep.test')
    const headers = { authorization: `Bearer ${former.token}` }
    const again = (password: string) =>
      calls.post('login/loginService.action', { username: 'lin@ep.test', password }, { headers })
    await again('wrong')
    expect((await heartbeat(former)).status).toBe(200)
    const token = String((await again(testPassword)).json.accessToken)
    expect((await heartbeat(former)).status).toBe(403)
    expect((await heartbeat({ token })).status).toBe(200)
  })

  it('S18: takes no id that somebody brings along', async () => {
    const brought = 'A'.repeat(43)
    const headers = { authorization: `Bearer ${brought}`, cookie: `ep_tokenList=${brought}; session=${brought}` }
    const fields = { username: 'lin@ep.test', password: testPassword, accessToken: brought, token: brought }
    const { json } = await calls.post('login/loginService.action', fields, { headers })
    expect(json).toMatchObject({ code: '000', accessToken: expect.not.stringContaining(brought) })
    expect((await heartbeat({ token: brought })).status).toBe(403)
  })

  it('S17: is kept by its hash alone', async () => {
    const { token } = await calls.signIn('lin@ep.test')
    const now = gateway.clock.now()
    expect(await gateway.stores.sessions.find(token, now)).toBeNull()
  })

  it('S18: slides while it is used, and ends when it is not', async () => {
    const session = await calls.signIn('lin@ep.test')
    gateway.clock.advance(limits.sessionIdleMs - 1_000)
    expect((await heartbeat(session)).status).toBe(200)
    gateway.clock.advance(limits.sessionIdleMs - 1_000)
    expect((await heartbeat(session)).status).toBe(200)
    gateway.clock.advance(limits.sessionIdleMs + 1)
    expect((await heartbeat(session)).status).toBe(403)
  })

  it('S18: ends for good after its longest life, however much it is used', async () => {
    const session = await calls.signIn('lin@ep.test')
    const step = limits.sessionIdleMs - 1_000
    for (let lived = step; lived < limits.sessionMaxMs; lived += step) {
      gateway.clock.advance(step)
      expect((await heartbeat(session)).status).toBe(200)
    }
    gateway.clock.advance(step)
    expect((await heartbeat(session)).status).toBe(403)
  })

  it('S17: lives hours for whoever does not ask to stay signed in', async () => {
    const { json } = await login(testPassword)
    const session = { token: String(json.accessToken) }
    gateway.clock.advance(limits.sessionShortIdleMs - 1_000)
    expect((await heartbeat(session)).status).toBe(200)
    gateway.clock.advance(limits.sessionShortIdleMs - 1_000)
    expect((await heartbeat(session)).status).toBe(200)
    gateway.clock.advance(2_001)
    expect((await heartbeat(session)).status).toBe(403)
    const rested = { token: String((await login(testPassword)).json.accessToken) }
    gateway.clock.advance(limits.sessionShortIdleMs + 1)
    expect((await heartbeat(rested)).status).toBe(403)
  })

  it('S22: takes the organization from the account, never from the header', async () => {
    const session = await calls.signIn('lin@ep.test')
    const headers = { organization: 'another' }
    expect(await calls.get('login/getUsersInfo.action', {}, { session, headers })).toMatchObject({ status: 403 })
    const { json } = await calls.get('login/getUsersInfo.action', {}, { session })
    expect(json).toMatchObject({ username: 'lin@ep.test', organization: null, dueTime: null })
  })

  it('ends with the account that was locked', async () => {
    const session = await calls.signIn('lin@ep.test')
    const account = await gateway.stores.accounts.byAddress('lin@ep.test')
    await gateway.stores.accounts.change(account?.id ?? '', { locked: true })
    expect((await heartbeat(session)).status).toBe(403)
  })
})
