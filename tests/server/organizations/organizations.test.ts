/** Organizations: made by an operator, seen by their members alone, and never believed of a header. */
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OrganizationWish, runOrganizationCommand } from '#server/cli/organizationCommand'
import { makeLogo } from '#server/contacts/cards/cardLogo'
import { makeCalls, type RawValues, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>

beforeEach(async () => {
  gateway = await makeTestGateway({ env: { MAIL_DOMAINS: 'ep.test,acme.test,best.test' } })
  calls = makeCalls(gateway)
  await gateway.account('lin@ep.test', { tier: 'free' })
  await gateway.account('wang@ep.test', { tier: 'free' })
})
afterEach(() => gateway.close())

/** One red pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC',
  'base64',
)

function run(line: string, more: Omit<OrganizationWish, 'words'> = {}): Promise<string> {
  const deps = {
    ...gateway.stores,
    mailDomains: gateway.config.mailDomains,
    readLogo: async (path: string) => makeLogo(path === 'logo.png' ? pixel : Buffer.from('<svg/>')),
  }
  return Promise.resolve().then(() => runOrganizationCommand(deps, { words: line.split(' '), ...more }))
}

const domains = async (organization: string, session: Signed) =>
  (await calls.post('corp/getDomain.action', { organization }, { session })).json
const logo = async (values: { domain?: string }, session?: Signed) =>
  (await calls.get('main/getCustomizeLogo.action', values, session === undefined ? {} : { session })).json

describe('an organization', () => {
  it('is made with domains, logo and members, who have its tier and are signed out by that', async () => {
    const before = await calls.signIn('lin@ep.test')
    expect(await run('add acme 安美')).toBe('Added acme (enterprise, 10 seats, 50 GB for each).')
    await expect(run('add acme Acme')).rejects.toThrow('already')
    await run('domain acme acme.test')
    await run('logo acme logo.png')
    expect(await run('join acme lin@ep.test')).toBe('lin@ep.test belongs to acme now.')
    expect(await domains('acme', before)).toMatchObject({ code: '403' })
    const lin = await calls.signIn('lin@ep.test')
    expect(await domains('acme', lin)).toMatchObject({ code: '200', domains: ['acme.test'] })
    expect(await logo({}, lin)).toMatchObject({ logoUrl: expect.stringMatching(/^data:image\/(png|jpeg);base64,/) })
    expect(await logo({ domain: 'ACME.test' })).toMatchObject({ logoUrl: expect.stringMatching(/^data:/) })
    expect(await logo({ domain: 'ep.test' }, lin)).toMatchObject({ code: '200', logoUrl: null })
    expect(await logo({})).toMatchObject({ code: '200', logoUrl: null })
    expect(await run('list')).toBe('acme  安美  enterprise  1 of 10 seats  0 of 20000 sends  acme.test\n  lin@ep.test')
    await run('change acme', { tier: 'globalEnterprise', seats: '1' })
    expect(await gateway.stores.accounts.byAddress('lin@ep.test')).toMatchObject({ tier: 'globalEnterprise' })
    await expect(run('join acme wang@ep.test')).rejects.toThrow('All 1 seats of acme are taken.')
    await run('leave acme lin@ep.test')
    expect(await domains('acme', await calls.signIn('lin@ep.test'))).toMatchObject({ code: 'notFound' })
    expect(await run('remove acme')).toBe('Removed acme with its domains and its logo.')
  })

  it('ends a paid membership only where that is said, and is left where its code has gone', async () => {
    await run('add acme Acme')
    const paid = await gateway.account('zhao@ep.test', { tier: 'star', dueAt: Date.UTC(2027, 0, 31) })
    await expect(run('join acme zhao@ep.test')).rejects.toThrow('has star until 2027-01-31')
    await run('join acme zhao@ep.test', { yes: true })
    await gateway.stores.accounts.change(paid.id, { organization: 'gone' })
    expect(await run('leave gone zhao@ep.test')).toContain('belongs to no organization now')
  })

  it.each([
    ['add', {}, 'a code and a name'],
    ['add A!me Acme', {}, 'is no code'],
    ['add best Best', { tier: 'gold' }, 'There is no tier "gold"'],
    ['add best Best', { seats: '0' }, 'no number of seats'],
    ['change acme', {}, 'Say --name, --tier, --seats or --sends.'],
    ['change acme', { sends: '0' }, 'no number of sends'],
    ['change acme', { name: ' ' }, 'A name has 1 to 100 characters.'],
    ['domain acme far.example', {}, 'Mail of far.example is not kept here'],
    ['domain best acme.test', {}, 'There is no organization "best"'],
    ['logo acme a.svg', {}, 'no png, jpg or gif'],
    ['join acme nobody@ep.test', {}, 'There is no mailbox'],
    ['leave acme wang@ep.test', {}, 'does not belong'],
    ['frob', {}, 'There is no command "frob"'],
  ] as const)('refuses %s %o and says why', async (line, more, why) => {
    await run('add acme Acme')
    await expect(run(line, more)).rejects.toThrow(why)
  })

  it('S22: shows its members to members alone, by the account and no header, and offers them as recipients', async () => {
    await run('add acme Acme')
    await run('add best Best')
    for (const address of ['lin@ep.test', 'zhang@ep.test']) {
      if (address !== 'lin@ep.test') await gateway.account(address, { tier: 'free' })
      await run(`join acme ${address}`)
    }
    await run('join best wang@ep.test')
    const addressesOf = (json: Readonly<Record<string, unknown>>) =>
      v
        .parse(v.object({ people: v.array(v.object({ address: v.string() })) }), json)
        .people.map(({ address }) => address)
    const listed = async (session: Signed, headers = {}) =>
      addressesOf((await calls.post('corp/directory.action', {}, { session, headers })).json)
    const suggested = async (session: Signed, except: readonly string[] = []) =>
      addressesOf((await calls.post('contact/suggestions.action', { typed: 'zhang', except }, { session })).json)
    const [lin, wang] = [await calls.signIn('lin@ep.test'), await calls.signIn('wang@ep.test')]
    expect(await listed(lin)).toEqual(['lin@ep.test', 'zhang@ep.test'])
    expect(await listed(wang)).toEqual(['wang@ep.test'])
    expect(await suggested(lin)).toEqual(['zhang@ep.test'])
    expect(await suggested(lin, ['ZHANG@ep.test'])).toEqual([])
    expect(await suggested(wang)).toEqual([])
    await run('leave best wang@ep.test')
    expect(await listed(await calls.signIn('wang@ep.test'))).toEqual([])
    expect((await calls.post('corp/directory.action', {}, {})).status).toBe(403)
  })

  it('S22: of the same name as another shows that one’s members nobody of its own, however they are asked for', async () => {
    for (const [code, member] of [
      ['acme', 'lin'],
      ['best', 'wang'],
    ] as const) {
      await run(`add ${code} 安美`)
      await run(`domain ${code} ${code === 'acme' ? 'acme.test' : 'best.test'}`)
      await run(`join ${code} ${member}@ep.test`)
    }
    const zhang = await gateway.account('zhang@acme.test', { displayName: '张三' })
    await run('join acme zhang@acme.test')
    const [lin, wang] = [await calls.signIn('lin@ep.test'), await calls.signIn('wang@ep.test')]
    const post = async (path: string, form: RawValues, session: Signed) =>
      (await calls.post(path, form, { session })).text
    const ways: readonly (readonly [string, RawValues])[] = [
      ...['zhang', '张三', 'zs', 'zhangsan', 'acme', 'zhang@acme.test', '@acme.test', 'acme.test'].flatMap(
        (typed) =>
          [
            ['contact/suggestions.action', { typed }],
            ['corp/directory.action', { typed }],
          ] as const,
      ),
      ['corp/directory.action', {}],
      ['contact/duplicateContacts.action', {}],
      ['contact/contactOf.action', { email: 'zhang@acme.test' }],
      ['contact/openContact.action', { id: zhang.id }],
    ]
    // A namesake among one's own contacts brings nobody in.
    await post('contact/addContact.action', { name: '张三', email: 'san@corp.test' }, wang)
    const page = JSON.parse(await post('corp/directory.action', { size: 1 }, lin))
    const { next: cursor } = v.parse(v.looseObject({ next: v.string() }), page)
    expect(cursor).not.toBe('')
    for (const [path, form] of [...ways, ['corp/directory.action', { cursor }] as const])
      expect(await post(path, form, wang), `${path} ${JSON.stringify(form)}`).not.toContain('acme.test')
    for (const typed of ['zhang', '张三', 'zs', 'acme'])
      for (const path of ['contact/suggestions.action', 'corp/directory.action'])
        expect(await post(path, { typed }, lin), `${path} ${typed}`).toContain('zhang@acme.test')
    const named = async (username: string) =>
      (await calls.post('vipRegister/ValidityUserName', { username, domain: 'acme.test' })).json
    expect(await named('zhang')).toEqual(await named('nobody.here'))
  })

  it('S22: of another, of none and left answers alike, and a header that claims one is no session', async () => {
    await run('add acme Acme')
    await run('add best Best')
    await run('join acme lin@ep.test')
    await run('join best wang@ep.test')
    await run('leave best wang@ep.test')
    const [lin, wang] = [await calls.signIn('lin@ep.test'), await calls.signIn('wang@ep.test')]
    const refused = { code: 'notFound', msg: 'errors:notFound', field: 'organization' }
    for (const [code, session] of [
      ['best', lin],
      ['none', lin],
      ['acme', wang],
      ['best', wang],
    ] as const)
      expect(await domains(code, session)).toEqual(refused)
    const asked = async (organization: string, session: Signed) =>
      (await calls.get('main/heartbeat.action', {}, { session, headers: { organization } })).status
    expect(await asked('acme', lin)).toBe(200)
    for (const code of ['best', 'none', 'ACME']) expect(await asked(code, lin)).toBe(403)
    expect(await asked('best', wang)).toBe(403)
  })
})
