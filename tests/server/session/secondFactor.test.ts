/** The second factor of a sign-in over the wire: codes, trust, and what ends each (TRUST S19, S20). */
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import { factorLimits } from '#contract/session/factorLimits'
import { runAccountCommand } from '#server/cli/accountCommand'
import { makeCalls, type RawValues, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'

const address = 'lin@ep.test'
const minute = 60_000
let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let session: Signed
beforeEach(async () => {
  gateway = await makeTestGateway()
  calls = makeCalls(gateway)
  await gateway.account(address)
  session = await calls.signIn(address)
})
afterEach(() => gateway.close())

const post = async (call: string, form: RawValues, by: Signed | null = session) =>
  (await calls.post(`login/${call}.action`, form, by === null ? {} : { session: by })).json
const state = async () => (await calls.get('login/factors.action', {}, { session })).json
/** What an authenticator shows `ahead` steps from now. */
const codeOf = (secret: unknown, ahead = 0) =>
  new TOTP({ secret: Secret.fromBase32(String(secret)) }).generate({
    timestamp: gateway.clock.now() + ahead * 30_000,
  })
/** A code in six digits that is none of those of now. */
const wrongCode = (secret: unknown) => {
  const right = [-1, 0, 1].map((ahead) => codeOf(secret, ahead))
  return ['111111', '222222', '333333', '444444'].find((code) => !right.includes(code)) ?? ''
}

async function turnedOn(): Promise<{ readonly secret: string; readonly recoveryCodes: readonly string[] }> {
  const { secret } = await post('beginTotp', { password: testPassword })
  const { recoveryCodes } = await post('confirmTotp', { code: codeOf(secret) })
  gateway.clock.advance(2 * minute)
  return { secret: String(secret), recoveryCodes: recoveryCodes as readonly string[] }
}
/** The ticket that a right password gives. */
async function ticket(): Promise<string> {
  const { code, factorTicket } = await post('loginService', { username: address, password: testPassword }, null)
  expect(code).toBe('factorNeeded')
  return String(factorTicket)
}
const step = async (form: RawValues) => post('secondStep', form, null)
const history = async () =>
  (await calls.get('login/signIns.action', {}, { session })).json.list as readonly { readonly result: string }[]

describe('an authenticator', () => {
  it('is on once the password and a code have proven it, and then asks for a code at each sign-in', async () => {
    expect(await post('beginTotp', { password: 'wrong' })).toMatchObject({ code: '004', field: 'password' })
    const { secret, uri } = await post('beginTotp', { password: testPassword })
    expect(uri).toBe(
      `otpauth://totp/EP%20Mail:lin%40ep.test?issuer=EP%20Mail&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect(await post('confirmTotp', { code: wrongCode(secret) })).toMatchObject({ code: 'codeWrong', field: 'code' })
    await calls.signIn(address)
    expect(await state()).toEqual({
      ...{ code: '200', totpSince: null, isNeeded: false, recoveryCodesLeft: 0, codesAsk: null, devices: [] },
    })
    const since = gateway.clock.now()
    const { recoveryCodes } = await post('confirmTotp', { code: codeOf(secret) })
    expect(new Set(recoveryCodes as string[]).size).toBe(10)
    expect(await state()).toMatchObject({ totpSince: since, recoveryCodesLeft: 10, codesAsk: 'code' })
    // Its answer was lost: the same code turns it on as well, and is told codes that work.
    const again = await post('confirmTotp', { code: codeOf(secret) })
    expect(again).toMatchObject({ code: '200', recoveryCodes: expect.not.arrayContaining(recoveryCodes as string[]) })
    expect(await post('confirmTotp', { code: codeOf(secret, 1) })).toMatchObject({ code: 'codeWrong' })
    expect(await state()).toMatchObject({ totpSince: since, recoveryCodesLeft: 10 })
    expect(await post('beginTotp', { password: testPassword })).toMatchObject({ code: 'notAllowed' })
    gateway.clock.advance(minute)
    const signedIn = await step({ ticket: await ticket(), code: codeOf(secret) })
    expect(signedIn).toMatchObject({ code: '000', userInfo: { username: address } })
    const own = { token: String(signedIn.accessToken) }
    expect((await calls.get('main/heartbeat.action', {}, { session: own })).status).toBe(200)
    expect((await history())[0]).toMatchObject({ result: 'in', way: 'password' })
  })

  it('S20: its secret lies sealed, and opens for no other account', async () => {
    const { secret } = await turnedOn()
    const [row] = await gateway.stores.db.selectFrom('totp_secrets').selectAll().execute()
    const kept = JSON.stringify(row) + Buffer.from(row?.sealed_secret ?? '', 'base64').toString('latin1')
    expect(kept).not.toContain(secret)
    expect(
      gateway.stores.sealer.open(row?.account_id ?? '', Buffer.from(row?.sealed_secret ?? '', 'base64')),
    ).toBeNull()
  })

  it.each([-1, 0, 1])('S19: takes the code of %i steps, once', async (ahead) => {
    const { secret } = await turnedOn()
    const code = codeOf(secret, ahead)
    const tickets = [await ticket(), await ticket()]
    expect(await step({ ticket: tickets[0] ?? '', code })).toMatchObject({ code: '000' })
    expect(await step({ ticket: tickets[1] ?? '', code })).toMatchObject({ code: 'codeWrong' })
  })

  it('S19: takes no code of two steps', async () => {
    const { secret } = await turnedOn()
    for (const ahead of [-2, 2])
      expect(await step({ ticket: await ticket(), code: codeOf(secret, ahead) })).toMatchObject({ code: 'codeWrong' })
  })

  it('S19: lets in one of twenty sign-ins that come at once with one code or recovery code', async () => {
    const { secret, recoveryCodes } = await turnedOn()
    for (const code of [codeOf(secret), recoveryCodes[0] ?? '']) {
      const tickets: string[] = []
      while (tickets.length < 20) tickets.push(await ticket())
      const answers = await Promise.all(tickets.map((one) => step({ ticket: one, code })))
      expect(answers.filter((answer) => answer.code === '000')).toHaveLength(1)
      gateway.clock.advance(factorLimits.pauseMs + 1)
    }
  })

  it('S19: pauses after five wrong codes for ten minutes, from wherever they come, and says so in the history', async () => {
    const { secret } = await turnedOn()
    const code = wrongCode(secret)
    for (let tried = 0; tried < 5; tried += 1)
      expect(await step({ ticket: await ticket(), code })).toMatchObject({ code: 'codeWrong' })
    expect((await history()).slice(0, 5).map(({ result }) => result)).toEqual(Array(5).fill('wrongCode'))
    const paused = { code: 'tooManyTries' }
    const form = { ticket: await ticket(), code: codeOf(secret) }
    const { json, headers } = await calls.post('login/secondStep.action', form, { remoteAddress: '198.51.100.9' })
    expect(json).toMatchObject(paused)
    expect(headers['retry-after']).toBe('600')
    gateway.clock.advance(10 * minute - 1)
    expect(await step({ ticket: await ticket(), code: codeOf(secret) })).toMatchObject(paused)
    gateway.clock.advance(1)
    expect(await step({ ticket: await ticket(), code: codeOf(secret) })).toMatchObject({ code: '000' })
  })

  it('S19: a ticket is good once, for ten minutes, opens nothing else, and ends with a new password', async () => {
    const { secret } = await turnedOn()
    const used = await ticket()
    expect(await step({ ticket: used, code: codeOf(secret) })).toMatchObject({ code: '000' })
    gateway.clock.advance(minute)
    expect(await step({ ticket: used, code: codeOf(secret) })).toMatchObject({ code: 'ticketExpired' })
    const late = await ticket()
    for (const scheme of ['Bearer', 'Renewal']) {
      const headers = { authorization: `${scheme} ${late}` }
      expect((await calls.get('main/heartbeat.action', {}, { headers })).status).toBe(403)
    }
    gateway.clock.advance(10 * minute)
    expect(await step({ ticket: late, code: codeOf(secret) })).toMatchObject({ code: 'ticketExpired' })
    const ended = await ticket()
    const passwords = { oldPassword: testPassword, newPassword: 'Another-pass1' }
    expect((await calls.post('settings/changePassword.action', passwords, { session })).json.code).toBe('200')
    expect(await step({ ticket: ended, code: codeOf(secret) })).toMatchObject({ code: 'ticketExpired' })
  })

  it('S19: a membership that is over gives the ticket that renews it after the code, and not for the password', async () => {
    const { secret } = await turnedOn()
    const { id } = (await gateway.stores.accounts.byAddress(address)) ?? expect.fail('no account')
    await gateway.stores.accounts.change(id, { dueAt: 1 })
    const first = await post('loginService', { username: address, password: testPassword }, null)
    expect(first).toEqual({
      code: 'factorNeeded',
      msg: 'errors:factorNeeded',
      status: 'factorNeeded',
      factorTicket: expect.any(String),
    })
    const waiting = String(first.factorTicket)
    expect(await step({ ticket: waiting, code: wrongCode(secret) })).not.toHaveProperty('renewalTicket')
    const over = await step({ ticket: waiting, code: codeOf(secret) })
    expect(over).toMatchObject({ code: '008', renewalTicket: expect.any(String) })
    expect(await step({ ticket: waiting, code: codeOf(secret) })).toMatchObject({ code: 'ticketExpired' })
    const headers = { authorization: `Renewal ${String(over.renewalTicket)}` }
    expect((await calls.post('pay/getUserInfos', {}, { headers })).json).toMatchObject({ username: address })
  })

  it('S18: an account that was locked meanwhile is not let in', async () => {
    const { secret } = await turnedOn()
    const waiting = await ticket()
    const account = await gateway.stores.accounts.byAddress(address)
    await gateway.stores.accounts.change(account?.id ?? '', { locked: true })
    expect(await step({ ticket: waiting, code: codeOf(secret) })).toMatchObject({ code: '007' })
  })

  it('S20: goes by password and code, and then none is asked for', async () => {
    const { secret, recoveryCodes } = await turnedOn()
    const code = () => codeOf(secret)
    expect(await post('endTotp', { password: 'wrong', code: code() })).toMatchObject({ code: '004' })
    expect(await post('endTotp', { password: testPassword, code: wrongCode(secret) })).toMatchObject({
      code: 'codeWrong',
    })
    expect(await post('endTotp', { password: testPassword, code: code() })).toEqual({ code: '200' })
    await calls.signIn(address)
    expect(await state()).toMatchObject({ totpSince: null, recoveryCodesLeft: 0 })
    expect(await post('endTotp', { password: testPassword, code: recoveryCodes[0] ?? '' })).toMatchObject({
      code: 'codeWrong',
    })
  })
})

describe('recovery codes', () => {
  it('S19: let in once each, however they are typed, and are hashed', async () => {
    const { recoveryCodes } = await turnedOn()
    const [first = '', second = ''] = recoveryCodes
    expect(first).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    const kept = JSON.stringify(await gateway.stores.db.selectFrom('recovery_codes').selectAll().execute())
    for (const code of recoveryCodes) expect(kept).not.toContain(code.replaceAll('-', ''))
    expect(await step({ ticket: await ticket(), code: first })).toMatchObject({ code: '000' })
    expect(await step({ ticket: await ticket(), code: first })).toMatchObject({ code: 'codeWrong' })
    const typed = second.replaceAll('-', ' ').toLowerCase()
    expect(await step({ ticket: await ticket(), code: typed })).toMatchObject({ code: '000' })
    expect(await state()).toMatchObject({ recoveryCodesLeft: 8 })
  })

  it('are made anew by a code, and those before are good no more', async () => {
    const { secret, recoveryCodes } = await turnedOn()
    const fresh = await post('renewRecoveryCodes', { code: codeOf(secret) })
    expect(await state()).toMatchObject({ recoveryCodesLeft: 10 })
    expect(await step({ ticket: await ticket(), code: recoveryCodes[0] ?? '' })).toMatchObject({ code: 'codeWrong' })
    const [code = ''] = fresh.recoveryCodes as string[]
    expect(await step({ ticket: await ticket(), code })).toMatchObject({ code: '000' })
  })
})

describe('a device that is trusted', () => {
  async function trusted() {
    const on = await turnedOn()
    const { device } = await step({ ticket: await ticket(), code: codeOf(on.secret), trust: 1 })
    gateway.clock.advance(minute)
    const isLetIn = async () => (await step({ ticket: await ticket(), device: String(device) })).code === '000'
    return { ...on, device: String(device), isLetIn }
  }

  it('S19: needs no code for thirty days, and its account alone', async () => {
    const { device, isLetIn } = await trusted()
    expect(await isLetIn()).toBe(true)
    gateway.clock.advance(30 * limits.dayMs - 2 * minute)
    expect(await isLetIn()).toBe(true)
    await gateway.account('wang@ep.test')
    session = await calls.signIn('wang@ep.test')
    const { secret } = await post('beginTotp', { password: testPassword })
    await post('confirmTotp', { code: codeOf(secret) })
    const { factorTicket } = await post('loginService', { username: 'wang@ep.test', password: testPassword }, null)
    expect(await step({ ticket: String(factorTicket), device })).toMatchObject({ code: 'codeWrong' })
    gateway.clock.advance(2 * minute)
    expect(await isLetIn()).toBe(false)
  })

  type Trusted = Awaited<ReturnType<typeof trusted>>
  it.each<[string, (on: Trusted) => Promise<unknown>]>([
    [
      'a new password',
      () =>
        calls.post(
          'settings/changePassword.action',
          { oldPassword: testPassword, newPassword: 'Another-pass1' },
          { session },
        ),
    ],
    ['the end of all other sessions', () => post('endOtherSessions', {})],
    ['a recovery code', async ({ recoveryCodes }) => step({ ticket: await ticket(), code: recoveryCodes[0] ?? '' })],
    [
      'a new secret',
      async ({ secret }) => {
        await post('endTotp', { password: testPassword, code: codeOf(secret) })
        const begun = await post('beginTotp', { password: testPassword })
        return post('confirmTotp', { code: codeOf(begun.secret) })
      },
    ],
    [
      'its owner, who finds it in the list',
      async () => {
        const { devices } = await state()
        const [{ id } = { id: '' }] = devices as readonly { readonly id: string }[]
        expect(await post('distrustDevice', { id: 'another' })).toMatchObject({ code: 'notFound' })
        return post('distrustDevice', { id })
      },
    ],
  ])('S20: is trusted no more after %s', async (what, end) => {
    const on = await trusted()
    expect(await on.isLetIn()).toBe(true)
    gateway.clock.advance(minute)
    expect(await end(on)).not.toMatchObject({ code: 'codeWrong' })
    if (what === 'a new password') {
      expect((await state()).devices).toEqual([])
      return
    }
    expect(await on.isLetIn()).toBe(false)
  })
})

it('S20: an operator turns it off for whoever lost authenticator and recovery codes, and its sessions end', async () => {
  await turnedOn()
  const command = { ...gateway.stores, mailDomains: ['ep.test'] }
  await runAccountCommand(command, { words: ['factors-off', address] })
  expect((await calls.get('main/heartbeat.action', {}, { session })).status).toBe(403)
  session = await calls.signIn(address)
  expect(await state()).toMatchObject({ totpSince: null, recoveryCodesLeft: 0 })
})

it('S19: a sign-in by QR code takes the phone’s word, which has passed the second factor', async () => {
  await turnedOn()
  const { json } = await calls.get('login/loginQrCode')
  const [id, secret] = [String(json.id), String(json.secret)]
  await post('scanQrLogin', { id })
  await post('decideQrLogin', { id, accept: 1 })
  expect((await calls.get('login/polling', { id, secret })).json).toMatchObject({ state: 'confirmed' })
})
