/** Passkeys over the wire, by an authenticator that really signs (TRUST S19, S20). */
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { factorLimits } from '#contract/session/factorLimits'
import { runAccountCommand } from '#server/cli/accountCommand'
import { makeTellOwner, type OwnerNoticeDeps } from '#server/protection/ownerNotices'
import english from '../../../locales/en-US/settings.json' with { type: 'json' }
import chinese from '../../../locales/zh-CN/settings.json' with { type: 'json' }
import { makeCalls, type RawValues, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'
import { makeSoftAuthenticator } from '../../support/softAuthenticator'

const address = 'lin@ep.test'
const site = { origin: 'https://mail.ep.test', rpId: 'mail.ep.test' }
const [minute, password] = [60_000, testPassword]
let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let session: Signed
async function open(env: Readonly<Record<string, string>> = {}, more: object = {}) {
  gateway = await makeTestGateway({ env: { PUBLIC_URL: site.origin, ...env }, ...more })
  calls = makeCalls(gateway)
  await gateway.account(address)
  session = await calls.signIn(address)
}
beforeEach(() => open())
afterEach(() => gateway.close())

const post = async (call: string, form: RawValues = {}, by: Signed | null = session) =>
  (await calls.post(`login/${call}.action`, form, by === null ? {} : { session: by })).json
const state = async () => (await calls.get('login/passkeys.action', {}, { session })).json
const lin = async () => {
  const account = await gateway.stores.accounts.byAddress(address)
  if (account === null) throw new Error('no account')
  return account
}
async function inbox(): Promise<readonly string[]> {
  const page = { folder: 'inbox', page: 1, pageSize: 50, sort: 'date', order: 'asc', filter: 'all' } as const
  return ((await gateway.stores.mailStores.of(await lin()).page(page))?.list ?? []).map(({ subject }) => subject)
}
/** Nothing but the next call can apply it. */
async function setDueReset() {
  const { passwordResets, accounts } = gateway.stores
  const passwordHash = (await accounts.passwordHash((await lin()).id)) ?? ''
  await passwordResets.keep({ accountId: (await lin()).id, id: 'r', passwordHash, effectiveAt: 0 })
}
const wrong = { code: 'passkeyWrong' }

async function added(name = 'My key', isVerified = true) {
  const key = makeSoftAuthenticator(site)
  const { challenge, user } = await post('beginPasskey', { password })
  const credential = key.register({ challenge: String(challenge), userHandle: String(Object(user).id), isVerified })
  expect(await post('addPasskey', { name, credential })).toMatchObject({ code: '200' })
  return key
}
const addBegun = (key: Key, { challenge }: Awaited<ReturnType<typeof post>>) =>
  post('addPasskey', { name: '', credential: key.register({ challenge: String(challenge) }) })
type Key = ReturnType<typeof makeSoftAuthenticator>
const challengeOf = async () => String((await post('beginPasskeySignIn', {}, null)).challenge)
const signIn = (answer: string) => post('passkeySignIn', { answer }, null)
async function signInBy(key: Key, more: Omit<Parameters<Key['answer']>[0], 'challenge'> = {}) {
  return signIn(key.answer({ challenge: await challengeOf(), ...more }))
}

describe('a passkey', () => {
  it('is added with the password, told, and signs in without one, however the account is called', async () => {
    expect(await state()).toEqual({ code: '200', origin: site.origin, signsIn: true, passkeys: [] })
    expect(await post('beginPasskey', { password: 'wrong' })).toMatchObject({ code: '004', field: 'password' })
    const key = await added()
    const listed = { id: key.id, name: 'My key', isSynced: false, at: gateway.clock.now(), usedAt: null }
    expect(await state()).toMatchObject({ passkeys: [listed] })
    expect(await inbox()).toEqual([expect.stringContaining('A passkey was added')])
    gateway.clock.advance(minute)
    expect(await post('beginPasskeySignIn', {}, null)).toMatchObject({ rpId: site.rpId, allowed: [], mustVerify: true })
    const signedIn = await signInBy(key)
    expect(signedIn).toMatchObject({ code: '000', userInfo: { username: address } })
    session = { token: String(signedIn.accessToken) }
    expect(await state()).toMatchObject({ passkeys: [{ ...listed, usedAt: gateway.clock.now() }] })
    const { list } = (await calls.get('login/signIns.action', { way: 'passkey' }, { session })).json
    expect(list).toMatchObject([{ way: 'passkey', result: 'in' }])
    expect((await calls.get('login/sessions.action', {}, { session })).json).toMatchObject({
      sessions: [{ way: 'passkey', isPresent: true }, { way: 'password' }],
    })
    expect(await post('beginPasskey', { password })).toMatchObject({ known: [{ id: key.id }] })
  })

  it('S19: of another challenge, session, site, origin or owner is refused, really signed as it is', async () => {
    const key = await added()
    const used = key.answer({ challenge: await challengeOf() })
    expect(await signIn(used)).toMatchObject({ code: '000' })
    expect(await signIn(used)).toMatchObject(wrong)
    const late = await challengeOf()
    gateway.clock.advance(factorLimits.challengeMs)
    expect(await signIn(key.answer({ challenge: late }))).toMatchObject(wrong)
    expect(await signIn(key.answer({ challenge: 'made up by who signs' }))).toMatchObject(wrong)
    const { challenge } = await post('beginPasskey', { password })
    expect(await signIn(key.answer({ challenge: String(challenge) }))).toMatchObject(wrong)
    const other = await calls.signIn(address)
    const foreign = makeSoftAuthenticator(site).register({ challenge: String(challenge) })
    expect(await post('addPasskey', { name: '', credential: foreign }, other)).toMatchObject(wrong)
    for (const elsewhere of [
      { ...site, origin: 'https://mail.ep.test.evil.example' },
      { ...site, rpId: 'evil.example' },
    ])
      expect(await signInBy(key, { site: elsewhere })).toMatchObject(wrong)
    expect(await signInBy(key, { userHandle: 'c29tZWJvZHk' })).toMatchObject(wrong)
    const { user } = await post('beginPasskey', { password })
    const forged = { as: key.id, userHandle: String(Object(user).id), counter: 9 }
    expect(await signInBy(makeSoftAuthenticator(site), forged)).toMatchObject(wrong)
    expect(await signInBy(makeSoftAuthenticator(site))).toMatchObject(wrong)
    expect(await signInBy(key)).toMatchObject({ code: '000' })
  })

  it('S19: that signed in gives its place among the challenges of its network back, and one that did not does not', async () => {
    const key = await added()
    for (let time = 0; time < factorLimits.challenges + 5; time += 1)
      expect(await signInBy(key, { counter: time + 1 })).toMatchObject({ code: '000' })
    for (let time = 0; time < factorLimits.challenges; time += 1)
      expect(await post('beginPasskeySignIn', {}, null)).toMatchObject({ code: '200' })
    expect(await post('beginPasskeySignIn', {}, null)).toMatchObject({ code: 'tooManyTries' })
  })

  it('is given another name, by its owner alone, and is listed with what it is good for', async () => {
    const [key, touched] = [await added(), await added('Touch', false)]
    await gateway.account('wang@ep.test')
    const wang = await calls.signIn('wang@ep.test')
    expect(await post('renamePasskey', { id: key.id, name: 'mine' }, wang)).toMatchObject({ code: 'notFound' })
    const { passkeys } = await post('renamePasskey', { id: key.id, name: ' 家里的电脑 ' })
    expect(passkeys).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: key.id, name: '家里的电脑', signsIn: true }),
        expect.objectContaining({ id: touched.id, name: 'Touch', signsIn: false }),
      ]),
    )
  })

  it('S19: lets in one of twenty that come at once with one answer', async () => {
    const answer = (await added()).answer({ challenge: await challengeOf() })
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(answer)))
    expect(answers.filter(({ code }) => code === '000')).toHaveLength(1)
  })

  it('S19: whose counter goes back is refused, and its owner is told', async () => {
    const key = await added()
    expect(await signInBy(key, { counter: 7 })).toMatchObject({ code: '000' })
    expect(await signInBy(key, { counter: 7 })).toMatchObject(wrong)
    expect(await signInBy(key, { counter: 0 })).toMatchObject(wrong)
    expect((await inbox()).at(-1)).toContain('A passkey may have been copied')
    const { list } = (await calls.get('login/signIns.action', { result: 'wrongPasskey' }, { session })).json
    expect(list).toHaveLength(2)
    expect(await signInBy(key, { counter: 8 })).toMatchObject({ code: '000' })
  })

  it('that is removed as it signs in is refused, and nobody is told of a copy', async () => {
    const key = await added()
    const { passkeys } = gateway.stores
    const { spend } = passkeys
    vi.spyOn(passkeys, 'spend').mockImplementationOnce(async (id, ...more) => {
      await passkeys.remove((await lin()).id, id)
      return spend(id, ...more)
    })
    expect(await signInBy(key)).toMatchObject(wrong)
    expect(await inbox()).toEqual([expect.stringContaining('A passkey was added')])
  })

  it('S19: that only proves a touch signs nobody in, and stands for a code', async () => {
    expect(await signInBy(await added(), { isVerified: false })).toMatchObject(wrong)
    const key = await added('Without a PIN', false)
    // It has one from whoever found it.
    expect(await signInBy(key, { isVerified: true })).toMatchObject(wrong)
    const { secret } = await post('beginTotp', { password })
    const totp = new TOTP({ secret: Secret.fromBase32(String(secret)) })
    await post('confirmTotp', { code: totp.generate({ timestamp: gateway.clock.now() }) })
    const ticketOf = async () =>
      String((await post('loginService', { username: address, password }, null)).factorTicket)
    const [ticket, second] = [await ticketOf(), await ticketOf()]
    const { request } = await post('secondStepPasskey', { ticket }, null)
    expect(request).toMatchObject({
      ...{ rpId: site.rpId, mustVerify: false },
      allowed: expect.arrayContaining([expect.objectContaining({ id: key.id })]),
    })
    const challenge = String(Object(request).challenge)
    const passkey = key.answer({ challenge, isVerified: false })
    expect(await post('secondStep', { ticket: second, passkey }, null)).toMatchObject(wrong)
    expect(await post('secondStep', { ticket, passkey }, null)).toMatchObject({ code: '000' })
    expect(await post('secondStep', { ticket, passkey }, null)).toMatchObject({ code: 'ticketExpired' })
    await gateway.account('wang@ep.test')
    session = await calls.signIn('wang@ep.test')
    const stranger = await added()
    const asked = Object((await post('secondStepPasskey', { ticket: second }, null)).request)
    const strange = stranger.answer({ challenge: String(asked.challenge) })
    expect(await post('secondStep', { ticket: second, passkey: strange }, null)).toMatchObject(wrong)
    await setDueReset()
    expect(await post('secondStep', { ticket: second, passkey: strange }, null)).toMatchObject({
      code: 'ticketExpired',
    })
  })

  it.each([
    ['locked', { locked: true }, '007', false],
    ['past its due time', { dueAt: 1 }, '008', true],
  ] as const)('of an account that is %s answers as a password does', async (_what, change, code, mayRenew) => {
    const key = await added()
    await gateway.stores.accounts.change((await lin()).id, change)
    const byPassword = await post('loginService', { username: address, password }, null)
    const byPasskey = await signInBy(key)
    const ticket = mayRenew ? { renewalTicket: expect.any(String) } : {}
    expect([byPassword, byPasskey]).toEqual(Array(2).fill({ ...byPassword, code, ...ticket }))
  })

  it('S20: is removed with the password, told, and ends with a reset and not with a change of the password', async () => {
    const [key, second] = [await added(), await added('Second')]
    expect(await post('removePasskey', { password: 'wrong', id: key.id })).toMatchObject({ code: '004' })
    expect(await post('removePasskey', { password, id: 'another' })).toMatchObject({ code: 'notFound' })
    expect(await post('removePasskey', { password, id: key.id })).toMatchObject({ passkeys: [{ name: 'Second' }] })
    expect((await inbox()).at(-1)).toContain('A passkey was removed')
    expect(await signInBy(key)).toMatchObject(wrong)
    const form = { oldPassword: password, newPassword: 'Another-pass1' }
    expect((await calls.post('settings/changePassword.action', form, { session })).json.code).toBe('200')
    expect(await signInBy(second)).toMatchObject({ code: '000' })
    await setDueReset()
    expect(await signInBy(second)).toMatchObject(wrong)
  })

  it('S20: that is added as its session ends goes with the others', async () => {
    const { passkeys, sessions } = gateway.stores
    const setPassword = () =>
      runAccountCommand({ ...gateway.stores, mailDomains: ['ep.test'] }, { words: ['password', address], password })
    const { add } = passkeys
    // All are removed, and its session ended, before it is written.
    vi.spyOn(passkeys, 'add').mockImplementationOnce(async (...row) => {
      await setPassword()
      return add(...row)
    })
    const key = makeSoftAuthenticator(site)
    const { challenge } = await post('beginPasskey', { password })
    const credential = key.register({ challenge: String(challenge) })
    expect(await post('addPasskey', { name: '', credential })).toMatchObject(wrong)
    expect(await passkeys.list((await lin()).id)).toEqual([])
    // It is written, and its session found good, before that ends.
    const { closeAll } = sessions
    session = await calls.signIn(address)
    vi.spyOn(sessions, 'closeAll').mockImplementationOnce(async (...one) => {
      await added('Late')
      return closeAll(...one)
    })
    await setPassword()
    expect(await passkeys.list((await lin()).id)).toEqual([])
  })

  it.each(['passkeyAdded', 'passkeyRemoved', 'passkeyCopied', 'recoveryCodesMade'] as const)(
    'is told of as %s with where that is mended, as the app calls it',
    async (kind) => {
      const told: string[] = []
      const report = (name: string) => expect.unreachable(name)
      const putMail: OwnerNoticeDeps['putMail'] = async (_to, _key, { html }) => {
        told.push(html.replaceAll('&gt;', '>'))
      }
      await makeTellOwner({ ...gateway.stores, putMail, report })(await lin(), kind)
      for (const section of [
        `“设置 > ${chinese.sections.factors.title}”`,
        `“Settings > ${english.sections.factors.title}”`,
      ])
        expect(told).toEqual([expect.stringContaining(section)])
    },
  )

  it('S19: is one of ten of an account, and is asked for so often from one address', async () => {
    const begun = await post('beginPasskey', { password })
    const tooLong = await post('beginPasskey', { password })
    expect(await addBegun(makeSoftAuthenticator(site, 1_024), tooLong)).toMatchObject(wrong)
    for (let count = 0; count < factorLimits.passkeys; count += 1) await added(`Key ${count}`)
    expect(await post('beginPasskey', { password })).toMatchObject({ code: 'notAllowed' })
    expect(await addBegun(makeSoftAuthenticator(site), begun)).toMatchObject({ code: 'notAllowed' })
    for (let count = 0; count < factorLimits.challenges; count += 1) await post('beginPasskeySignIn', {}, null)
    expect(await post('beginPasskeySignIn', {}, null)).toMatchObject({ code: 'tooManyTries' })
  })
})

describe('a passkey alone, where the organization asks for two factors', () => {
  const codesOf = (json: object) => ('recoveryCodes' in json ? (json.recoveryCodes as readonly string[]) : [])
  const factors = async () => (await calls.get('login/factors.action', {}, { session })).json
  const ticketOf = async () => {
    const { code, factorTicket } = await post('loginService', { username: address, password }, null)
    expect(code).toBe('factorNeeded')
    return String(factorTicket)
  }
  const stepBy = async (code: string) => post('secondStep', { ticket: await ticketOf(), code }, null)
  async function addedHere() {
    const begun = await post('beginPasskey', { password })
    return addBegun(makeSoftAuthenticator(site), begun)
  }
  const ask = async (isOn: boolean, version: number) => {
    const by = { organization: 'acme', by: null, now: gateway.clock.now() }
    await gateway.stores.policies.change(by, { policy: 'needsFactor', isOn, version })
  }
  beforeEach(async () => {
    await gateway.stores.organizations.add({ code: 'acme', name: 'Acme', tier: 'enterprise', seats: 9 })
    await gateway.stores.organizations.join('acme', (await lin()).id)
    await ask(true, 0)
  })

  it('S19: brings ten recovery codes that are told once and let in at the second step', async () => {
    const codes = codesOf(await addedHere())
    expect(new Set(codes).size).toBe(factorLimits.recoveryCodes)
    expect(await factors()).toMatchObject({ totpSince: null, recoveryCodesLeft: 10, codesAsk: 'password' })
    // The next one leaves them as they are.
    expect(codesOf(await addedHere())).toEqual([])
    expect(await stepBy(codes[0] ?? '')).toMatchObject({ code: '000' })
    expect(await stepBy(codes[0] ?? '')).toMatchObject({ code: 'codeWrong' })
    expect(await factors()).toMatchObject({ recoveryCodesLeft: 9 })
    for (const code of codes.slice(1)) await stepBy(code)
    // All are used up, and the account is as without any.
    expect(codesOf(await addedHere())).toHaveLength(factorLimits.recoveryCodes)
  })

  it('S20: a reset that removes it removes its recovery codes', async () => {
    const [code = ''] = codesOf(await addedHere())
    await setDueReset()
    session = await calls.signIn(address)
    expect(await factors()).toMatchObject({ recoveryCodesLeft: 0 })
    expect(codesOf(await addedHere())).not.toContain(code)
    expect(await stepBy(code)).toMatchObject({ code: 'codeWrong' })
  })

  it('S20: has new ones by the password, which is told, and no passkey without that need has any', async () => {
    const [code = ''] = codesOf(await addedHere())
    expect(await post('renewRecoveryCodes', { password: 'wrong' })).toMatchObject({ code: '004', field: 'password' })
    const [fresh = ''] = codesOf(await post('renewRecoveryCodes', { password }))
    expect((await inbox()).at(-1)).toContain('New recovery codes were made')
    expect(await stepBy(code)).toMatchObject({ code: 'codeWrong' })
    expect(await stepBy(fresh)).toMatchObject({ code: '000' })
    await ask(false, 1)
    expect(await factors()).toMatchObject({ codesAsk: null })
    expect(await post('renewRecoveryCodes', { password })).toMatchObject({ code: 'notAllowed' })
    await gateway.stores.passkeys.removeAll((await lin()).id)
    expect(await addedHere()).not.toHaveProperty('recoveryCodes')
  })

  it('S20: an authenticator asks for its code instead, and leaves the recovery codes when it is turned off', async () => {
    await addedHere()
    const { secret } = await post('beginTotp', { password })
    const totp = new TOTP({ secret: Secret.fromBase32(String(secret)) })
    const codeOfNow = () => {
      gateway.clock.advance(minute)
      return totp.generate({ timestamp: gateway.clock.now() })
    }
    const [code = ''] = codesOf(await post('confirmTotp', { code: codeOfNow() }))
    expect(await post('renewRecoveryCodes', { password })).toMatchObject({ code: 'notAllowed' })
    expect(await post('endTotp', { password, code: codeOfNow() })).toMatchObject({ code: '200' })
    expect(await factors()).toMatchObject({ totpSince: null, recoveryCodesLeft: 10, codesAsk: 'password' })
    expect(await stepBy(code)).toMatchObject({ code: '000' })
  })
})

it.each([
  ['http://mail.ep.test', null],
  ['https://192.0.2.1', null],
  ['http://127.0.0.1:3000', 'http://localhost:3000'],
])('passkeys of %s are those of %s', async (PUBLIC_URL, origin) => {
  await gateway.close()
  await open({ PUBLIC_URL })
  expect(await state()).toMatchObject({ origin })
  const answer = origin === null ? { code: 'serverCannot' } : { rp: { id: 'localhost' } }
  expect(await post('beginPasskey', { password })).toMatchObject(answer)
})

it('passkeys stand for a code alone where a mail server has the passwords', async () => {
  await gateway.close()
  const env = { IMAP_URL: 'imap://127.0.0.1:1', SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }
  await open(env, { mailLogin: { tryPassword: async (_address: string, typed: string) => typed === password } })
  await added()
  expect(await state()).toMatchObject({ signsIn: false, passkeys: [{ name: 'My key' }] })
  expect(await post('beginPasskeySignIn', {}, null)).toMatchObject({ code: 'serverCannot' })
  const answer = makeSoftAuthenticator(site).answer({ challenge: 'any' })
  expect(await signIn(answer)).toMatchObject({ code: 'serverCannot' })
})
