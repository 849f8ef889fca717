/** Registering a mailbox over the wire: names, what is asked for, and what comes of it. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits'
import { registrationLimits } from '#contract/registration/registrationLimits'
import { resetLimits } from '#contract/session/resetLimits'
import { runAccountCommand } from '#server/cli/accountCommand'
import { takeSms } from '#server/phone/receiveSms'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'
import { readableCaptchas } from '../../support/mail/readableCaptchas'
import { makeKeepingRelay, secretIn } from '../../support/mail/relayed'

const password = '7Kites-over'
const random = 'drawn-by-a-browser-1'
let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let captchas: ReturnType<typeof readableCaptchas>

let relay: ReturnType<typeof makeKeepingRelay>

async function open(env: Readonly<Record<string, string>> = {}, sendsOutside = true) {
  await gateway?.close()
  captchas = readableCaptchas()
  relay = makeKeepingRelay()
  const outside = { relay: sendsOutside ? relay.relay : null }
  gateway = await makeTestGateway({ env, paintCaptcha: captchas.paintCaptcha, ...outside })
  calls = makeCalls(gateway)
}
beforeEach(() => open())
afterEach(() => gateway.close())

const check = async (username: string, remoteAddress = '192.0.2.1') =>
  (await calls.post('vipRegister/ValidityUserName', { username, domain: 'ep.test' }, { remoteAddress })).json

type Wished = Readonly<Record<string, string | number>>
const formOf = (username: string, wished: Wished = {}) => ({
  ...{ kind: 'free', username, domain: 'ep.test', password, consent: 1, key: `the key of ${username} in a browser` },
  ...wished,
})
const sendForm = async (username: string, wished: Wished = {}, remoteAddress = '192.0.2.1') =>
  (await calls.post('vipRegister/register.action', formOf(username, wished), { remoteAddress })).json
/** With a picture that was read. */
async function register(username: string, wished: Wished = {}, remoteAddress = '192.0.2.1') {
  await calls.get('vipRegister/captcha', { random }, { remoteAddress })
  return sendForm(username, { captcha: captchas.newest(), captchaRandom: random, ...wished }, remoteAddress)
}
const subjects = async (token: unknown) => {
  const listed = await calls.post(
    'query/queryfolder2.action',
    { folder: 'inbox', page: 1, pageSize: 20, sort: 'date', order: 'desc', filter: 'all' },
    { session: { token: String(token) } },
  )
  return JSON.stringify(listed.json)
}

describe('a name', () => {
  beforeEach(async () => {
    await gateway.account('lin.hua@ep.test')
  })

  it('is free, taken with three names that are free, or malformed with the reason', async () => {
    expect(await check('wang')).toEqual({ code: '200', state: 'free', suggestions: [] })
    const taken = await check('lin.hua')
    expect(taken).toMatchObject({ code: '200', state: 'taken' })
    const suggestions = taken.suggestions as string[]
    expect(new Set(suggestions).size).toBe(3)
    for (const name of suggestions) expect(await check(name)).toMatchObject({ state: 'free' })
    for (const [name, reason] of [
      ['', 'empty'],
      ['ab', 'short'],
      ['a'.repeat(31), 'long'],
      ['王丽丽', 'characters'],
      ['-wang', 'ends'],
      ['wa..ng', 'separators'],
      ['postmaster', 'reserved'],
      ['ADM1N', 'reserved'],
    ] as const)
      expect(await check(name), name).toEqual({ code: '200', state: 'malformed', suggestions: [], reason })
  })

  it('S31: is taken where it looks like another: by case, width, dots and letters that are confused', async () => {
    for (const like of ['LIN.HUA', 'linhua', 'lin-hua', '1in.hua', 'ｌｉｎ．ｈｕａ', 'l.i.n.hua'])
      expect(await check(like), like).toMatchObject({ state: 'taken' })
    expect(await check('lin.hue')).toMatchObject({ state: 'free' })
  })

  it('S19: is asked about so often from one address and no more, so that nobody lists who there is', async () => {
    for (let asked = 0; asked < registrationLimits.nameChecksPerHour; asked += 1) await check('lin.hua')
    expect(await check('lin.hua')).toMatchObject({ code: 'tooManyTries' })
    expect(await check('lin.hua', '192.0.2.2')).toMatchObject({ state: 'taken' })
    gateway.clock.advance(60 * 60_000 + 1)
    expect(await check('lin.hua')).toMatchObject({ state: 'taken' })
  })

  it('is of a domain that is kept here', async () => {
    const asked = await calls.post('vipRegister/ValidityUserName', { username: 'wang', domain: 'example.com' })
    expect(asked.json).toMatchObject({ code: 'badField', field: 'domain' })
  })
})

describe('registering', () => {
  it('makes a free mailbox at once, signs in, and welcomes in the language of the page', async () => {
    const reply = await register('Wang.Li', { language: 'en-US' })
    expect(reply).toMatchObject({
      code: '000',
      userInfo: { username: 'wang.li@ep.test' },
      userMailType: 'free',
      domainName: 'free',
    })
    const listed = await subjects(reply.accessToken)
    expect(listed).toContain('Welcome to EP Mail')
    expect(listed).not.toContain('欢迎')
    await gateway.deliver('wang.li@ep.test', 'Subject: hello\n\nhello')
    expect(await subjects(reply.accessToken)).toContain('hello')
    const signedIn = await calls.post('login/loginService.action', { username: 'wang.li', password })
    expect(signedIn.json.code).toBe('000')
  })

  it('says of a paid kind that the mailbox is free until the order is paid', async () => {
    const reply = await register('wang', { kind: 'soho' })
    expect(reply).toMatchObject({ code: '000', userMailType: 'free' })
    expect(await subjects(reply.accessToken)).toContain('欢迎使用易邮')
  })

  it('S19: repeated by its key asks nobody past their second step', async () => {
    expect(await register('wang')).toMatchObject({ code: '000' })
    const { accounts, factors } = gateway.stores
    const { id } = (await accounts.byAddress('wang@ep.test')) ?? expect.fail('no account')
    await factors.begin(id, new Uint8Array([1]))
    await factors.spendStep(id, 1, { at: 1 })
    expect(await sendForm('wang')).toMatchObject({ code: 'nameTaken' })
  })

  it('pressed twice makes one mailbox and one welcome, and signs in twice', async () => {
    await calls.get('vipRegister/captcha', { random })
    const captcha = { captcha: captchas.newest(), captchaRandom: random }
    const twice = await Promise.all([sendForm('wang', captcha), sendForm('wang', captcha)])
    expect(twice.map(({ code }) => code)).toEqual(['000', '000'])
    const later = await sendForm('wang')
    expect(later.code).toBe('000')
    expect((await subjects(later.accessToken)).match(/欢迎/g)).toHaveLength(1)
    // The key alone opens nothing, and tries no other's password.
    await gateway.account('zhao@ep.test', { password })
    const prove = vi.spyOn(gateway.stores.proof, 'prove')
    expect(await sendForm('zhao', { key: 'the key of wang in a browser' })).toMatchObject({ code: 'nameTaken' })
    expect(prove).not.toHaveBeenCalled()
    prove.mockRestore()
    expect(await sendForm('wang', { password: 'Other0ne!' })).toMatchObject({ code: 'nameTaken' })
    expect(await sendForm('li.si', { key: 'the key of wang in a browser' })).toMatchObject({ code: 'nameTaken' })
  })

  it('gives a name that two want at once to one of them, however they spell it', async () => {
    const ask = async (name: string, at: number) => {
      const id = `${random}-${at}`
      await calls.get('vipRegister/captcha', { random: id })
      return formOf(name, { captcha: captchas.newest(), captchaRandom: id })
    }
    const forms = [await ask('wang.li', 1), await ask('wangli', 2), await ask('WANG-LI', 3)]
    const codes = await Promise.all(
      forms.map(async (form) => (await calls.post('vipRegister/register.action', form)).json.code),
    )
    expect(codes.toSorted()).toEqual(['000', 'nameTaken', 'nameTaken'])
  })

  it('refuses what is wrong beside its field, before the captcha is used up', async () => {
    await gateway.account('lin@ep.test')
    await calls.get('vipRegister/captcha', { random })
    const captcha = { captcha: captchas.newest(), captchaRandom: random }
    for (const [wished, code, field] of [
      [{ username: 'l.i.n' }, 'nameTaken', 'username'],
      [{ username: 'x' }, 'nameInvalid', 'username'],
      [{ domain: 'example.com' }, 'badField', 'domain'],
      [{ password: 'password' }, 'passwordWeak', 'password'],
      [{ consent: 0 }, 'consentMissing', 'consent'],
      [{ key: 'short' }, 'badField', 'key'],
    ] as const)
      expect(await sendForm('wang', { ...captcha, ...wished })).toMatchObject({ code, field })
    expect(await sendForm('wang', captcha)).toMatchObject({ code: '000' })
  })

  it('S19: needs a captcha, and each lets one registration through', async () => {
    expect(await sendForm('wang')).toMatchObject({ code: 'captchaNeeded', field: 'captcha' })
    expect(await register('wang', { captcha: 'wrong' })).toMatchObject({ code: 'captchaWrong', field: 'captcha' })
    const captcha = { captcha: captchas.newest(), captchaRandom: random }
    expect(await sendForm('wang', captcha)).toMatchObject({ code: '000' })
    expect(await sendForm('zhao', captcha)).toMatchObject({ code: 'captchaNeeded' })
  })

  it('S19: makes so many mailboxes an hour for one address and no more', async () => {
    for (let made = 0; made < registrationLimits.registrationsPerHour; made += 1)
      expect(await register(`wang${made}x`)).toMatchObject({ code: '000' })
    expect(await register('wang.last')).toMatchObject({ code: 'tooManyTries' })
    expect(await register('wang.last', {}, '192.0.2.2')).toMatchObject({ code: '000' })
  })

  it('S18: takes the place of the session that the browser had', async () => {
    await gateway.account('lin@ep.test')
    const lin = await calls.signIn('lin@ep.test')
    await calls.get('vipRegister/captcha', { random })
    const form = formOf('wang', { captcha: captchas.newest(), captchaRandom: random })
    expect((await calls.post('vipRegister/register.action', form, { session: lin })).json.code).toBe('000')
    expect((await calls.get('main/heartbeat.action', {}, { session: lin })).status).toBe(403)
  })
})

describe('an alternate address', () => {
  const alternate = 'Wang.Safe@far.example'
  const sentOf = async (sent: unknown) => (await calls.post('verification/sent.action', { sent: String(sent) })).json

  it('is asked once the mailbox stands, and is its secure mailbox when its reader agrees', async () => {
    const reply = await register('wang', { alternate: ` ${alternate} ` })
    expect(reply).toMatchObject({ code: '000', sent: expect.any(String) })
    expect(await sentOf(reply.sent)).toMatchObject({
      ...{ code: '200', purpose: 'secureMailbox', to: 'w***@far.example', state: 'waiting' },
      expiresAt: gateway.clock.now() + 3 * 24 * 3_600_000,
      resendAt: gateway.clock.now() + 3_600_000,
    })
    await gateway.drain()
    // The answer was lost, and the same is sent again.
    expect(await sendForm('wang', { alternate })).toMatchObject({ code: '000', sent: reply.sent })
    await gateway.drain()
    expect(relay.sent.map(({ to }) => to)).toEqual([['wang.safe@far.example']])
    const { id } = (await gateway.stores.accounts.byAddress('wang@ep.test')) ?? expect.fail('no account')
    expect((await gateway.stores.secureMailboxes.find(id)).address).toBeNull()
    await calls.post('verification/confirm.action', { secret: secretIn(relay.sent[0]?.raw ?? '') })
    expect((await gateway.stores.secureMailboxes.find(id)).address).toBe('wang.safe@far.example')
    expect(await sendForm('wang', { alternate })).toMatchObject({ sent: reply.sent })
    expect((await gateway.stores.secureMailboxes.find(id)).address).toBe('wang.safe@far.example')
  })

  it('is none that is no address, is the new one or reaches nobody, which is said before the captcha is used up', async () => {
    await gateway.account('lin@ep.test')
    await calls.get('vipRegister/captcha', { random })
    const captcha = { captcha: captchas.newest(), captchaRandom: random }
    for (const [wished, code] of [
      ['not an address', 'recipientInvalid'],
      ['WANG@ep.test', 'secureMailboxOwn'],
      ['nobody@ep.test', 'recipientUnknown'],
    ] as const)
      expect(await sendForm('wang', { ...captcha, alternate: wished })).toMatchObject({ code, field: 'alternate' })
    expect(await sendForm('wang', { ...captcha, alternate: 'lin@ep.test' })).toMatchObject({
      ...{ code: '000', sent: expect.any(String) },
    })
    await open({}, false)
    expect(await register('wang', { alternate })).toMatchObject({ code: 'recipientOutside', field: 'alternate' })
  })

  it('S19: is sent so many mails an hour and no more, whoever registers, and however its tag is spelt', async () => {
    const asked = { code: '000', sent: expect.any(String) }
    const replies: Awaited<ReturnType<typeof register>>[] = []
    for (let made = 0; made < resetLimits.asksPerMailbox; made += 1)
      replies.push(await register(`wang${made}x`, { alternate: `safe+${made}@far.example` }, `192.0.2.${made}`))
    expect(replies).toEqual(Array.from(replies, () => expect.objectContaining(asked)))
    // The mailbox stands, and counts among those of its network as any other.
    const last = await register('wang.last', { alternate: 'safe@far.example' }, '192.0.2.99')
    expect([last.code, last.sent]).toEqual(['000', undefined])
    // The same key and password ask for no captcha.
    const again = await sendForm('wang0x', { alternate: 'safe+more@far.example' })
    expect([again.code, again.sent]).toEqual(['000', undefined])
    // Whoever has signed in binds their own mailbox all the same, and as often.
    const bind = async (owner: string, address: string) => {
      const session = await calls.signIn(`${owner}@ep.test`)
      return (await calls.post('protection/bindMailbox.action', { password: testPassword, address }, { session })).json
        .code
    }
    for (const owner of ['stranger', 'owner']) await gateway.account(`${owner}@ep.test`)
    const bound: unknown[] = []
    for (let at = 0; at <= resetLimits.asksPerMailbox; at += 1)
      bound.push(await bind('stranger', `safe+${at}@far.example`))
    expect(bound).toEqual([...replies.map(() => '200'), 'tooManyTries'])
    expect(await bind('owner', 'safe@far.example')).toBe('200')
    gateway.clock.advance(3_600_001)
    expect(await sendForm('wang.last', { alternate: 'safe@far.example' })).toMatchObject(asked)
    expect(await sendForm('wang0x', { alternate: 'safe+more@far.example' })).toMatchObject(asked)
    const resend = async ({ sent }: (typeof replies)[number] = {}) =>
      (await calls.post('verification/resend.action', { sent: String(sent) })).json
    expect(await resend(replies[1])).toMatchObject({ code: '200' })
    expect(await resend(replies[2])).toMatchObject({ code: 'tooManyTries' })
    await gateway.drain()
    expect(relay.sent).toHaveLength(3 * resetLimits.asksPerMailbox + 1)
  })

  it('S22: tells nobody who belongs to an organization', async () => {
    await open({ MAIL_DOMAINS: 'ep.test,acme.example', REGISTRATION: 'open' })
    await gateway.stores.organizations.add({ code: 'acme', name: 'Acme', tier: 'enterprise', seats: 1 })
    await gateway.stores.organizations.addDomain('acme', 'acme.example')
    await gateway.account('ceo@acme.example')
    const asked = { code: '000', sent: expect.any(String) }
    for (const [name, wished] of [
      ['wang', 'ceo@acme.example'],
      ['zhao', 'nobody@acme.example'],
    ] as const)
      expect(await register(name, { alternate: wished })).toMatchObject(asked)
  })

  it('is asked once, though two gateways are sent the same', async () => {
    const { verifications } = gateway.stores
    const { issue } = verifications
    let hash = ''
    vi.spyOn(verifications, 'issue').mockImplementationOnce(async (mine, ...more) => {
      hash = `${mine}, of the other one`
      await issue(hash, ...more)
      return issue(mine, ...more)
    })
    expect(await register('wang', { alternate })).toMatchObject({ code: '000', sent: hash })
  })

  it('that no mail goes to leaves the mailbox that was registered', async () => {
    vi.spyOn(gateway.stores.outbox, 'add').mockRejectedValueOnce(new Error('full'))
    const reply = await register('wang', { alternate })
    expect(reply).toMatchObject({ code: '000' })
    expect(reply).not.toHaveProperty('sent')
    vi.restoreAllMocks()
    expect(await sendForm('wang', { alternate })).toMatchObject({ code: '000', sent: expect.any(String) })
    await gateway.drain()
    expect(relay.sent).toHaveLength(1)
  })
})

describe('whether one may register', () => {
  it.each([
    ['closed for a domain of somebody’s own', { MAIL_DOMAINS: 'corp.example' }, 'closed', 'corp.example'],
    ['closed by a word', { REGISTRATION: 'closed' }, 'closed', 'ep.test'],
    ['open by a word', { MAIL_DOMAINS: 'corp.example', REGISTRATION: 'open' }, 'open', 'corp.example'],
  ])('is %s', async (_what, env, mode, domain) => {
    await open(env)
    expect((await calls.get('vipRegister/state.action')).json).toEqual({
      ...{ code: '200', mode, domains: [domain], asksPhone: false, contact: `postmaster@${domain}` },
    })
    const answers = [
      await check('wang'),
      (await calls.post('vipRegister/checkPhoneNum', { phone: '13800000000' })).json,
      await sendForm('wang', { domain }),
    ]
    for (const { code } of answers) expect(code === 'registrationClosed').toBe(mode === 'closed')
  })

  it('S22: is closed on the domain of an organization, from then on', async () => {
    await open({ MAIL_DOMAINS: 'corp.example,acme.example', REGISTRATION: 'open' })
    await gateway.stores.organizations.add({ code: 'acme', name: 'Acme', tier: 'enterprise', seats: 1 })
    await gateway.stores.organizations.addDomain('acme', 'acme.example')
    expect((await calls.get('vipRegister/state.action')).json).toMatchObject({
      mode: 'open',
      domains: ['corp.example'],
    })
    expect(await register('ceo', { domain: 'acme.example' })).toMatchObject({ code: 'badField', field: 'domain' })
    await gateway.stores.organizations.addDomain('acme', 'corp.example')
    expect((await calls.get('vipRegister/state.action')).json).toMatchObject({ mode: 'closed', domains: [] })
  })

  it('S19: by an invitation goes once, within seven days', async () => {
    await open({ REGISTRATION: 'invite' })
    const invited = async () => {
      const parts = { ...gateway.stores, mailDomains: ['ep.test'] }
      return (await runAccountCommand(parts, { words: ['invite'] })).split('\n')[1] ?? ''
    }
    const invite = await invited()
    expect(await register('wang')).toMatchObject({ code: 'inviteInvalid', field: 'invite' })
    expect(await register('wang', { invite: 'made up' })).toMatchObject({ code: 'inviteInvalid' })
    expect(await register('wang', { invite: ` ${invite} ` })).toMatchObject({ code: '000' })
    expect(await register('zhao', { invite })).toMatchObject({ code: 'inviteInvalid' })
    const late = await invited()
    gateway.clock.advance(registrationLimits.inviteMs)
    expect(await register('zhao', { invite: late })).toMatchObject({ code: 'inviteInvalid' })
  })
})

describe('the phone of a registration', () => {
  const phone = '13800000000'
  const proof = 'drawn-by-a-browser-2'
  const ask = async (of = phone, by = proof) =>
    (await calls.post('vipRegister/phoneCode.action', { phone: of, proof: by })).json
  const state = async (by = proof) =>
    (await calls.post('vipRegister/phoneState.action', { phone, proof: by })).json.state
  const tell = (text: unknown, from = phone) => takeSms(gateway.stores, { from, text: String(text) })
  beforeEach(() => open({ SMS_NUMBER: '106900001' }))

  it('sends us the code, and is bound to the mailbox that comes of it', async () => {
    expect((await calls.get('vipRegister/state.action')).json).toMatchObject({ asksPhone: true })
    const asked = await ask()
    expect(asked).toMatchObject({ smsCode: expect.stringMatching(/^\d{6}$/), destination: '106900001' })
    expect(await state()).toBe('waiting')
    expect(await register('wang', { phone, proof })).toMatchObject({ code: 'phoneUnproved', field: 'phone' })
    await tell(asked.smsCode)
    expect(await state()).toBe('proved')
    // Somebody else does not profit by it.
    expect(await register('zhao', { phone, proof: 'drawn-by-another-browser' })).toMatchObject({
      code: 'phoneUnproved',
    })
    expect(await register('wang', { phone, proof })).toMatchObject({ code: '000' })
    const wang = await gateway.stores.accounts.byAddress('wang@ep.test')
    expect(await gateway.stores.phones.phoneOf(wang?.id ?? '')).toBe(phone)
    // The proof is used up.
    expect(await register('zhao', { phone, proof })).toMatchObject({ code: 'phoneUnproved' })
  })

  it('has proved itself for an hour, and is asked for no other code meanwhile', async () => {
    const asked = await ask()
    await tell(asked.smsCode)
    gateway.clock.advance(limits.phoneCodeMs + 1)
    expect(await state()).toBe('proved')
    expect(await ask()).toEqual(asked)
    expect(await register('wang', { phone, proof })).toMatchObject({ code: '000' })
  })

  it('is needed where a number takes messages', async () => {
    expect(await register('wang')).toMatchObject({ code: 'phoneEmpty', field: 'phone' })
    expect(await register('wang', { phone: '1380000000a' })).toMatchObject({ code: 'phoneInvalid' })
    expect(await register('wang', { phone })).toMatchObject({ code: 'phoneUnproved' })
  })

  it('S19: five wrong codes end it and close the number, and so many codes an hour are made', async () => {
    const asked = await ask()
    for (let tries = 0; tries < 5; tries += 1) await tell(asked.smsCode === '000000' ? '111111' : '000000')
    await tell(asked.smsCode)
    expect(await state()).toBe('over')
    expect(await ask()).toMatchObject({ code: 'tooManyTries' })
    expect(await ask(phone, 'another proof of another try')).toMatchObject({ code: 'tooManyTries' })
    gateway.clock.advance(limits.phoneCodeMs + 1)
    const another = await ask()
    expect(another.smsCode).toMatch(/^\d{6}$/)
    for (let again = 0; again < limits.phoneCodesPerHour; again += 1) expect(await ask()).toEqual(another)
    for (let made = 2; made < limits.phoneCodesPerHour; made += 1) await ask(`1390000000${made}`)
    expect(await ask('13900000001')).toMatchObject({ code: 'tooManyTries' })
  })

  it('that has proved itself is asked for no other code, though its number is closed since', async () => {
    const asked = await ask()
    await ask(phone, 'another proof of another try')
    await tell(asked.smsCode)
    for (let tries = 0; tries < 5; tries += 1) await tell('0000000')
    expect(await ask(phone, 'a third proof of a third try')).toMatchObject({ code: 'tooManyTries' })
    expect(await ask()).toEqual(asked)
  })

  it('S19: is usable for so many mailboxes', async () => {
    const usable = async (of = phone) => (await calls.post('vipRegister/checkPhoneNum', { phone: of })).json.usable
    expect(await usable()).toBe(true)
    expect(await usable('1380000000')).toBe(false)
    for (let made = 0; made < registrationLimits.mailboxesPerPhone; made += 1)
      await gateway.stores.phones.bind(`account-${made}`, phone, 1)
    expect(await usable()).toBe(false)
    expect(await ask()).toMatchObject({ code: 'phoneUnusable', field: 'phone' })
  })
})
