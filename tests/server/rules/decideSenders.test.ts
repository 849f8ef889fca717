/** Senders blocked and trusted by way of a mail, rules made of one, and how each is taken back. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '#server/core/account'
import { emptyRuleSet } from '#server/core/rules/rules'
import { makeAddRule } from '#server/rules/addRule'
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
const add = async (rule: unknown, session = lin) => {
  const text = typeof rule === 'string' ? rule : JSON.stringify(rule)
  return (await calls.post('mailFiltering/addRule.action', { rule: text }, { session })).json
}

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

describe('a rule made of a mail', () => {
  const draft = {
    name: '客户',
    match: 'any',
    conditions: [
      { field: 'from', test: 'is', value: 'a@far.example' },
      { field: 'list', test: 'contains', value: 'news.far.example' },
    ],
    markSeen: true,
    flag: false,
    folder: 'deleted',
  }

  it('is kept after those that there are, files what arrives, and is taken back by its id', async () => {
    const { id } = await add(draft)
    expect((await kept()).rules).toMatchObject([
      {
        id,
        name: '客户',
        isEnabled: true,
        match: 'any',
        conditions: [
          { kind: 'person', field: 'from', test: 'is', values: ['a@far.example'] },
          { kind: 'header', name: 'List-Id', values: ['news.far.example'] },
        ],
        actions: [{ kind: 'markSeen' }, { kind: 'file', folder: 'deleted' }],
      },
    ])
    await takeBack({ rules: [String(id)] })
    expect((await kept()).rules).toEqual([])
  })

  it.each<[field: string, change: object]>([
    ['name', { name: '  ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['name', { name: 'a\nb' }],
    ['conditions', { conditions: [] }],
    ['conditions', { conditions: [{ field: 'from', test: 'is', value: ' ' }] }],
    ['actions', { markSeen: false, folder: null }],
    ['actions', { folder: 'flag' }],
    ['rule', { match: 'none' }],
    ['rule', { conditions: [{ field: 'size', test: 'is', value: '1' }] }],
  ])('is refused with the field at fault: %s', async (field, change) => {
    expect(await add({ ...draft, ...change })).toMatchObject({ code: 'badField', field })
    expect((await kept()).rules).toEqual([])
  })

  it('is refused where the folder is not there, or what comes is no rule', async () => {
    expect(await add({ ...draft, folder: 'nowhere' })).toMatchObject({ code: 'notFound', field: 'actions' })
    expect(await add('{')).toMatchObject({ code: 'badField', field: 'rule' })
  })

  it('is refused in words where rules are kept nowhere', async () => {
    const addRule = makeAddRule({ mailStores: gateway.stores.mailStores, rules: null })
    const session = { accountId: account.id, username: account.address, timezone: 'UTC', createdAt: 0 }
    const caller = { account, session, tokenHash: '', sealedSecret: null }
    const rule = { ...draft, match: 'any', conditions: [{ field: 'from', test: 'is', value: 'a' }] } as const
    await expect(addRule({ rule: { ...rule, conditions: [...rule.conditions] } }, caller)).rejects.toMatchObject({
      code: 'serverCannot',
    })
  })

  it('more than a hundred are not kept', async () => {
    const rules = Array.from({ length: 100 }, (_, n) => ({
      id: `r${n}`,
      name: `R${n}`,
      isEnabled: true,
      match: 'all' as const,
      conditions: [],
      actions: [{ kind: 'markSeen' as const }],
      stops: false,
    }))
    await ruleStore().replace({ ...emptyRuleSet, rules }, (await ruleStore().load()).version)
    expect(await add(draft)).toMatchObject({ code: 'tooLarge' })
  })
})
