/** Until when a membership goes, what is told of it, and how a person whose membership is over gets in to renew it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allEndpoints } from '#contract/endpoints'
import { runAccountCommand } from '#server/cli/accountCommand'
import { dateOf, daysLater, daysLeft, endOfDate, graceLeft, monthsLater } from '#server/kit/membershipDays'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'

const day = 86_400_000
const at = (text: string) => Date.parse(`${text}+08:00`)

describe('the days of a membership', () => {
  it.each([
    ['2027-01-31', 1, '2027-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2027-11-30', 3, '2028-02-29'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-12-31', 1, '2027-01-31'],
    ['2027-08-31', 6, '2028-02-29'],
    ['2027-03-31', 1, '2027-04-30'],
    ['2026-11-26', 12, '2027-11-26'],
    ['2096-02-29', 48, '2100-02-28'],
  ])('%s and %i months later: %s', (from, months, to) => {
    for (const time of ['00:00:00', '12:00:00', '23:59:59.999'])
      expect(dateOf(monthsLater(at(`${from}T${time}`), months))).toBe(to)
    expect(monthsLater(at(`${from}T00:00:00`), months)).toBe(at(`${to}T23:59:59.999`))
  })

  it('count from midnight to midnight in China, whatever the hour', () => {
    const due = endOfDate('2027-03-01') ?? 0
    expect(daysLeft(due, at('2026-11-26T00:00:00'))).toBe(95)
    expect(daysLeft(due, at('2026-11-26T23:59:59'))).toBe(95)
    expect(daysLeft(due, at('2027-03-01T23:59:59'))).toBe(0)
    expect(daysLeft(due, at('2027-04-01T00:00:00'))).toBe(0)
    expect(graceLeft(due, at('2027-03-02T00:00:00'))).toBe(7)
    expect(graceLeft(due, at('2027-03-08T23:59:59'))).toBe(1)
    expect(dateOf(daysLater(due, 2))).toBe('2027-03-03')
    expect(['2027-02-29', '2027-2-1', 'soon', '2028-02-29'].map(endOfDate)).toEqual([
      ...[null, null, null],
      at('2028-02-29T23:59:59.999'),
    ])
  })
})

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
beforeEach(async () => {
  gateway = await makeTestGateway()
  calls = makeCalls(gateway)
})
afterEach(() => gateway.close())

const signIn = async (username: string) =>
  (await calls.post('login/loginService.action', { username, password: testPassword })).json
const withTicket = (ticket: unknown) => ({ headers: { authorization: `Renewal ${String(ticket)}` } })
const infos = async (ticket: unknown) => calls.post('pay/getUserInfos', {}, withTicket(ticket))

describe('membership', () => {
  it('is told with prices and discounts of the one table', async () => {
    await gateway.account('lin@ep.test', { dueAt: gateway.clock.now() + 10 * day })
    await gateway.account('free@ep.test', { tier: 'free' })
    const session = await calls.signIn('lin@ep.test')
    const { json } = await calls.post('pay/getUserInfos', {}, { session })
    expect(json).toMatchObject({ tier: 'soho', domainType: 'vip', daysLeft: 10, state: 'active' })
    expect(json.prices).toContainEqual({ tier: 'soho', fenPerMonth: 2_000, fenPerYear: 20_000 })
    expect(json.discounts).toContainEqual({ tier: 'soho', months: 6, fen: 600 })
    expect(json.discounts).toContainEqual({ tier: 'soho', months: 12, fen: 4_000 })
    const free = await calls.signIn('free@ep.test')
    expect((await calls.post('pay/getUserInfos', {}, { session: free })).json).toMatchObject({
      ...{ tier: 'free', domainType: 'free', dueTime: null, daysLeft: null, state: 'active' },
    })
    const asked = [
      await calls.get('updateFreeMemberLevelId.action', {}, { session: free }),
      await calls.get('main/isNewOrOld.action', {}, { session: free }),
    ]
    expect(asked.map(({ json }) => json)).toEqual([
      { code: '200', tier: 'free' },
      { code: '200', version: 'new' },
    ])
  })

  it('goes on for 7 days after its end, then closes sessions and sign-in and still takes mail in', async () => {
    const dueAt = gateway.clock.now() + day
    const { id } = await gateway.account('lin@ep.test', { dueAt })
    const session = await calls.signIn('lin@ep.test')
    gateway.clock.set(dueAt + 7 * day - 1)
    const signedInLate = await calls.signIn('lin@ep.test')
    expect((await calls.post('pay/getUserInfos', {}, { session: signedInLate })).json).toMatchObject({
      ...{ state: 'grace', daysLeft: 1 },
    })
    gateway.clock.set(dueAt + 7 * day)
    expect((await calls.get('main/heartbeat.action', {}, { session })).status).toBe(403)
    expect((await signIn('lin@ep.test')).code).toBe('008')
    const gibibyte = 1024 ** 3
    expect(await gateway.house.inbound?.mailbox('lin@ep.test', 9 * gibibyte)).toBe('known')
    expect(await gateway.house.inbound?.mailbox('lin@ep.test', 11 * gibibyte)).toBe('full')
    // A renewal opens the sign-in, and no session that had ended.
    await gateway.stores.accounts.change(id, { dueAt: dueAt + 40 * day })
    expect((await calls.get('main/heartbeat.action', {}, { session })).status).toBe(403)
    expect((await signIn('lin@ep.test')).code).toBe('000')
  })

  it('loses no message when it steps down below what the mailbox holds', async () => {
    const { id } = await gateway.account('lin@ep.test', { tier: 'star' })
    const session = await calls.signIn('lin@ep.test')
    const mail = await gateway.deliver('lin@ep.test', 'From: a@example.cn\nSubject: kept\n\nall of it')
    await gateway.stores.accounts.change(id, { tier: 'free' })
    const list = await calls.post('query/queryfolder2.action', { folder: 'inbox' }, { session })
    expect(list.json.list).toMatchObject([{ id: mail }])
  })

  it('S22: a renewal ticket opens the calls of membership and nothing else, for 30 minutes', async () => {
    const dueAt = gateway.clock.now() - 7 * day
    const lin = await gateway.account('lin@ep.test', { dueAt })
    const [first, second] = [await signIn('lin@ep.test'), await signIn('lin@ep.test')]
    for (const { path, method, anonymous, renewal } of allEndpoints) {
      if (anonymous || renewal) continue
      const { status } = await gateway.handle({ method, path: `/${path}`, ...withTicket(first.renewalTicket) })
      expect([path, status]).toEqual([path, 403])
    }
    // What was refused ended nothing, and neither did the sign-in of another tab.
    for (const { renewalTicket } of [first, second])
      expect((await infos(renewalTicket)).json).toMatchObject({ username: 'lin@ep.test', state: 'over', daysLeft: 0 })
    expect((await calls.post('pay/getUserInfos', {}, { headers: { authorization: 'Renewal x' } })).status).toBe(403)
    const bearer = { headers: { authorization: `Bearer ${String(first.renewalTicket)}` } }
    expect((await calls.get('main/heartbeat.action', {}, bearer)).status).toBe(403)
    gateway.clock.advance(30 * 60_000 - 1)
    expect((await infos(first.renewalTicket)).status).toBe(200)
    await gateway.stores.accounts.change(lin.id, { locked: true })
    expect((await infos(first.renewalTicket)).status).toBe(403)
    await gateway.stores.accounts.change(lin.id, { locked: false })
    gateway.clock.advance(1)
    expect((await infos(first.renewalTicket)).status).toBe(403)
  })

  it('is given a last day by the account command, and none', async () => {
    await gateway.account('lin@ep.test')
    const deps = { ...gateway.stores, mailDomains: ['ep.test'] }
    const run = (until: string) => runAccountCommand(deps, { words: ['tier', 'lin@ep.test', 'sme'], until })
    const dueAt = async () => (await gateway.stores.accounts.byAddress('lin@ep.test'))?.dueAt
    expect(await run('2027-01-31')).toBe('lin@ep.test is sme now (VIP), until 2027-01-31.')
    expect(await dueAt()).toBe(at('2027-01-31T23:59:59.999'))
    await expect(run('2027-02-30')).rejects.toThrow('is no day')
    expect(await dueAt()).toBe(at('2027-01-31T23:59:59.999'))
    expect(await run('never')).toBe('lin@ep.test is sme now (VIP), without end.')
    expect(await dueAt()).toBeNull()
  })
})
