import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StoreAway } from '#server/core/refusal'
import { makeAuthenticate } from '#server/session/authenticate'
import { makeLogout } from '#server/session/logout'
import type { MailLogin } from '#server/session/password/mailLogin.port'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

const key = Buffer.alloc(32, 7).toString('base64')
const password = '密码 "S3cret"'

describe('signing in where a mail server knows the passwords', () => {
  let gateway: TestGateway
  let isAway = false
  const asked: string[] = []
  let right = password
  let answers: Promise<void> = Promise.resolve()
  const mailLogin: MailLogin = {
    tryPassword: async (address, given) => {
      asked.push(address)
      await answers
      if (isAway) throw new StoreAway('away')
      return address.endsWith('@ep.test') && given === right
    },
  }

  beforeEach(async () => {
    isAway = false
    right = password
    answers = Promise.resolve()
    asked.length = 0
    const counted = { CAPTCHA_AFTER_PER_ACCOUNT: '5', CAPTCHA_AFTER_PER_ADDRESS: '20' }
    const env = { IMAP_URL: 'imap://127.0.0.1:1', SECRET_KEY: key, DEFAULT_TIER: 'sme', ...counted }
    gateway = await makeTestGateway({ env, mailLogin })
  })
  afterEach(() => gateway.close())

  const login = async (username: string, given: string) =>
    (await makeCalls(gateway).post('login/loginService.action', { username, password: given })) ?? null

  it('makes the account of a mailbox that comes for the first time, and knows it again', async () => {
    const first = await login('Lin@EP.test', password)
    expect(first.json).toMatchObject({ code: '000', userMailType: 'sme', userInfo: { username: 'lin@ep.test' } })
    expect((await login('lin', password)).json).toMatchObject({ code: '000', userInfo: { username: 'lin@ep.test' } })
    expect(await gateway.stores.accounts.all()).toHaveLength(1)
  })

  it('S20: keeps the password sealed in the session, and in no readable form', async () => {
    await login('lin@ep.test', password)
    const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
    const sealed = await gateway.stores.sessions.secretOf(lin?.id ?? '', gateway.clock.now())
    expect(sealed?.length).toBeGreaterThan(28)
    expect(Buffer.from(sealed ?? []).includes('S3cret')).toBe(false)
    expect(await gateway.stores.accounts.passwordHash(lin?.id ?? '')).toBe('')
  })

  it('S19: counts wrong passwords as ever, and makes no account of them', async () => {
    for (const triesLeft of [4, 3, 2, 1, 0])
      expect((await login('lin@ep.test', 'wrong')).json).toMatchObject({ code: '004', triesLeft })
    expect((await login('lin@ep.test', password)).json).toMatchObject({ code: '007' })
    expect(await gateway.stores.accounts.all()).toEqual([])
    expect(asked).toHaveLength(5)
  })

  it('S20: passes a second step, and the session that it makes holds the password', async () => {
    const calls = makeCalls(gateway)
    const session = { token: String((await login('lin@ep.test', password)).json.accessToken) }
    const { secret } = (await calls.post('login/beginTotp.action', { password }, { session })).json
    const totp = new TOTP({ secret: Secret.fromBase32(String(secret)) })
    const code = () => totp.generate({ timestamp: gateway.clock.now() })
    await calls.post('login/confirmTotp.action', { code: code() }, { session })
    await calls.get('logout/index.action', {}, { session })
    const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
    const heldSecret = () => gateway.stores.sessions.secretOf(lin?.id ?? '', gateway.clock.now())
    expect(await heldSecret()).toBeNull()
    gateway.clock.advance(60_000)
    const { json } = await login('lin@ep.test', password)
    expect(json).toMatchObject({ code: 'factorNeeded' })
    expect(await heldSecret()).toBeNull()
    const step = { ticket: String(json.factorTicket), code: code() }
    expect((await calls.post('login/secondStep.action', step)).json).toMatchObject({ code: '000' })
    expect(gateway.stores.sealer.open(lin?.id ?? '', (await heldSecret()) ?? Uint8Array.of())).toBe(password)
  })

  it('S20: trusts no device any more whose password was changed at the mail server', async () => {
    const calls = makeCalls(gateway)
    const session = { token: String((await login('lin@ep.test', password)).json.accessToken) }
    const { secret } = (await calls.post('login/beginTotp.action', { password }, { session })).json
    const totp = new TOTP({ secret: Secret.fromBase32(String(secret)) })
    const code = () => {
      gateway.clock.advance(60_000)
      return totp.generate({ timestamp: gateway.clock.now() })
    }
    await calls.post('login/confirmTotp.action', { code: code() }, { session })
    const step = async (given: string, form: Record<string, string | number>) => {
      const ticket = String((await login('lin@ep.test', given)).json.factorTicket)
      return (await calls.post('login/secondStep.action', { ticket, ...form })).json
    }
    const device = String((await step(password, { code: code(), trust: 1 })).device)
    expect(await step(password, { device })).toMatchObject({ code: '000' })
    right = 'changed at the server'
    expect(await step(right, { device })).toMatchObject({ code: 'codeWrong' })
    const signedIn = await step(right, { code: code() })
    expect(signedIn).toMatchObject({ code: '000' })
    const by = { session: { token: String(signedIn.accessToken) } }
    expect((await calls.get('login/factors.action', {}, by)).json).toMatchObject({ devices: [] })
  })

  it('S18: ends the sessions that hold another password than the one that is right now, and no others', async () => {
    const stands = async (token: string) =>
      (await makeCalls(gateway).get('main/heartbeat.action', {}, { session: { token } })).status === 200
    const tokenOf = async (username: string, given: string) => String((await login(username, given)).json.accessToken)
    const old = await tokenOf('lin@ep.test', password)
    const neighbour = await tokenOf('chen@ep.test', password)
    right = 'changed at the server'
    const [first, second] = [await tokenOf('lin@ep.test', right), await tokenOf('lin@ep.test', right)]
    expect([await stands(old), await stands(neighbour), await stands(first), await stands(second)]).toEqual([
      false,
      true,
      true,
      true,
    ])
  })

  it('R19: lets go of the mail server when the last session of an account has ended, and not before', async () => {
    const tokens = [await login('lin@ep.test', password), await login('lin@ep.test', password)]
    const account = await gateway.stores.accounts.byAddress('lin@ep.test')
    if (account === null) throw new Error('no lin')
    const letGo: string[] = []
    const logout = makeLogout({ ...gateway.stores, signedOut: (id) => letGo.push(id) })
    const authenticate = makeAuthenticate(gateway.stores)
    for (const { json } of tokens) {
      expect(letGo).toEqual([])
      const caller = await authenticate(`Bearer ${json.accessToken}`)
      if (caller === null) throw new Error('not signed in')
      await logout({}, caller)
    }
    expect(letGo).toEqual([account.id])
  })

  it('R9: keeps nobody at one network address waiting for a neighbour whose sign-in the server does not answer', async () => {
    let answer = () => {}
    answers = new Promise((resolve) => {
      answer = resolve
    })
    const names = ['a', 'b', 'c', 'd'].map((name) => `${name}@ep.test`)
    const all = Promise.all(names.map((name) => login(name, password)))
    await expect.poll(() => asked.toSorted()).toEqual(names)
    answer()
    expect((await all).map(({ json }) => json.code)).toEqual(['000', '000', '000', '000'])
  })

  it('S19: lets no more wrong passwords of one network address through than it may have, however many come at once', async () => {
    const tries = Array.from({ length: 60 }, (_, n) => login(`user${n}@ep.test`, 'wrong'))
    const codes = (await Promise.all(tries)).map(({ json }) => json.code)
    expect(codes.filter((code) => code === '004')).toHaveLength(20)
    expect(asked).toHaveLength(20)
  })

  it('R10: locks nobody out for a mail server that is away', async () => {
    isAway = true
    for (let tries = 0; tries < 8; tries += 1)
      expect(await login('lin@ep.test', password)).toMatchObject({ status: 503, json: { code: 'storeAway' } })
    isAway = false
    expect((await login('lin@ep.test', password)).json).toMatchObject({ code: '000' })
  })

  it('S13: never asks the mail server about what is no address, or with no password', async () => {
    for (const name of ['lin@ep.test\r\nA1 NOOP', 'lin"@ep.test', 'lin ep.test@']) await login(name, password)
    await login('lin@ep.test', '')
    expect(asked).toEqual([])
  })

  it('keeps out a mailbox that the product has locked', async () => {
    await login('lin@ep.test', password)
    const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
    await gateway.stores.accounts.change(lin?.id ?? '', { locked: true })
    expect((await login('lin@ep.test', password)).json).toMatchObject({ code: '007' })
  })
})
