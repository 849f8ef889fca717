/** Senders blocked and trusted by way of a mail, rules made of one, and how each is taken back. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '#server/core/account'
import { emptyRuleSet } from '#server/core/rules/rules'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let account: Account
let lin: Signed

beforeEach(async () => {
  gateway = await makeTestGateway()
  calls = makeCalls(gateway)
  account = await gateway.account('lin@ep.test')
  await gateway.account('wang@ep.test')
  lin = await calls.signIn('lin@ep.test')
})
afterEach(() => gateway.close())

const from = (sender: string, to = 'lin@ep.test') => gateway.deliver(to, `From: ${sender}\nSubject: A\n\nText\n`)
const decide = async (decision: string, ...ids: string[]) =>
  (await calls.post('mailFiltering/decideSenders.action', { ids, decision }, { session: lin })).json
const takeBack = async (values: Record<string, readonly string[]>) =>
  (await calls.post('mailFiltering/takeBackDecision.action', values, { session: lin })).json

function ruleStore() {
  const { rules } = gateway.stores
  if (rules === null) throw new Error('This house keeps rules')
  return rules.of(account)
}
const kept = async () => (await ruleStore().load()).rules
const keep = async (lists: { black: string[]; white: string[] }) =>
  ruleStore().replace({ ...emptyRuleSet, lists }, (await ruleStore().load()).version)

describe('a sender', () => {
  it('is blocked, once and in lower case, and no longer after the Undo', async () => {
    const ids = [await from('A <S@Bad.example>'), await from('s@bad.example')]
    const told = await decide('block', ...ids)
    expect(told).toMatchObject({ code: '200', entries: ['s@bad.example'], blocked: ['s@bad.example'], against: [] })
    expect((await kept()).lists).toEqual({ black: ['s@bad.example'], white: [] })
    expect(await takeBack({ blocked: ['s@bad.example'] })).toEqual({ code: '200' })
    expect((await kept()).lists).toEqual({ black: [], white: [] })
  })

  it('is blocked with the whole domain', async () => {
    expect(await decide('blockDomain', await from('s@bad.example'))).toMatchObject({ blocked: ['@bad.example'] })
    expect((await kept()).lists.black).toEqual(['@bad.example'])
  })

  it('is trusted, and no longer blocked; the Undo puts both back', async () => {
    await keep({ black: ['s@bad.example', '@bad.example'], white: [] })
    const told = await decide('trust', await from('s@bad.example'))
    expect(told).toMatchObject({ trusted: ['s@bad.example'], unblocked: ['s@bad.example'], against: ['@bad.example'] })
    expect((await kept()).lists).toEqual({ black: ['@bad.example'], white: ['s@bad.example'] })
    await takeBack({ trusted: ['s@bad.example'], unblocked: ['s@bad.example'] })
    expect((await kept()).lists).toEqual({ black: ['@bad.example', 's@bad.example'], white: [] })
  })

  it('that is blocked is told to come through where the whitelist says so: the whitelist wins', async () => {
    await keep({ black: [], white: ['@bad.example', 's@bad.example'] })
    const told = await decide('block', await from('s@bad.example'))
    expect(told).toMatchObject({ distrusted: ['s@bad.example'], against: ['@bad.example'] })
    const domain = await decide('blockDomain', await from('o@other.example'))
    expect(domain).toMatchObject({ against: [] })
    await keep({ black: [], white: ['o@other.example'] })
    expect(await decide('blockDomain', await from('x@other.example'))).toMatchObject({ against: ['o@other.example'] })
  })

  it.each(['block', 'blockDomain', 'trust'])('is not oneself (%s)', async (decision) => {
    expect(await decide(decision, await from('Lin <LIN@ep.test>'))).toMatchObject({ code: 'ownSender' })
    expect((await kept()).lists).toEqual({ black: [], white: [] })
  })

  it('of one’s own domain is blocked alone, never the domain', async () => {
    expect(await decide('blockDomain', await from('wang@ep.test'))).toMatchObject({ code: 'ownSender' })
    expect(await decide('block', await from('wang@ep.test'))).toMatchObject({ blocked: ['wang@ep.test'] })
  })

  it('S21: of another person’s mail is not there, and nothing chosen is said to be nothing', async () => {
    expect(await decide('block', await from('s@bad.example', 'wang@ep.test'))).toMatchObject({ code: 'notFound' })
    expect(await decide('block')).toMatchObject({ code: 'noMailSelected' })
    expect(await decide('burn', await from('s@bad.example'))).toMatchObject({ code: 'badField', field: 'decision' })
  })
})
