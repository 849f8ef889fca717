/** The captcha that a sign-in asks for after failures, over the wire (TRUST S19). */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { captchaLimits } from '#contract/session/captchaLimits'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'
import { readableCaptchas } from '../../support/mail/readableCaptchas'

const id = 'drawn-by-a-browser-1'
let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let captchas: ReturnType<typeof readableCaptchas>

beforeEach(async () => {
  captchas = readableCaptchas()
  gateway = await makeTestGateway({ paintCaptcha: captchas.paintCaptcha })
  calls = makeCalls(gateway)
  await gateway.account('lin@ep.test')
})
afterEach(() => gateway.close())

type Try = {
  readonly username?: string
  readonly password?: string
  readonly captcha?: string
  readonly captchaRandom?: string
}
const login = (fields: Try = {}, remoteAddress = '192.0.2.1') =>
  calls.post('login/loginService.action', { username: 'lin@ep.test', password: 'wrong', ...fields }, { remoteAddress })
const code = async (...given: Parameters<typeof login>) => (await login(...given)).json.code
const picture = (random = id, remoteAddress = '192.0.2.1') =>
  calls.get('vipRegister/captcha', { random }, { remoteAddress })
const wait = (random = id, remoteAddress = '192.0.2.1') =>
  calls.post('login/captchaWait.action', { random }, { remoteAddress })
const fail = async (times: number, fields: Try = {}) => {
  for (let count = 0; count < times; count += 1) await login(fields)
}
/** Past the tries that are free, with a picture in hand. */
async function asked(): Promise<string> {
  await fail(captchaLimits.afterPerAccount)
  expect((await picture()).status).toBe(200)
  return captchas.newest()
}

describe('a captcha', () => {
  it('S19: is asked for after failures of one account, from wherever they came, and counts down on', async () => {
    expect((await login()).json).toEqual({ code: '004', msg: 'errors:004', status: '004', triesLeft: 4 })
    await login({}, '192.0.2.2')
    expect((await login({}, '192.0.2.3')).json).toMatchObject({ code: '004', triesLeft: 2, captcha: true })
    const elsewhere = await login({ password: testPassword }, '192.0.2.4')
    expect(elsewhere.json).toEqual({ code: 'captchaNeeded', msg: 'errors:captchaNeeded', field: 'captcha' })
    for (const [triesLeft, captcha] of [
      [1, true],
      [0, undefined],
    ]) {
      await picture()
      const { json } = await login({ captcha: captchas.newest(), captchaRandom: id })
      expect(json).toEqual({ code: '004', msg: 'errors:004', status: '004', triesLeft, ...(captcha && { captcha }) })
    }
    expect(await code()).toBe('007')
  })

  it('S19: is asked for after failures from one network address, whatever account is next, and of nobody elsewhere', async () => {
    for (let count = 0; count < captchaLimits.afterPerAddress; count += 1) await login({ username: `user${count}` })
    expect(await code({ password: testPassword })).toBe('captchaNeeded')
    expect(await code({ password: testPassword }, '192.0.2.2')).toBe('000')
  })

  it('S19: says the same of an account that does not exist', async () => {
    const told = async (username: string) => {
      await fail(2, { username })
      const third = (await login({ username })).json
      const fourth = (await login({ username })).json
      await picture()
      return [third, fourth, (await login({ username, captcha: captchas.newest(), captchaRandom: id })).json]
    }
    expect(await told('nobody@ep.test')).toEqual(await told('lin@ep.test'))
  })

  it('S19: lets guesses that come all at once have the free tries and no more', async () => {
    const places = Array.from({ length: 12 }, (_, at) => `192.0.2.${at}`)
    const codes = await Promise.all(places.map((place) => code({}, place)))
    expect(codes.filter((one) => one === '004')).toHaveLength(captchaLimits.afterPerAccount)
    const names = Array.from({ length: 30 }, (_, at) => code({ username: `user${at}` }, '192.0.2.99'))
    expect((await Promise.all(names)).filter((one) => one === '004')).toHaveLength(captchaLimits.afterPerAddress)
  })

  it('lets in whoever reads it: in small letters, in full-width ones, with spaces', async () => {
    const text = await asked()
    const wide = [...text].map((one) => String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfee0)).join(' ')
    expect(await code({ password: testPassword, captcha: wide.toLowerCase(), captchaRandom: id })).toBe('000')
  })

  it('S19: is asked for no more once somebody is in, and the account’s tries are whole again', async () => {
    const text = await asked()
    await login({ password: testPassword, captcha: text, captchaRandom: id })
    expect((await login()).json).toMatchObject({ code: '004', triesLeft: 4 })
  })

  it('S19: lets one try through, the right answer and a wrong password together as well', async () => {
    const answer = { captcha: await asked(), captchaRandom: id }
    expect(await code(answer)).toBe('004')
    expect(await code({ ...answer, password: testPassword })).toBe('captchaNeeded')
  })

  it('S19: no wrong answer touches the account or the password, and the fifth ends the picture', async () => {
    const text = await asked()
    const wrong = { captcha: 'wrong', captchaRandom: id, password: testPassword }
    for (let tries = 1; tries < captchaLimits.tries; tries += 1) expect(await code(wrong)).toBe('captchaWrong')
    expect(await code(wrong)).toBe('captchaNeeded')
    expect(await code({ ...wrong, captcha: text })).toBe('captchaNeeded')
    await picture()
    expect((await login({ captcha: captchas.newest(), captchaRandom: id })).json).toMatchObject({ triesLeft: 1 })
  })

  it('S19: is bound to the browser that drew its id and to its network address, and lives five minutes', async () => {
    const captcha = await asked()
    const right = { password: testPassword, captcha, captchaRandom: id }
    expect(await code({ ...right, captchaRandom: 'drawn-by-a-browser-2' })).toBe('captchaNeeded')
    expect(await code(right, '192.0.2.2')).toBe('captchaNeeded')
    gateway.clock.advance(captchaLimits.livesMs - 1)
    expect(await code(right)).toBe('000')
    const later = { ...right, captcha: await asked() }
    gateway.clock.advance(captchaLimits.livesMs)
    expect(await code(later)).toBe('captchaNeeded')
  })

  it('S19: is drawn so often for one network address and no more', async () => {
    for (let count = 0; count < captchaLimits.perAddress; count += 1) await picture(`${id}${count}`)
    const refused = await picture()
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await picture(id, '192.0.2.2')).status).toBe(200)
  })

  it('S19: keeps its answer and its id as hashes alone', async () => {
    const keep = vi.spyOn(gateway.stores.captchas, 'keep')
    const text = await asked()
    const kept = JSON.stringify(keep.mock.calls)
    expect(kept).toContain('answerHash')
    for (const secret of [text, id]) expect(kept).not.toContain(secret)
  })

  it('is a picture that no cache keeps, and none without an id or of one that somebody could guess', async () => {
    const shown = await picture()
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    const refusal = { code: 'badField', msg: 'errors:badField', field: 'random' }
    for (const form of [{}, { random: '' }, { random: '0.123' }, { random: [id, id] }]) {
      const drawn = await calls.get('vipRegister/captcha', form)
      expect([drawn.status, drawn.json], JSON.stringify(form)).toEqual([404, refusal])
      expect((await calls.post('login/captchaWait.action', form)).json, JSON.stringify(form)).toEqual(refusal)
    }
  })
})

describe('a wait in place of the picture', () => {
  it('S19: is over when it is over, and lets one try through', async () => {
    await fail(captchaLimits.afterPerAccount)
    expect((await wait()).json).toEqual({ code: '200', waitMs: captchaLimits.waitMs })
    const waited = { captcha: '', captchaRandom: id }
    gateway.clock.advance(captchaLimits.waitMs - 1)
    expect(await code({ ...waited, password: testPassword })).toBe('captchaNeeded')
    gateway.clock.advance(1)
    expect(await code({ ...waited, password: testPassword }, '192.0.2.2')).toBe('captchaNeeded')
    expect(await code(waited)).toBe('004')
    expect(await code({ ...waited, password: testPassword })).toBe('captchaNeeded')
  })

  it('S19: is given so often to one network address and no more', async () => {
    for (let count = 0; count < captchaLimits.waitsPerAddress; count += 1) await wait(`${id}${count}`)
    expect((await wait()).status).toBe(429)
    expect((await wait(id, '192.0.2.2')).status).toBe(200)
  })
})
