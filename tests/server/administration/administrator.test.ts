/** Who may call what administrators call (TRUST S22). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as overviewEntries from '#contract/endpoints/organization/administration'
import * as logEntries from '#contract/endpoints/organization/administrationLog'
import * as memberEntries from '#contract/endpoints/organization/administrationMembers'
import { runOrganizationCommand } from '#server/cli/organizationCommand'
import { makeCalls, type RawValues, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>

beforeEach(async () => {
  gateway = await makeTestGateway({ env: { MAIL_DOMAINS: 'ep.test,acme.test' } })
  calls = makeCalls(gateway)
  for (const [code, members] of [
    ['acme', ['lin', 'wang']],
    ['best', ['zhao']],
  ] as const) {
    await run(`add ${code} ${code}`)
    for (const name of members) {
      await gateway.account(`${name}@ep.test`)
      await run(`join ${code} ${name}@ep.test`)
    }
  }
  await run('appoint acme lin@ep.test')
  await run('appoint best zhao@ep.test')
})
afterEach(() => gateway.close())

const run = (line: string) =>
  runOrganizationCommand(
    { ...gateway.stores, mailDomains: gateway.config.mailDomains, readLogo: async () => null },
    { words: line.split(' ') },
  )

/** A form of each, which its fields take; the role is everybody's, and a ticket opens the file. */
const { administrationRole, ...overviews } = overviewEntries
const { auditLogFile, ...logs } = logEntries
const guarded = { ...overviews, ...logs, ...memberEntries }
const id = 'of-nobody'
const forms: Readonly<Record<keyof typeof guarded, RawValues>> = {
  administrationOverview: {},
  auditLog: {},
  listMembers: {},
  addMember: { name: 'new', domain: 'acme.test', password: 'Violet-Harbor7' },
  lockMember: { id },
  unlockMember: { id },
  resetMemberPassword: { id, password: 'Violet-Harbor7' },
  resetMemberFactors: { id },
  setMemberQuota: { id, bytes: 1024 ** 3 },
  setMemberRole: { id, role: 'member' },
  removalPreview: { id },
  removeMember: { id },
  resumeRemoval: { id },
  cancelRemoval: { id },
}

const ticket = async (session: Signed) => String((await calls.get('readmail/sid.action', {}, { session })).json.sid)
const overview = async (session: Signed, headers = {}) =>
  (await calls.post('administration/getOverview.action', {}, { session, headers })).json
const role = async (session: Signed) => (await calls.post('administration/getRole.action', {}, { session })).json.role

describe('calls of administrators', () => {
  it('S22: are refused to members, whatever organization a header claims', async () => {
    const wang = await calls.signIn('wang@ep.test')
    for (const [name, { path }] of Object.entries(guarded)) {
      const form = Object.entries(forms).find(([it]) => it === name)?.[1] ?? expect.fail(name)
      const { json } = await calls.post(path.slice('webmail/'.length), form, { session: wang })
      expect(json, name).toMatchObject({ code: 'notAllowed' })
    }
    const sid = await ticket(wang)
    const file = { sid, timezone: 'Asia/Shanghai', language: 'en-US' }
    expect((await calls.get('administration/auditLogFile.action', file)).json.code).toBe('notAllowed')
    expect((await overview(wang, { organization: 'acme' })).code).toBe('notAllowed')
    expect((await overview(wang, { organization: 'best' })).code).not.toBe('200')
  })

  it('S22: show an administrator the own organization, and no other by its header', async () => {
    const [lin, zhao] = [await calls.signIn('lin@ep.test'), await calls.signIn('zhao@ep.test')]
    expect(await overview(lin)).toMatchObject({ organization: 'acme', seats: 10, seatsUsed: 2 })
    expect(await overview(lin)).toMatchObject({ sentToday: 0, sendsPerDay: 20_000, sendsPerMember: 2_000 })
    expect(await overview(zhao)).toMatchObject({ organization: 'best', seatsUsed: 1, keepsAccounts: true })
    expect((await overview(zhao, { organization: 'acme' })).code).not.toBe('200')
  })

  it('S22: are refused to an open session as soon as its administrator is dismissed, moved or locked', async () => {
    const lin = await calls.signIn('lin@ep.test')
    expect(await role(lin)).toBe('administrator')
    await run('dismiss acme lin@ep.test')
    expect((await overview(lin)).code).toBe('notAllowed')
    expect(await role(lin)).toBe('member')
    await run('appoint acme lin@ep.test')
    await run('leave acme lin@ep.test')
    await run('join best lin@ep.test')
    const again = await calls.signIn('lin@ep.test')
    expect((await overview(again)).code).toBe('notAllowed')
    await run('leave best lin@ep.test')
    await run('join acme lin@ep.test')
    expect((await overview(await calls.signIn('lin@ep.test'))).code).toBe('notAllowed')
    await gateway.account('nobody@ep.test')
    expect(await role(await calls.signIn('nobody@ep.test'))).toBe('none')
  })

  it('are begun by an operator, who appoints members that are not locked', async () => {
    await expect(run('appoint acme zhao@ep.test')).rejects.toThrow('does not belong to acme')
    await expect(run('dismiss acme zhao@ep.test')).rejects.toThrow('does not belong to acme')
    const wang = await gateway.stores.accounts.byAddress('wang@ep.test')
    await gateway.stores.accounts.change(wang?.id ?? '', { locked: true })
    await expect(run('appoint acme wang@ep.test')).rejects.toThrow('is locked')
  })
})
