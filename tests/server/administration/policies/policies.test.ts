/** What an organization asks of its members holds at the gateway, whatever a client does (TRUST S22). */
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as domains from '#contract/endpoints/organization/domains'
import * as logos from '#contract/endpoints/organization/logo'
import * as policies from '#contract/endpoints/organization/policies'
import { runOrganizationCommand } from '#server/cli/organizationCommand'
import type { Relay } from '#server/outbox/dispatch/relay.port'
import { withConfirmedTargets } from '#server/rules/forwarding/mayForward'
import { makeCalls, type RawValues, type Signed } from '../../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../../support/gateway/gateway'
import { rule, ruleSet } from '../../../support/mail/someRules'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
let wang: Signed
let went: string[]

const relay: Relay = {
  hand: async ({ to }, _message, beforeLastDot) => {
    await beforeLastDot(to)
    went.push(...to)
    return to.map((address) => ({ address, state: 'sent', reason: null }))
  },
}

beforeEach(async () => {
  went = []
  gateway = await makeTestGateway({ env: { MAIL_DOMAINS: 'ep.test,acme.test' }, relay })
  calls = makeCalls(gateway)
  await run('add acme acme')
  await run('domain acme acme.test')
  for (const address of ['lin@acme.test', 'wang@acme.test', 'chen@ep.test', 'zhao@ep.test'])
    await gateway.account(address)
  for (const address of ['lin@acme.test', 'wang@acme.test', 'chen@ep.test']) await run(`join acme ${address}`)
  await run('appoint acme lin@acme.test')
  lin = await calls.signIn('lin@acme.test')
  wang = await calls.signIn('wang@acme.test')
})
afterEach(() => gateway.close())

const run = (line: string) =>
  runOrganizationCommand(
    { ...gateway.stores, mailDomains: gateway.config.mailDomains, readLogo: async () => null },
    { words: line.split(' ') },
  )
const post = async (path: string, values: RawValues = {}, session = wang) =>
  (await calls.post(`${path}.action`, values, { session })).json
const shown = async (session = lin) => (await calls.get('administration/policies.action', {}, { session })).json

async function turn(policy: policies.PolicyName, isOn = true) {
  const version = Number((await shown()).version)
  expect(await post('administration/changePolicy', { policy, isOn: isOn ? 1 : 0, version }, lin)).toMatchObject({
    code: '200',
  })
}

async function previews(address: string): Promise<readonly string[]> {
  const account = (await gateway.stores.accounts.byAddress(address)) ?? expect.fail('no account')
  const page = { folder: 'inbox', page: 1, pageSize: 9, sort: 'date', order: 'desc', filter: 'all' } as const
  return ((await gateway.stores.mailStores.of(account).page(page))?.list ?? []).map(({ preview }) => preview ?? '')
}

let count = 0
const send = (to: readonly string[], more: RawValues = {}, session = wang) => {
  count += 1
  return post('writemail/sendMail', { to, subject: 'Hi', html: 'Hi', idempotencyKey: `k${count}`, ...more }, session)
}

it('S22: domains, logo and policies are refused to members', async () => {
  const forms = { domain: 'x.example', policy: 'needsFactor', isOn: 1, version: 0 }
  for (const { method, path, body } of [domains, logos, policies].flatMap((file) =>
    Object.values(file).flatMap((it) => (typeof it === 'object' && 'path' in it ? [it] : [])),
  )) {
    const name = path.slice('webmail/'.length)
    const ask = method === 'GET' ? calls.get : calls.post
    expect((await ask(name, body === 'bytesIn' ? {} : forms, { session: wang })).json, name).toMatchObject({
      code: 'notAllowed',
    })
  }
})

it('S22: of two administrators who change policies at once the second is told', async () => {
  const wanted = { policy: 'forwardingOff', isOn: 1, version: 0 }
  expect(await post('administration/changePolicy', wanted, lin)).toMatchObject({ version: 1 })
  expect(await post('administration/changePolicy', { ...wanted, policy: 'colleagueReply' }, lin)).toMatchObject({
    code: 'rulesChanged',
  })
})

describe('the question before writing outside', () => {
  it('S22: is asked of whoever writes beyond the proved domains and to no colleague, and no client leaves it out', async () => {
    expect(await send(['lin@acme.test', 'chen@ep.test'])).toMatchObject({ code: '200' })
    const refused = { code: 'notAllowed', field: 'outside', addresses: ['zhao@ep.test', 'x@far.example'] }
    expect(await send(['lin@acme.test', 'zhao@ep.test'], { bcc: 'x@far.example' })).toMatchObject(refused)
    expect(await send(['x@far.example'], { separate: 1 })).toMatchObject({ code: 'notAllowed', field: 'outside' })
    const sendAt = gateway.clock.now() + 3_600_000
    expect(await send(['x@far.example'], { sendAt })).toMatchObject({ code: 'notAllowed', field: 'outside' })
    expect(await send(['x@far.example'], { outside: 1 })).toMatchObject({ code: '200' })
    await gateway.drain()
    expect(went).toEqual(['x@far.example'])
  })

  it('S22: is asked of a draft that is given a time, and of nobody where it is off', async () => {
    const draft = await post('writemail/saveDraft', { to: 'x@far.example', subject: 'Hi', html: 'Hi' })
    const wanted = { id: String(draft.id), sendAt: gateway.clock.now() + 3_600_000 }
    expect(await post('writemail/startDate', wanted)).toMatchObject({ code: 'notAllowed', field: 'outside' })
    expect(await post('writemail/startDate', { ...wanted, outside: 1 })).toMatchObject({ code: '200' })
    await turn('asksOutside', false)
    expect(await send(['x@far.example'])).toMatchObject({ code: '200' })
    expect(await send(['x@far.example'], {}, await calls.signIn('zhao@ep.test'))).toMatchObject({ code: '200' })
  })
})

describe('forwarding that is off', () => {
  const letter = 'From: San <san@corp.test>\r\nTo: wang@acme.test\r\nSubject: Hi\r\n\r\nHi\r\n'
  const bring = async () => {
    const put = await gateway.stores.spool.put(Buffer.from(letter), 100_000)
    await gateway.house.inbound?.keep(['wang@acme.test'], put.id, put.size, 'san@corp.test')
    await gateway.drain()
  }

  it('S22: lets what stands rest at delivery, takes nothing new, and comes back when it is turned on', async () => {
    const account = (await gateway.stores.accounts.byAddress('wang@acme.test')) ?? expect.fail('no account')
    await gateway.stores.forwardTargets.add(account.id, 'x@far.example', 1, 9)
    await gateway.stores.forwardTargets.confirm(account.id, 'x@far.example', 1)
    const store = gateway.stores.rules?.of(account) ?? expect.fail('no rules')
    const redirect = rule({ actions: [{ kind: 'redirect', to: 'x@far.example', keepCopy: false }] })
    await store.replace(ruleSet(redirect), (await store.load()).version)
    await turn('forwardingOff')
    await bring()
    expect(went).toEqual([])
    const page = { folder: 'inbox', page: 1, pageSize: 9, sort: 'date', order: 'asc', filter: 'all' } as const
    expect((await gateway.stores.mailStores.of(account).page(page))?.list).toHaveLength(1)
    expect(await post('settings/forwarding')).toMatchObject({ isOff: true, targets: [{ address: 'x@far.example' }] })
    const saved = { isOn: 1, to: 'x@far.example', keepsCopy: 1 }
    expect(await post('settings/saveForwarding', saved)).toMatchObject({ code: 'notAllowed' })
    expect(await post('settings/addForwardTarget', { address: 'y@far.example' })).toMatchObject({ code: 'notAllowed' })
    const { rules, version } = await store.load()
    expect(rules.rules).toHaveLength(1)
    // What stands locks no other change; another target is a new one.
    await store.replace({ ...rules, lists: { black: ['b@far.example'], white: [] } }, version)
    const other = rule({ actions: [{ kind: 'redirect', to: 'lin@acme.test', keepCopy: true }] })
    const next = (await store.load()).version
    await expect(store.replace(ruleSet(other), next)).rejects.toMatchObject({ code: 'notAllowed' })
    await turn('forwardingOff', false)
    await bring()
    expect(went).toEqual(['x@far.example'])
  })

  it('writes no forward into the script of a mail server, where none rests, be it one that stood', async () => {
    const account = (await gateway.stores.accounts.byAddress('wang@acme.test')) ?? expect.fail('no account')
    const rules = gateway.stores.rules ?? expect.fail('no rules')
    const deps = { ...gateway.stores, domains: ['acme.test'], restsWhileOff: false }
    const store = withConfirmedTargets(rules, deps).of(account)
    const redirect = rule({ actions: [{ kind: 'redirect', to: 'lin@acme.test', keepCopy: false }] })
    const { version } = await store.replace(ruleSet(redirect), (await store.load()).version)
    await turn('forwardingOff')
    const lists = { black: ['b@far.example'], white: [] }
    const wanted = { ...ruleSet(redirect), lists }
    await expect(store.replace(wanted, version)).rejects.toMatchObject({ code: 'notAllowed' })
    const off = { ...ruleSet({ ...redirect, isEnabled: false }), lists }
    await store.replace(off, version)
    expect((await store.load()).rules.lists).toEqual(lists)
  })

  it('S22: makes an agreement that is on its way void', async () => {
    await post('settings/addForwardTarget', { address: 'x@far.example' })
    const account = (await gateway.stores.accounts.byAddress('wang@acme.test')) ?? expect.fail('no account')
    await turn('forwardingOff')
    expect(await gateway.house.parts.onVerified.forwarding(account.id, 'x@far.example', 1)).toBe(false)
    expect(await gateway.stores.forwardTargets.isConfirmed(account.id, 'x@far.example')).toBe(false)
  })
})

it('S22: colleagues of a proved sender are told the text that is theirs, and nobody else, while the policy stands', async () => {
  const form = { isOn: 1, text: 'away', contactText: '', firstDay: '', lastDay: '', zone: 'UTC' }
  expect(await post('settings/saveAutoReply', form)).toMatchObject({ hasColleagues: false, colleagueText: '' })
  await turn('colleagueReply')
  const own = { ...form, colleagueText: 'ask chen' }
  expect(await post('settings/saveAutoReply', own)).toMatchObject({ hasColleagues: true, colleagueText: 'ask chen' })
  const zhao = await calls.signIn('zhao@ep.test')
  await send(['wang@acme.test'], {}, lin)
  await send(['wang@acme.test'], {}, zhao)
  await gateway.drain()
  expect(await previews('lin@acme.test')).toEqual(['ask chen'])
  expect(await previews('zhao@ep.test')).toEqual(['away'])
  await turn('colleagueReply', false)
  // What is not shown is kept.
  expect(await post('settings/saveAutoReply', { ...form, text: 'gone' })).toMatchObject({ colleagueText: '' })
  await send(['wang@acme.test'], {}, lin)
  await gateway.drain()
  expect(await previews('lin@acme.test')).toEqual(['gone', 'ask chen'])
  await turn('colleagueReply')
  expect(await post('settings/autoReply')).toMatchObject({ colleagueText: 'ask chen' })
})

describe('a second factor of everybody', () => {
  async function setUp(session: Signed): Promise<TOTP> {
    const { secret } = await post('login/beginTotp', { password: testPassword }, session)
    const totp = new TOTP({ secret: Secret.fromBase32(String(secret)) })
    const code = totp.generate({ timestamp: gateway.clock.now() })
    expect(await post('login/confirmTotp', { code }, session)).toMatchObject({ code: '200' })
    return totp
  }
  const folders = async (session: Signed) => (await calls.get('main/heartbeat.action', {}, { session })).json

  it('S19: opens nothing but its set-up to sessions that are open and new, and the last one stays', async () => {
    const wanted = { policy: 'needsFactor', isOn: 1, version: 0 }
    expect(await post('administration/changePolicy', wanted, lin)).toMatchObject({ code: 'notAllowed' })
    await setUp(lin)
    await turn('needsFactor')
    expect(await send(['lin@acme.test'])).toMatchObject({ code: 'factorNeeded' })
    expect(await folders(wang)).toMatchObject({ code: '200' })
    const again = await calls.signIn('wang@acme.test')
    expect(await send(['lin@acme.test'], {}, again)).toMatchObject({ code: 'factorNeeded' })
    expect(await send(['x@ep.test'], {}, await calls.signIn('zhao@ep.test'))).not.toMatchObject({
      code: 'factorNeeded',
    })
    const totp = await setUp(wang)
    expect(await send(['lin@acme.test'])).toMatchObject({ code: '200' })
    gateway.clock.advance(60_000)
    const code = totp.generate({ timestamp: gateway.clock.now() })
    expect(await post('login/endTotp', { password: testPassword, code })).toMatchObject({ code: 'notAllowed' })
    // Reset by an administrator, it is asked for anew before anything else.
    const id = (await gateway.stores.accounts.byAddress('wang@acme.test'))?.id ?? ''
    expect(await post('administration/resetFactors', { id }, lin)).toMatchObject({ code: '200' })
    expect((await calls.get('main/heartbeat.action', {}, { session: wang })).status).toBe(403)
    const reset = await calls.signIn('wang@acme.test')
    expect(await send(['lin@acme.test'], {}, reset)).toMatchObject({ code: 'factorNeeded' })
    await setUp(reset)
    expect(await send(['lin@acme.test'], {}, reset)).toMatchObject({ code: '200' })
  })

  it('S19: is asked for at the sign-in where a passkey is the only one', async () => {
    await setUp(lin)
    await turn('needsFactor')
    const account = (await gateway.stores.accounts.byAddress('wang@acme.test')) ?? expect.fail('no account')
    const key = { id: 'k', accountId: account.id, publicKey: new Uint8Array([1]), transports: [], name: 'Key' }
    const made = { browser: '', system: '', isSynced: false, isVerified: true, createdAt: 1, usedAt: null }
    await gateway.stores.passkeys.add({ ...key, ...made }, 0, 9)
    const signIn = { username: 'wang@acme.test', password: testPassword }
    const { json } = await calls.post('login/loginService.action', signIn)
    const hasSite = gateway.stores.passkeySite !== null
    expect(json.code).toBe(hasSite ? 'factorNeeded' : '000')
    expect(await post('login/removePasskey', { password: testPassword, id: 'k' })).toMatchObject({
      code: hasSite ? 'notAllowed' : 'factorNeeded',
    })
  })
})
