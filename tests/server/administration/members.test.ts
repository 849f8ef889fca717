/** What administrators do to members of their organization, and to nobody else. */
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeCalls, type RawValues, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'

const gibibyte = 1024 ** 3
const fresh = 'Violet-Harbor7'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
const ids: Record<string, string> = {}

beforeEach(async () => {
  gateway = await makeTestGateway({ env: { MAIL_DOMAINS: 'ep.test,acme.test,best.test' } })
  calls = makeCalls(gateway)
  const { organizations, administrators } = gateway.stores
  for (const [organization, names] of [
    ['acme', ['lin', 'wang']],
    ['best', ['zhao']],
  ] as const) {
    await organizations.add({ code: organization, name: organization, tier: 'enterprise', seats: 3 })
    await organizations.addDomain(organization, `${organization}.test`)
    for (const name of names) {
      ids[name] = (await gateway.account(`${name}@ep.test`)).id
      await organizations.join(organization, idOf(name))
    }
    const first = idOf(names[0])
    await administrators.appoint(first, { organization, by: null, now: gateway.clock.now() })
  }
  lin = await calls.signIn('lin@ep.test')
})
afterEach(() => gateway.close())

const idOf = (name: string) => ids[name] ?? expect.fail(name)
const ask = async (call: string, form: RawValues, session = lin) =>
  (await calls.post(`administration/${call}.action`, form, { session })).json
const codeOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).code
const signIn = async (username: string, password = testPassword) =>
  (await calls.post('login/loginService.action', { username, password, timezone: 'Asia/Shanghai', stay: 0 })).json
const listShape = v.object({ list: v.array(v.looseObject({ address: v.string() })) })
const listed = async (words = '') => v.parse(listShape, await ask('listMembers', { words })).list
const wangRow = async () => (await listed('wang'))[0] ?? expect.fail('no wang')
const logged = async () =>
  v
    .parse(
      v.object({ list: v.array(v.object({ action: v.string(), subject: v.string() })) }),
      await ask('auditLog', {}),
    )
    .list.map(({ action, subject }) => `${action} ${subject}`)

describe('a member', () => {
  it('is added with a seat, an address of the organization and a password of the rule, and signs in', async () => {
    const form = { name: 'Chen', domain: 'acme.test', displayName: '陈', password: fresh }
    expect(await ask('addMember', { ...form, domain: 'best.test' })).toMatchObject({
      code: 'notFound',
      field: 'domain',
    })
    expect(await ask('addMember', { ...form, domain: 'ep.test' })).toMatchObject({ code: 'notFound' })
    expect(await ask('addMember', { ...form, name: 'a b' })).toMatchObject({ code: 'nameInvalid', field: 'name' })
    expect(await ask('addMember', { ...form, password: 'short' })).toMatchObject({ code: 'passwordWeak' })
    expect(await ask('addMember', { ...form, password: 'Password123!' })).toMatchObject({ field: 'password' })
    await gateway.stores.closings.blockName('gone@acme.test', gateway.clock.now())
    expect(await codeOf('addMember', { ...form, name: 'gone' })).toBe('nameTaken')
    expect(await codeOf('addMember', form)).toBe('200')
    expect(await codeOf('addMember', { ...form, name: 'ch.en' })).toBe('nameTaken')
    expect(await codeOf('addMember', { ...form, name: 'sun' })).toBe('seatsFull')
    expect(await signIn('chen@acme.test', fresh)).toMatchObject({ status: '000', organization: 'acme' })
    expect(await logged()).toEqual(['memberAdded chen@acme.test', 'administratorAppointed lin@ep.test'])
  })

  it('is locked at once without a time that is told, still gets mail, and is unlocked', async () => {
    const wang = await calls.signIn('wang@ep.test')
    expect(await codeOf('lockMember', { id: idOf('wang') })).toBe('200')
    expect(await codeOf('listMembers', {}, wang)).toBe('403')
    const refused = await signIn('wang@ep.test')
    expect(refused).toMatchObject({ code: '007', status: '007' })
    expect(refused).not.toHaveProperty('lockedSeconds')
    await gateway.deliver('wang@ep.test', 'From: a@b.test\r\nSubject: One\r\n\r\nHi\r\n')
    expect(await wangRow()).toMatchObject({ state: 'locked', used: expect.any(Number) })
    expect(await codeOf('lockMember', { id: idOf('wang') })).toBe('notAllowed')
    expect(await codeOf('unlockMember', { id: idOf('wang') })).toBe('200')
    expect((await signIn('wang@ep.test')).code).toBe('000')
    // The operator's lock is not an administrator's to lift.
    await gateway.stores.accounts.change(idOf('wang'), { locked: true })
    expect(await wangRow()).toMatchObject({ state: 'lockedByOperator' })
    for (const call of ['unlockMember', 'resetFactors'])
      expect(await codeOf(call, { id: idOf('wang') })).not.toBe('200')
  })

  it('gets another password, which ends all that the one before opened and leaves the second factor', async () => {
    const wang = await calls.signIn('wang@ep.test')
    await gateway.stores.db
      .insertInto('totp_secrets')
      .values({ account_id: idOf('wang'), sealed_secret: '', confirmed_at: 1, used_step: 0 })
      .execute()
    const form = { id: idOf('wang'), password: 'Wang-wang-1!' }
    expect(await ask('resetPassword', form)).toMatchObject({ code: 'passwordPersonal', field: 'password' })
    expect(await codeOf('resetPassword', { ...form, password: fresh })).toBe('200')
    expect(await codeOf('listMembers', {}, wang)).toBe('403')
    expect((await signIn('wang@ep.test')).code).toBe('004')
    expect((await signIn('wang@ep.test', fresh)).code).toBe('factorNeeded')
    expect(await wangRow()).toMatchObject({ hasFactor: true })
    expect(await codeOf('resetFactors', { id: idOf('wang') })).toBe('200')
    expect((await signIn('wang@ep.test', fresh)).code).toBe('000')
    const wangs = (await gateway.stores.accounts.byId(idOf('wang'))) ?? expect.fail('no wang')
    const query = { folder: 'inbox', page: 1, pageSize: 5, sort: 'date', order: 'desc', filter: 'all' } as const
    const inbox = await gateway.stores.mailStores.of(wangs).page(query)
    expect(inbox?.list.map(({ subject }) => subject.slice(0, 16))).toEqual([
      '安全提醒：企业管理员已关闭两步验',
      '安全提醒：企业管理员已重设密码，',
    ])
    expect((await logged()).slice(0, 2)).toEqual(['factorsReset wang@ep.test', 'passwordReset wang@ep.test'])
  })

  it('has the quota that was given, within that of the tier, and a mailbox that is full takes no more', async () => {
    const wang = await calls.signIn('wang@ep.test')
    const quota = async () => (await calls.post('main/getQuotaMessages', {}, { session: wang })).json.limit
    expect(await ask('setQuota', { id: idOf('wang'), bytes: 51 * gibibyte })).toMatchObject({ code: 'badField' })
    expect(await codeOf('setQuota', { id: idOf('wang'), bytes: 0 })).toBe('badField')
    expect(await codeOf('setQuota', { id: idOf('wang'), bytes: 2 * gibibyte })).toBe('200')
    expect(await quota()).toBe(2 * gibibyte)
    expect(await wangRow()).toMatchObject({ quota: 2 * gibibyte })
    expect(await codeOf('setQuota', { id: idOf('wang') })).toBe('200')
    expect(await quota()).toBe(50 * gibibyte)
  })

  it('S22: is nobody’s of another organization, and not the administrator', async () => {
    for (const [call, more] of [
      ['lockMember', {}],
      ['unlockMember', {}],
      ['resetPassword', { password: fresh }],
      ['resetFactors', {}],
      ['setQuota', { bytes: gibibyte }],
      ['setRole', { role: 'administrator' }],
    ] as const) {
      const unknown = await ask(call, { id: 'nobody', ...more })
      expect(await ask(call, { id: idOf('zhao'), ...more }), call).toEqual(unknown)
      expect(unknown.code, call).toBe('notFound')
      if (call !== 'setRole') expect(await codeOf(call, { id: idOf('lin'), ...more }), call).toBe('notAllowed')
    }
    expect((await listed('zhao')).length).toBe(0)
    expect((await signIn('zhao@ep.test')).code).toBe('000')
  })

  it('S22: becomes an administrator and is dismissed, but for the last one', async () => {
    expect(await codeOf('setRole', { id: idOf('lin'), role: 'member' })).toBe('notAllowed')
    expect(await codeOf('setRole', { id: idOf('wang'), role: 'administrator' })).toBe('200')
    const wang = await calls.signIn('wang@ep.test')
    expect(await codeOf('setRole', { id: idOf('lin'), role: 'member' }, wang)).toBe('200')
    expect(await codeOf('setRole', { id: idOf('wang'), role: 'member' })).toBe('notAllowed')
    expect(await codeOf('listMembers', {})).toBe('notAllowed')
    expect(await codeOf('setRole', { id: idOf('wang'), role: 'member' }, wang)).toBe('notAllowed')
  })

  it('is not changed while the mailbox is in a transfer, whose new address is listed as such', async () => {
    const wang = (await gateway.stores.accounts.byId(idOf('wang'))) ?? expect.fail('no wang')
    const about = { account: wang, organization: 'acme', address: 'wang@acme.test', forwards: false, total: 0 }
    await gateway.stores.mailboxMoves.begin({ ...about, now: gateway.clock.now() })
    expect((await listed('wang')).map(({ state }) => state)).toEqual(['arriving', 'moving'])
    expect(await codeOf('lockMember', { id: idOf('wang') })).toBe('notAllowed')
    expect(await codeOf('resetPassword', { id: idOf('wang'), password: fresh })).toBe('notAllowed')
  })

  it('stands in the log with whoever did it, as csv too, in which nothing is a formula', async () => {
    await ask('setQuota', { id: idOf('wang'), bytes: gibibyte })
    await gateway.stores.policies.change(
      { organization: 'acme', by: null, now: gateway.clock.now() },
      { policy: 'asksOutside', isOn: false, version: 0 },
    )
    const { sid } = (await calls.get('readmail/sid.action', {}, { session: lin })).json
    const wanted = { sid: String(sid), timezone: 'Asia/Shanghai', language: 'zh-CN' }
    const { text, headers } = await calls.get('administration/auditLogFile.action', wanted)
    expect(headers['content-disposition']).toContain('attachment')
    const rows = text.trimEnd().split('\r\n')
    expect(rows[0]).toBe('\ufeff时间,操作人,操作,对象,详情')
    expect(rows.slice(1).map((row) => row.split(',').slice(1).join(','))).toEqual([
      'lin@ep.test,导出日志,acme,',
      '服务运营方,停用策略,向组织外发送前询问,',
      'lin@ep.test,修改容量,wang@ep.test,1 GB',
      '服务运营方,任命管理员,lin@ep.test,',
    ])
    await gateway.stores.administrators.dismiss(idOf('lin'), { organization: 'acme', by: null, now: 1 })
    expect((await calls.get('administration/auditLogFile.action', wanted)).json.code).toBe('notAllowed')
  })
})
