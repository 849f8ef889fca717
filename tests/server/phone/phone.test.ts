/** Binding a phone over the wire: the code, the text message that an operator tells of, and what comes of it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runSmsCommand } from '#server/cli/playCommand'
import { smsSignature } from '#server/phone/smsGateway.http'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

const phone = '13800000000'
const number = '106900001'
const secret = 'a secret of the operator'
const minute = 60_000
const day = 24 * 60 * minute

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
beforeEach(async () => {
  gateway = await makeTestGateway({ env: { SMS_NUMBER: number, SMS_SECRET: secret } })
  calls = makeCalls(gateway)
  for (const name of ['lin', 'anna']) await gateway.account(`${name}@ep.test`)
  lin = await calls.signIn('lin@ep.test')
})
afterEach(() => gateway.close())

const get = async (verb: string, values = {}, session = lin) =>
  (await calls.get(`vipBindPhone/${verb}`, values, { session })).json
const ask = (of = phone, session = lin) => get('bindPhone', { phone: of }, session)
const check = (of = phone, session = lin) => get('verificationPhone', { phone: of }, session)
const isOffered = async () => (await get('isPopUp')).isPopUp
const askedCode = async () => String((await ask()).msg)

/** The operator tells of a text message, as it says and signs it. */
async function tell(text: string, change: { from?: string; to?: string; at?: number; signature?: string } = {}) {
  const message = { from: phone, to: number, text, at: gateway.clock.now(), ...change }
  const signature = change.signature ?? smsSignature(message, secret)
  return (await calls.post('sms/receive.action', { ...message, signature })).json
}

describe('binding a phone', () => {
  it('takes the code from the phone itself, and is not offered again', async () => {
    expect(await isOffered()).toBe(true)
    const asked = await ask()
    expect(asked).toEqual({
      code: '200',
      isSuccess: true,
      msg: expect.stringMatching(/^\d{6}$/),
      destination: number,
      expires: gateway.clock.now() + 10 * minute,
    })
    expect(await check()).toEqual({
      code: '200',
      isSuccess: false,
      msg: '未检出到您的验证码，请确认您已发送成功',
      isExpired: false,
    })
    expect(await tell(` ${String(asked.msg)} `, { from: `+86${phone}` })).toEqual({ code: '200' })
    expect(await check()).toEqual({ code: '200', isSuccess: true, msg: '', isExpired: false })
    expect(await isOffered()).toBe(false)
    expect(await check()).toMatchObject({ isSuccess: true })
  })

  it('gives mail by phone to whoever bound one, and to nobody else', async () => {
    const status = async (session = lin) => (await calls.get('login/sxyBindStatus', {}, { session })).json
    expect(await status()).toEqual({ code: '200', bound: false, canBind: true })
    await tell(await askedCode())
    await check()
    expect(await status()).toEqual({ code: '200', bound: true, canBind: true })
    expect(await status(await calls.signIn('anna@ep.test'))).toEqual({ code: '200', bound: false, canBind: true })
  })

  it('says when the code has run out, and makes another', async () => {
    const code = await askedCode()
    gateway.clock.advance(10 * minute)
    expect(await check()).toMatchObject({ isSuccess: false, msg: '未检出到您的验证码，请确认您已发送成功' })
    expect(await askedCode()).toBe(code)
    gateway.clock.advance(1)
    await tell(code)
    expect(await check()).toEqual({ code: '200', isSuccess: false, msg: '验证码已过期！', isExpired: true })
    await tell(await askedCode())
    expect(await check()).toMatchObject({ isSuccess: true })
  })

  it('S19: five wrong codes end it', async () => {
    const code = await askedCode()
    const wrong = code === '000000' ? '111111' : '000000'
    for (let tries = 0; tries < 5; tries += 1) await tell(wrong)
    await tell(code)
    expect(await check()).toMatchObject({ isSuccess: false, msg: '验证码已过期！' })
    // Nor does another begin a new count, whoever asks for it; another number may be asked for.
    expect(await ask()).toMatchObject({ code: 'tooManyTries' })
    const anna = await calls.signIn('anna@ep.test')
    expect(await ask(phone, anna)).toMatchObject({ code: 'tooManyTries' })
    expect(await ask('13911111111')).toMatchObject({ code: '200' })
    gateway.clock.advance(10 * minute + 1)
    expect(await ask()).toMatchObject({ code: '200' })
  })

  it('gives the code that lives to whoever asks again, though its number is closed', async () => {
    await ask()
    const anna = await calls.signIn('anna@ep.test')
    const wrong = () => tell('0000000')
    for (let tries = 0; tries < 4; tries += 1) await wrong()
    const hers = await ask(phone, anna)
    await wrong()
    expect(await ask()).toMatchObject({ code: 'tooManyTries' })
    expect(await ask(phone, anna)).toEqual(hers)
  })

  it('S19: makes ten codes an hour and no more', async () => {
    for (let made = 0; made < 10; made += 1) expect(await ask(`1380000000${made}`)).toMatchObject({ code: '200' })
    expect(await ask('13911111111')).toMatchObject({ code: 'tooManyTries' })
    gateway.clock.advance(60 * minute + 1)
    expect(await ask('13911111111')).toMatchObject({ code: '200' })
  })

  it.each([
    ['', 'phoneEmpty'],
    ['1380000000', 'phoneInvalid'],
    ['138000000000', 'phoneInvalid'],
    ['1380000000a', 'phoneInvalid'],
    ['１３８０００００００', 'phoneInvalid'],
  ])('refuses %j', async (wrong, code) => {
    const refusal = { code, msg: `errors:${code}`, field: 'phone' }
    expect(await ask(wrong)).toEqual(refusal)
    expect(await check(wrong)).toEqual(refusal)
  })

  it('S18: does not put another phone in the place of the bound one', async () => {
    await tell(await askedCode())
    await check()
    expect(await ask('13911111111')).toMatchObject({ code: 'notAllowed' })
  })

  it('S19: another account’s code binds nothing of mine', async () => {
    const anna = await calls.signIn('anna@ep.test')
    await ask()
    const hers = await ask(phone, anna)
    await tell(String(hers.msg))
    expect(await check()).toMatchObject({ isSuccess: false })
    expect(await check(phone, anna)).toMatchObject({ isSuccess: true })
  })

  it('is put off for a week', async () => {
    expect((await calls.post('vipBindPhone/later.action', {}, { session: lin })).json).toEqual({ code: '200' })
    expect(await isOffered()).toBe(false)
    gateway.clock.advance(7 * day - 1)
    lin = await calls.signIn('lin@ep.test')
    expect(await isOffered()).toBe(false)
    gateway.clock.advance(1)
    expect(await isOffered()).toBe(true)
  })
})

describe('the operator', () => {
  it.each([
    ['a signature of nobody', { signature: '0'.repeat(64) }],
    ['a short signature', { signature: 'ab' }],
    ['another number', { to: '106900002' }],
    ['what is old', { at: Date.UTC(2026, 10, 21, 1, 24, 59, 999) }],
    ['what is ahead', { at: Date.UTC(2026, 10, 21, 1, 35, 0, 1) }],
  ])('S19: is not believed with %s', async (_what, change) => {
    const code = await askedCode()
    expect(await tell(code, change)).toMatchObject({ code: 'notAllowed' })
    expect(await check()).toMatchObject({ isSuccess: false })
  })

  it('S19: signs what it tells: no other text goes with its signature', async () => {
    const code = await askedCode()
    const signature = smsSignature({ from: phone, to: number, text: 'hello', at: gateway.clock.now() }, secret)
    expect(await tell(code, { signature })).toMatchObject({ code: 'notAllowed' })
    expect(await tell('hello', { signature })).toMatchObject({ code: '200' })
    expect(await check()).toMatchObject({ isSuccess: false })
  })

  it.each([
    [{}, 'serverCannot'],
    [{ SMS_NUMBER: number }, 'notAllowed'],
  ])('nobody is, where there is none: %j', async (env, code) => {
    await gateway.close()
    gateway = await makeTestGateway({ env })
    calls = makeCalls(gateway)
    await gateway.account('lin@ep.test')
    lin = await calls.signIn('lin@ep.test')
    expect(await tell('123456')).toMatchObject({ code })
    expect(await isOffered()).toBe('SMS_NUMBER' in env)
    expect(await ask()).toMatchObject({ code: 'SMS_NUMBER' in env ? '200' : 'serverCannot' })
  })
})

describe('the text-message command', () => {
  it('plays what a phone sends', async () => {
    const code = await askedCode()
    const { attempts, phones, passwordResets } = gateway.stores
    const parts = { attempts, phones, passwordResets, clock: gateway.clock }
    expect(await runSmsCommand(parts, [phone, code])).toBe(`Played a text message from ${phone}: "${code}".`)
    expect(await check()).toMatchObject({ isSuccess: true })
  })

  it.each([[[]], [[phone]], [[phone, '1', '2']], [['138', '123456']]])('refuses %j', async (words) => {
    const { attempts, phones, passwordResets } = gateway.stores
    const parts = { attempts, phones, passwordResets, clock: gateway.clock }
    await expect(runSmsCommand(parts, words)).rejects.toMatchObject({ name: 'Misuse' })
  })
})
