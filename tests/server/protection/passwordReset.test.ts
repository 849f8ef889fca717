/** A forgotten password over the wire, clock in hand (docs/decisions/0059, TRUST S19, S20). */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resetLimits } from '#contract/session/resetLimits'
import { buildApp } from '#server/app'
import { takeSms } from '#server/phone/receiveSms'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'
import { makeKeepingRelay, secretIn } from '../../support/mail/relayed'
import { removeFolderNow } from '../../support/removeFolder'

const [phone, outside, fresh] = ['13800000000', 'lin.safe@far.example', 'Another-pass1']
const [minute, hour] = [60_000, 3_600_000]

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let relay: ReturnType<typeof makeKeepingRelay>
let lin: string

beforeEach(async () => {
  relay = makeKeepingRelay()
  gateway = await makeTestGateway({
    relay: relay.relay,
    env: { SMS_NUMBER: '106900001' },
    paintCaptcha: async (shown) => Buffer.from(shown),
  })
  calls = makeCalls(gateway)
  lin = (await gateway.account('lin@ep.test')).id
})
afterEach(() => gateway.close())

const post = async (verb: string, form: Record<string, string>, from = '192.0.2.1') =>
  (await calls.post(`passwordReset/${verb}.action`, form, { remoteAddress: from })).json
const login = async (password: string) =>
  (await calls.post('login/loginService.action', { username: 'lin@ep.test', password })).json.code

let count = 0
/** As a person who reads the picture. */
async function begin(address = 'lin@ep.test', from = '192.0.2.1') {
  const captchaRandom = `a random id ${count++}`.padEnd(32, '-')
  const picture = await gateway.handle({
    ...{ method: 'GET', path: '/webmail/vipRegister/captcha', remoteAddress: from },
    query: new URLSearchParams({ random: captchaRandom }).toString(),
  })
  const captcha = typeof picture.body === 'string' ? picture.body : await text(picture.body)
  return post('begin', { address, captcha, captchaRandom }, from)
}
const tokenOf = async () => String((await begin()).token)

/** With the password, as a secure one. */
const bindPhone = (at = gateway.clock.now() - 2 * 24 * hour) => gateway.stores.phones.bind(lin, phone, at)
async function bindMailbox() {
  await gateway.stores.secureMailboxes.ask(lin, outside)
  await gateway.stores.secureMailboxes.confirm(lin, outside, gateway.clock.now())
}
const send = (code: unknown) => takeSms(gateway.stores, { from: phone, text: String(code) })
async function codeOf(token: string): Promise<string> {
  return String((await post('phone', { token })).text)
}
async function provedToken() {
  const token = await tokenOf()
  await send(await codeOf(token))
  return token
}
const finish = (secret: string, way = 'phone', newPassword = fresh) => post('finish', { way, secret, newPassword })
async function mailed() {
  await gateway.drain()
  return secretIn(relay.sent.at(-1)?.raw ?? '')
}
async function inbox() {
  const account = await gateway.stores.accounts.byId(lin)
  if (account === null) throw new Error('no account')
  const page = { folder: 'inbox', page: 1, pageSize: 50, sort: 'date', order: 'asc', filter: 'all' } as const
  return ((await gateway.stores.mailStores.of(account).page(page))?.list ?? []).map(({ subject }) => subject)
}

describe('a reset', () => {
  it('by the only way, the mailbox, counts at once: the link works once, ends all sign-ins and the wait after failures', async () => {
    await bindMailbox()
    const session = await calls.signIn('lin@ep.test')
    for (let tries = 0; tries < 3; tries += 1) await login('wrong')
    const begun = await begin()
    expect(begun).toEqual({ code: '200', token: expect.any(String), phone: null, mailbox: 'l***@far.example' })
    const token = String(begun.token)
    expect(await post('phone', { token })).toMatchObject({ code: 'verificationGone' })
    expect(await post('mailbox', { token })).toEqual({ code: '200' })
    const secret = await mailed()
    for (let time = 0; time < 20; time += 1)
      expect((await calls.post('verification/show.action', { secret })).json).toMatchObject({
        ...{ code: '200', purpose: 'passwordReset', account: 'lin@ep.test' },
      })
    expect(await finish(secret, 'mailbox', 'weak')).toMatchObject({ code: 'passwordWeak', field: 'newPassword' })
    expect(await finish(secret, 'mailbox', 'Qwer1234!')).toMatchObject({ code: 'passwordCommon' })
    const all = await Promise.all([1, 2, 3].map(() => finish(secret, 'mailbox')))
    expect(all.map(({ code }) => code).toSorted()).toEqual(['200', 'verificationGone', 'verificationGone'])
    expect(all.find(({ code }) => code === '200')).toEqual({ code: '200', effectiveAt: null })
    expect((await calls.get('main/heartbeat.action', {}, { session })).status).toBe(403)
    expect([await login(fresh), await login(testPassword)]).toEqual(['000', '004'])
    await gateway.drain()
    expect(relay.sent.at(-1)?.to).toEqual([outside])
    expect((await inbox()).at(-1)).toContain('A new password was set')
  })

  it('S20: leaves the second factor on: the sign-in after it asks for a code as well', async () => {
    await bindMailbox()
    const session = await calls.signIn('lin@ep.test')
    const begun = await calls.post('login/beginTotp.action', { password: testPassword }, { session })
    const totp = new TOTP({ secret: Secret.fromBase32(String(begun.json.secret)) })
    const code = totp.generate({ timestamp: gateway.clock.now() })
    expect((await calls.post('login/confirmTotp.action', { code }, { session })).json).toMatchObject({ code: '200' })
    expect(await login(testPassword)).toBe('factorNeeded')
    await post('mailbox', { token: await tokenOf() })
    expect(await finish(await mailed(), 'mailbox')).toEqual({ code: '200', effectiveAt: null })
    expect([await login(fresh), await login(testPassword)]).toEqual(['factorNeeded', '004'])
  })

  it('goes on to work by a link that scanners opened twenty times with GET and HEAD, page and calls', async () => {
    await bindMailbox()
    await post('mailbox', { token: await tokenOf() })
    const secret = await mailed()
    const folder = mkdtempSync(join(tmpdir(), 'ep-mail-links-'))
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>EP Mail</title>')
    const app = await buildApp(gateway.house, gateway.config, folder)
    const query = new URLSearchParams({ t: secret, secret, way: 'mailbox', newPassword: fresh })
    const statuses = new Set<string>()
    for (let time = 0; time < 20; time += 1)
      for (const method of ['GET', 'HEAD'] as const)
        for (const path of [
          'verify',
          'resetPassword',
          'webmail/passwordReset/finish.action',
          'webmail/verification/confirm.action',
        ]) {
          const url = `/${path}?${query}`
          const { statusCode } = await app.inject({ method, url, headers: { accept: 'text/html' } })
          statuses.add(`${path} ${statusCode}`)
        }
    await app.close()
    removeFolderNow(folder)
    expect([...statuses]).toEqual([
      'verify 200',
      'resetPassword 200',
      'webmail/passwordReset/finish.action 404',
      'webmail/verification/confirm.action 404',
    ])
    expect(await login(testPassword)).toBe('000')
    expect(await finish(secret, 'mailbox')).toEqual({ code: '200', effectiveAt: null })
    expect(await login(fresh)).toBe('000')
  })

  it('asked for again too soon leaves the link that went first as it was', async () => {
    await bindMailbox()
    const token = await tokenOf()
    await post('mailbox', { token })
    const secret = await mailed()
    const count = relay.sent.length
    await post('mailbox', { token })
    await gateway.drain()
    expect(relay.sent).toHaveLength(count)
    expect(await finish(secret, 'mailbox')).toEqual({ code: '200', effectiveAt: null })
    expect(await login(fresh)).toBe('000')
  })

  it('by the phone: it sends the code, within 10 minutes, and its browser alone sets the password', async () => {
    await bindPhone()
    const [token, other] = [await tokenOf(), await tokenOf()]
    const code = await codeOf(token)
    expect(code).toMatch(/^\d{6}$/)
    expect(await codeOf(token)).toBe(code)
    gateway.clock.advance(10 * minute + 1)
    await send(code)
    expect(await post('phoneState', { token })).toMatchObject({ state: 'over' })
    await send(await codeOf(token))
    expect(await post('phoneState', { token })).toMatchObject({ state: 'proved' })
    await codeOf(other)
    expect(await finish(other)).toMatchObject({ code: 'verificationGone' })
    expect(await finish(token)).toEqual({ code: '200', effectiveAt: null })
    expect(await finish(token, 'phone', 'Further-pass2')).toMatchObject({ code: 'verificationGone' })
    expect([await login(fresh), await login(testPassword)]).toEqual(['000', '004'])
  })

  it('S19: five wrong codes close the number for 10 minutes, however often it is asked anew', async () => {
    await bindPhone()
    const wrongFor = async (token: string) => ((await codeOf(token)) === '000000' ? '111111' : '000000')
    const [one, two] = [await tokenOf(), await tokenOf()]
    for (let tries = 0; tries < 3; tries += 1) await send(await wrongFor(one))
    for (let tries = 0; tries < 2; tries += 1) await send(await wrongFor(two))
    const third = await tokenOf()
    await send(await codeOf(third))
    expect(await post('phoneState', { token: third })).toMatchObject({ state: 'over' })
    expect(await finish(third)).toMatchObject({ code: 'verificationGone' })
    gateway.clock.advance(10 * minute + 1)
    const token = await tokenOf()
    await send(await codeOf(token))
    expect(await post('phoneState', { token })).toMatchObject({ state: 'proved' })
  })

  it('S20: waits 24 hours where there is another way, which is told and may stop it by a link', async () => {
    await bindPhone()
    await bindMailbox()
    const effectiveAt = gateway.clock.now() + 24 * hour
    expect(await finish(await provedToken())).toEqual({ code: '200', effectiveAt })
    const secret = await mailed()
    expect(relay.sent.at(-1)?.to).toEqual([outside])
    expect((await inbox()).at(-1)).toContain('which will count in 24 hours')
    expect([await login(fresh), await login(testPassword)]).toEqual(['004', '000'])
    expect((await calls.post('verification/show.action', { secret })).json).toMatchObject({ purpose: 'stopReset' })
    gateway.clock.advance(24 * hour - 1)
    expect(await login(testPassword)).toBe('000')
    expect((await calls.post('verification/confirm.action', { secret })).json).toMatchObject({ code: '200' })
    gateway.clock.advance(2)
    expect([await login(fresh), await login(testPassword)]).toEqual(['004', '000'])
  })

  it('S20: counts after 24 hours, ends sign-ins, and cannot be stopped any more', async () => {
    await bindPhone()
    await bindMailbox()
    const session = await calls.signIn('lin@ep.test')
    await finish(await provedToken())
    const secret = await mailed()
    gateway.clock.advance(24 * hour)
    // As two gateways do that find it due at one moment: its owner is told once.
    expect(await Promise.all([login(testPassword), login(testPassword)])).toEqual(['004', '004'])
    expect(await login(fresh)).toBe('000')
    await gateway.drain()
    expect((await inbox()).filter((subject) => subject.includes('A new password was set'))).toHaveLength(1)
    expect(relay.sent.map(({ to }) => to)).toEqual([[outside], [outside]])
    expect((await calls.get('main/heartbeat.action', {}, { session })).status).toBe(403)
    expect((await calls.post('verification/confirm.action', { secret })).json).toMatchObject({
      code: 'verificationGone',
    })
  })

  it('S20: by a phone that was bound lately waits until that is 24 hours ago', async () => {
    await bindPhone(gateway.clock.now() - hour)
    expect(await finish(await provedToken())).toEqual({ code: '200', effectiveAt: gateway.clock.now() + 23 * hour })
    expect(await login(testPassword)).toBe('000')
  })

  it('S20: that waits outlasts the end of all other sign-ins, which a found session can ask for', async () => {
    await bindPhone()
    await bindMailbox()
    const session = await calls.signIn('lin@ep.test')
    await finish(await provedToken())
    await calls.post('login/endOtherSessions.action', {}, { session })
    gateway.clock.advance(24 * hour)
    expect(await login(fresh)).toBe('000')
  })

  it('S20: that waits ends with a change of the password, or of a channel', async () => {
    await bindPhone()
    await bindMailbox()
    const session = await calls.signIn('lin@ep.test')
    await finish(await provedToken())
    await calls.post('protection/removeMailbox.action', { password: testPassword }, { session })
    gateway.clock.advance(24 * hour)
    expect([await login(fresh), await login(testPassword)]).toEqual(['004', '000'])
  })
})

it('the right code of a reset is no wrong code of another who binds the same phone', async () => {
  await bindPhone()
  await gateway.account('anna@ep.test')
  const ask = async (session: Awaited<ReturnType<typeof calls.signIn>>) =>
    (await calls.get('vipBindPhone/bindPhone', { phone }, { session })).json
  await ask(await calls.signIn('anna@ep.test'))
  for (let proved = 0; proved < 5; proved += 1) await provedToken()
  expect(await ask(await calls.signIn('lin@ep.test'))).toMatchObject({ code: '200' })
})

it('S20: a phone that a found session has bound resets nothing, delays nobody, and counts a day after the password', async () => {
  const session = await calls.signIn('lin@ep.test')
  const bound = async (verb: string, of = phone) =>
    (await calls.get(`vipBindPhone/${verb}`, { phone: of }, { session })).json
  await send((await bound('bindPhone')).msg)
  expect(await bound('verificationPhone')).toMatchObject({ isSuccess: true })
  gateway.clock.advance(25 * hour)
  const begun = await begin()
  expect(begun).toMatchObject({ phone: null, mailbox: null })
  expect(await post('phone', { token: String(begun.token) })).toMatchObject({ code: 'verificationGone' })
  await bindMailbox()
  await post('mailbox', { token: String(begun.token) })
  expect(await finish(await mailed(), 'mailbox')).toEqual({ code: '200', effectiveAt: null })
  const signedIn = await calls.post('login/loginService.action', { username: 'lin@ep.test', password: fresh })
  const again = { token: String(signedIn.json.accessToken) }
  const confirm = { password: fresh, phone }
  expect((await calls.post('protection/bindPhone.action', confirm, { session: again })).json).toMatchObject({
    ...{ code: '200', asked: null, phone: '138****0000', unconfirmedPhone: null },
  })
  await gateway.stores.secureMailboxes.remove(lin)
  expect(await finish(await provedToken(), 'phone', 'Further-pass2')).toMatchObject({
    effectiveAt: gateway.clock.now() + 24 * hour,
  })
})

describe('who begins one', () => {
  it('S19: learns nothing from an unknown address, one without a way and a locked one', async () => {
    await gateway.account('wang@ep.test')
    await bindPhone()
    await gateway.stores.accounts.change(lin, { locked: true })
    const answers = []
    for (const address of ['wang@ep.test', 'nobody@ep.test', 'LIN@ep.test']) answers.push(await begin(address))
    const nothing = { code: '200', token: expect.any(String), phone: null, mailbox: null }
    expect(answers).toEqual([nothing, nothing, nothing])
    for (const verb of ['phone', 'mailbox'])
      for (const { token } of answers)
        expect(await post(verb, { token: String(token) })).toMatchObject({ code: 'verificationGone' })
  })

  it('S19: answers a captcha each time, and is limited for an address and from a network by the hour', async () => {
    const form = { address: 'lin@ep.test', captcha: 'wrong', captchaRandom: 'nobody asked for this one' }
    expect(await post('begin', form)).toMatchObject({ code: 'captchaNeeded', field: 'captcha' })
    for (let begun = 0; begun < resetLimits.perAddress; begun += 1)
      expect(await begin('lin@ep.test', '198.51.100.1')).toMatchObject({ code: '200' })
    expect(await begin('lin@ep.test', '198.51.100.1')).toMatchObject({ code: 'tooManyTries' })
    // One stranger does not use up those of the owner; many do.
    expect(await begin('lin@ep.test', '198.51.100.2')).toMatchObject({ code: '200' })
    const rest = resetLimits.perAddressFromAll - resetLimits.perAddress - 1
    for (let begun = 0; begun < rest; begun += 1) await begin('lin@ep.test', `203.0.113.${begun}`)
    expect(await begin('lin@ep.test', '198.51.100.3')).toMatchObject({ code: 'tooManyTries' })
    for (let begun = 0; begun < resetLimits.perNetwork; begun += 1) await begin(`nobody${begun}@ep.test`)
    expect(await begin('other@ep.test')).toMatchObject({ code: 'tooManyTries' })
    gateway.clock.advance(hour + 1)
    expect(await begin()).toMatchObject({ code: '200' })
  })

  it('has 1 hour for its steps and for the link, which is sent again after 1 hour', async () => {
    await bindMailbox()
    const token = await tokenOf()
    await post('mailbox', { token })
    const secret = await mailed()
    expect(await post('mailbox', { token })).toMatchObject({ code: 'verificationTooSoon' })
    gateway.clock.advance(hour)
    expect(await post('mailbox', { token })).toMatchObject({ code: 'verificationGone' })
    expect(await finish(secret, 'mailbox')).toMatchObject({ code: 'verificationGone' })
    expect(await post('mailbox', { token: await tokenOf() })).toMatchObject({ code: '200' })
    await gateway.stores.secureMailboxes.remove(lin)
    expect(await finish(await mailed(), 'mailbox')).toMatchObject({ code: 'verificationGone' })
  })

  it('is told where a mail server has the passwords', async () => {
    await gateway.close()
    const env = { IMAP_URL: 'imap://127.0.0.1:1', SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }
    gateway = await makeTestGateway({ env, mailLogin: { tryPassword: async () => true } })
    calls = makeCalls(gateway)
    expect(await post('offer', {})).toEqual({ code: '200', isOffered: false })
    const form = { address: 'lin@ep.test', captcha: 'any', captchaRandom: 'any' }
    expect(await post('begin', form)).toMatchObject({ code: 'serverCannot' })
  })
})
