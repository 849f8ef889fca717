/** Domains of organizations, which DNS proves and mail is taken for from then on (TRUST S22). */
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { domainLimits } from '#contract/endpoints/organization/domains'
import { makeTxtRecords } from '#server/administration/policies/txtRecords'
import { runAccountCommand } from '#server/cli/accountCommand'
import { runOrganizationCommand } from '#server/cli/organizationCommand'
import { makeCalls, type Signed } from '../../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../../support/gateway/gateway'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
let zhao: Signed
/** TXT records by name; a name that is not here does not exist. */
let zone: Record<string, readonly string[]>
let isAway: boolean

const noName = () => Object.assign(new Error('none'), { code: 'ENOTFOUND' })
const resolve = async (name: string, type: string) => {
  if (isAway) throw Object.assign(new Error('away'), { code: 'ETIMEOUT' })
  const texts = type === 'TXT' ? zone[name] : undefined
  if (texts === undefined) throw noName()
  return texts.map((text) => [text])
}

beforeEach(async () => {
  zone = {}
  isAway = false
  gateway = await makeTestGateway({ env: { MAIL_DOMAINS: 'ep.test,acme.test' }, resolve })
  calls = makeCalls(gateway)
  for (const [code, name] of [
    ['acme', 'lin'],
    ['best', 'zhao'],
  ] as const) {
    await run(`add ${code} ${code}`)
    await gateway.account(`${name}@ep.test`)
    await run(`join ${code} ${name}@ep.test`)
    await run(`appoint ${code} ${name}@ep.test`)
  }
  lin = await calls.signIn('lin@ep.test')
  zhao = await calls.signIn('zhao@ep.test')
})
afterEach(() => gateway.close())

const run = (line: string) =>
  runOrganizationCommand(
    { ...gateway.stores, mailDomains: gateway.config.mailDomains, readLogo: async () => null },
    { words: line.split(' ') },
  )

type Claim = { domain: string; state: string; name: string; value: string; found: string[] }
type Proved = { domain: string; addresses: number; isGiven: boolean; state: string; value: string }
type Shown = { code: string; proved: Proved[]; claims: Claim[] }

const ask = async (verb: string, domain: string, session = lin) =>
  // Checked by what each test expects of it.
  JSON.parse((await calls.post(`administration/${verb}Domain.action`, { domain }, { session })).text) as Shown
const shown = async (session = lin): Promise<Shown> =>
  JSON.parse((await calls.get('administration/domains.action', {}, { session })).text) as Shown
const takes = async (address: string) => gateway.house.inbound?.mailbox(address, 10)

/** Sets the record that a claim asks for. */
async function prove(domain: string, session = lin): Promise<Shown> {
  const { claims } = await ask('add', domain, session)
  const claim = claims.find((it) => it.domain === domain) ?? expect.fail('no claim')
  zone[claim.name] = [...(zone[claim.name] ?? []), claim.value]
  return ask('check', domain, session)
}

describe('a domain of an organization', () => {
  it('S22: is had once its record stands in DNS, and takes mail from then on until it is removed', async () => {
    const { claims, proved } = await ask('add', ' 例子.example ')
    expect(proved).toEqual([])
    expect(claims).toMatchObject([
      { domain: 'xn--fsqu00a.example', state: 'waiting', name: '_ep-mail.xn--fsqu00a.example' },
    ])
    expect(await ask('check', 'xn--fsqu00a.example')).toMatchObject({ claims: [{ state: 'missing', found: [] }] })
    zone['_ep-mail.xn--fsqu00a.example'] = ['v=spf1 -all', 'v=spf1 -all']
    expect(await ask('check', '例子.example')).toMatchObject({ claims: [{ state: 'missing', found: ['v=spf1 -all'] }] })
    isAway = true
    expect(await ask('check', '例子.example')).toMatchObject({ claims: [{ state: 'away', found: [] }] })
    isAway = false
    expect(await takes('wang@例子.example')).toBe('outside')
    expect(await prove('xn--fsqu00a.example')).toMatchObject({
      claims: [],
      proved: [{ domain: 'xn--fsqu00a.example', addresses: 0, isGiven: false }],
    })
    const domains = await calls.post('corp/getDomain.action', { organization: 'acme' }, { session: lin })
    expect(domains.json).toMatchObject({ domains: ['xn--fsqu00a.example'] })
    await gateway.account('wang@xn--fsqu00a.example')
    expect(await takes('wang@例子.example')).toBe('known')
    expect(await ask('remove', '例子.example')).toMatchObject({ code: 'notAllowed', addresses: 1 })
    const wang = await gateway.stores.accounts.byAddress('wang@xn--fsqu00a.example')
    await gateway.stores.accounts.remove(wang?.id ?? '')
    expect(await ask('remove', '例子.example')).toMatchObject({ code: '200', proved: [] })
    expect(await takes('wang@例子.example')).toBe('outside')
  })

  it('S22: tells that the record which proved it went, and stays; only its own organization looks', async () => {
    expect(await prove('shop.example')).toMatchObject({ proved: [{ state: 'found', checkedAt: gateway.clock.now() }] })
    const [{ value = '' } = {}] = (await shown()).proved
    const record = '_ep-mail.shop.example'
    expect(zone[record]).toEqual([value])
    gateway.clock.advance(60_000)
    const seen = async () => (await ask('check', 'shop.example')).proved
    zone[record] = [value.replace(/=.*/, '=another')]
    const missing = { state: 'missing', checkedAt: gateway.clock.now(), name: record, value }
    expect(await seen()).toMatchObject([{ domain: 'shop.example', ...missing }])
    expect((await shown()).proved).toMatchObject([missing])
    await gateway.account('wang@shop.example')
    expect(await takes('wang@shop.example')).toBe('known')
    isAway = true
    expect(await seen()).toMatchObject([{ state: 'away' }])
    isAway = false
    zone[record] = [value]
    expect(await seen()).toMatchObject([{ state: 'found' }])
    expect(await ask('check', 'shop.example', zhao)).toMatchObject({ code: 'notFound' })
    await run('domain acme acme.test')
    expect(await ask('check', 'acme.test')).toMatchObject({ code: 'notAllowed' })
    // Proved before tokens were kept: any record of ours is taken for it.
    await gateway.stores.db.updateTable('organization_domains').set({ token: null }).execute()
    expect((await seen()).find(({ domain }) => domain === 'shop.example')).toMatchObject({ state: 'found', value: '' })
    zone[record] = ['v=spf1 -all']
    expect((await seen()).find(({ domain }) => domain === 'shop.example')).toMatchObject({ state: 'missing' })
  })

  it('S22: is of whoever proves it first, by the record of their own claim', async () => {
    const [mine] = (await ask('add', 'shop.example')).claims
    const [theirs] = (await ask('add', 'shop.example', zhao)).claims
    expect(mine?.value).not.toBe(theirs?.value)
    zone['_ep-mail.shop.example'] = [theirs?.value ?? '']
    expect(await ask('check', 'shop.example')).toMatchObject({ claims: [{ state: 'missing' }] })
    expect(await ask('check', 'shop.example', zhao)).toMatchObject({ proved: [{ domain: 'shop.example' }] })
    zone['_ep-mail.shop.example'] = [mine?.value ?? '']
    expect(await ask('check', 'shop.example')).toMatchObject({ code: 'nameTaken', field: 'domain' })
    expect(await ask('add', 'shop.example')).toMatchObject({ code: 'nameTaken' })
    expect(await ask('remove', 'shop.example')).toMatchObject({ code: '200', claims: [], proved: [] })
    expect(await ask('remove', 'shop.example')).toMatchObject({ code: 'notFound' })
    expect(await shown(zhao)).toMatchObject({ proved: [{ domain: 'shop.example' }] })
  })

  it('S22: is not proved by the record of a claim that was given up, nor by an alias', async () => {
    const [before] = (await ask('add', 'old.example')).claims
    await ask('remove', 'old.example')
    await ask('add', 'old.example')
    zone['_ep-mail.old.example'] = [before?.value ?? '']
    expect(await ask('check', 'old.example')).toMatchObject({ proved: [], claims: [{ state: 'missing' }] })
    const alias = makeTxtRecords(async (_name, type) => (type === 'TXT' ? [['right']] : ['wild.example.net']))
    expect(await alias('_ep-mail.old.example')).toEqual(['CNAME wild.example.net'])
  })

  it.each(['ep.test', 'sub.acme.test', 'test', 'co.uk', 'github.io', 'a b.example', '10.0.0.1', 'x..example'])(
    'S22: is not %s, which is the product’s own, everybody’s, or none',
    async (domain) => {
      expect((await ask('add', domain)).code).toMatch(/^name(Taken|Invalid)$/)
      expect((await shown()).claims).toEqual([])
    },
  )

  it('is given and taken by the operator as well, who alone takes it back', async () => {
    await run('domain acme acme.test')
    expect(await shown()).toMatchObject({ proved: [{ domain: 'acme.test', isGiven: true }] })
    expect(await ask('remove', 'acme.test')).toMatchObject({ code: 'notAllowed' })
    expect(await ask('add', 'acme.test', zhao)).toMatchObject({ code: 'nameTaken' })
  })

  it('is known to the commands of the operator once it is proved', async () => {
    const account = (address: string) =>
      runAccountCommand(
        { ...gateway.stores, mailDomains: gateway.config.mailDomains },
        { words: ['add', address], password: testPassword },
      )
    await expect(account('wang@shop.example')).rejects.toThrow('not kept here')
    await expect(run('domain acme shop.example')).rejects.toThrow('not kept here')
    await prove('shop.example')
    expect(await account('wang@shop.example')).toContain('Added wang@shop.example')
    expect(await run('domain acme shop.example')).toBe('shop.example is of acme now.')
    await expect(run('domain best shop.example')).rejects.toThrow('another organization')
  })

  it('is one of so many that an organization has', async () => {
    const [claim] = (await ask('add', 'last.example')).claims
    zone['_ep-mail.last.example'] = [claim?.value ?? '']
    for (let count = 0; count < domainLimits.proved; count += 1)
      await gateway.stores.organizations.addDomain('acme', `d${count}.example`)
    expect(await ask('check', 'last.example')).toMatchObject({ code: 'tooManyTries', field: 'domain' })
    expect(await ask('add', 'more.example')).toMatchObject({ code: 'tooManyTries' })
    expect((await shown()).claims).toMatchObject([{ domain: 'last.example' }])
    expect((await shown()).proved).toHaveLength(domainLimits.proved)
  })

  it('waits 30 days, is looked for so often, and is one of so many', async () => {
    await ask('add', 'wait.example')
    for (let count = 0; count < domainLimits.checks; count += 1) await ask('check', 'wait.example')
    expect(await ask('check', 'wait.example')).toMatchObject({ code: 'tooManyTries' })
    for (let count = 1; count < domainLimits.claims; count += 1) await ask('add', `d${count}.example`)
    expect(await ask('add', 'more.example')).toMatchObject({ code: 'tooManyTries' })
    const before = (await shown()).claims.find(({ domain }) => domain === 'wait.example')
    gateway.clock.advance(domainLimits.claimMs + 1)
    lin = await calls.signIn('lin@ep.test')
    expect((await shown()).claims).toEqual([])
    const [fresh] = (await ask('add', 'wait.example')).claims
    expect(fresh).toMatchObject({ domain: 'wait.example', state: 'waiting' })
    expect(fresh?.value).not.toBe(before?.value)
    gateway.clock.advance(domainLimits.claimMs + 1)
    await gateway.house.sweep()
    expect((await shown(await calls.signIn('lin@ep.test'))).claims).toEqual([])
  })
})

describe('the logo of an organization', () => {
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC',
    'base64',
  )
  const put = async (bytes: Buffer, session = lin) => {
    const { body } = await gateway.handle({
      method: 'POST',
      path: '/webmail/administration/putLogo.action',
      headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/octet-stream' },
      body: Readable.from([bytes]),
    })
    return JSON.parse(typeof body === 'string' ? body : '{}') as Record<string, unknown>
  }

  it('S29: is taken as a small picture by its bytes, shown by a proved domain, and removed', async () => {
    await prove('logo.example')
    expect(await put(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toMatchObject({
      code: 'imageFormatUnsupported',
    })
    expect(await put(Buffer.alloc(1024 * 1024))).toMatchObject({ code: 'logoTooLarge' })
    // A header that claims 50,000 pixels each way.
    const bomb = Buffer.from(pixel)
    bomb.writeUInt32BE(50_000, 16)
    bomb.writeUInt32BE(50_000, 20)
    expect(await put(bomb)).toMatchObject({ code: 'imageFormatUnsupported' })
    expect(await put(pixel)).toMatchObject({ logoUrl: expect.stringMatching(/^data:image\/(png|jpeg);base64,/) })
    const at = async (domain: string) => (await calls.get('main/getCustomizeLogo.action', { domain })).json.logoUrl
    expect(await at('Logo.Example')).toMatch(/^data:image/)
    expect(await at('none.example')).toBeNull()
    await calls.post('administration/removeLogo.action', {}, { session: lin })
    expect(await at('logo.example')).toBeNull()
  })
})
