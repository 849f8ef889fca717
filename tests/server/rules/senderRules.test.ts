/** What is decided of senders by way of a mail: on record before the mail moves, carried out on what arrives, and taken back by an Undo. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '#server/core/account'
import { emptyRuleSet, type RuleSet } from '#server/core/rules/rules'
import { makeReportSpam } from '#server/mail/change/moveMails'
import { redirectRules } from '#server/mail/folders/folderRules'
import { blockSenders } from '#server/rules/senderRules'
import type { makeCalls, Signed } from '../../support/gateway/calls'
import type { TestGateway } from '../../support/gateway/gateway'
import { linAndWang } from '../../support/gateway/twoPeople'
import { rule, ruleSet } from '../../support/mail/someRules'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let account: Account
let lin: Signed
let wang: Signed

beforeEach(async () => {
  ;({ gateway, calls, account, lin, wang } = await linAndWang())
})
afterEach(() => gateway.close())

const from = (sender: string) => gateway.deliver('lin@ep.test', `From: ${sender}\nSubject: A\n\nText\n`)
const report = async (values: Record<string, string | readonly string[]>, session = lin) =>
  (await calls.post('mailFiltering/saveReportSpamList.action', values, { session })).json
const remember = async (values: Record<string, string | readonly string[]>) =>
  (await calls.post('mailFiltering/moveMail2.action', values, { session: lin })).json
const takeBack = async (values: Record<string, readonly string[]>) =>
  (await calls.post('mailFiltering/takeBackSenders.action', values, { session: lin })).json

function ruleStore() {
  const { rules } = gateway.stores
  if (rules === null) throw new Error('This house keeps rules')
  return rules.of(account)
}
const kept = async () => (await ruleStore().load()).rules

describe('report spam', () => {
  it('blocks each sender once where asked, in lower case, never the person, and tells what it set', async () => {
    const ids = [await from('Spam <S@Bad.example>'), await from('s@bad.example'), await from('lin@ep.test')]
    expect(await report({ ids, blacklist: '1' })).toMatchObject({ code: '200', blocked: ['s@bad.example'], rules: [] })
    expect((await kept()).lists.black).toEqual(['s@bad.example'])
    const again = await report({ ids: [await from('s@bad.example')], blacklist: '1' })
    expect(again).toMatchObject({ code: '200', blocked: [] })
  })

  it('names a trusted domain that still lets the sender through', async () => {
    const { version } = await ruleStore().load()
    await ruleStore().replace({ ...emptyRuleSet, lists: { black: [], white: ['@bad.example'] } }, version)
    const told = await report({ ids: [await from('s@bad.example')], blacklist: '1' })
    expect(told).toMatchObject({ blocked: ['s@bad.example'], distrusted: [], against: ['@bad.example'] })
  })

  it('blocks nobody where that is not asked', async () => {
    expect(await report({ ids: [await from('s@bad.example')] })).toMatchObject({ code: '200', blocked: [] })
    expect((await kept()).lists.black).toEqual([])
  })

  it('takes a sender off the whitelist, which would outweigh it, and the Undo puts all back', async () => {
    const { version } = await ruleStore().load()
    await ruleStore().replace({ ...emptyRuleSet, lists: { black: [], white: ['S@bad.example'] } }, version)
    const told = await report({ ids: [await from('s@bad.example')], blacklist: '1' })
    expect(told).toMatchObject({ blocked: ['s@bad.example'], distrusted: ['S@bad.example'] })
    expect((await kept()).lists).toEqual({ black: ['s@bad.example'], white: [] })
    await takeBack({ blocked: ['s@bad.example'], distrusted: ['S@bad.example'] })
    expect((await kept()).lists).toEqual({ black: [], white: ['S@bad.example'] })
  })

  it('R11: loses nothing that another window sets at the same moment', async () => {
    const senders = ['one@bad.example', 'two@bad.example', 'three@bad.example']
    const ids = await Promise.all(senders.map(from))
    await Promise.all(ids.map((id) => report({ ids: [id], blacklist: '1' })))
    expect((await kept()).lists.black.toSorted()).toEqual(senders.toSorted())
  })

  it('R11: nor what follows a folder, where a mail server takes whatever comes last', async () => {
    let set = ruleSet(rule({ actions: [{ kind: 'file', folder: 'old' }] }))
    const load = async () => {
      const loaded = { rules: set, version: '', isInForce: true }
      await new Promise(setImmediate)
      return loaded
    }
    const replace = async (wanted: RuleSet) => {
      set = wanted
      return { version: '' }
    }
    const rules = { of: () => ({ ...ruleStore(), load, replace }) }
    await Promise.all([
      redirectRules(rules, account, new Map([['old', 'new']])),
      blockSenders(rules, account, ['s@bad.example']),
    ])
    expect([set.rules[0]?.actions, set.lists.black]).toEqual([[{ kind: 'file', folder: 'new' }], ['s@bad.example']])
  })

  it("S21: another person's mail blocks nobody", async () => {
    const id = await from('s@bad.example')
    expect(await report({ ids: [id], blacklist: '1' }, wang)).toMatchObject({ code: 'notFound' })
    expect((await kept()).lists.black).toEqual([])
  })

  it('says so where rules are kept nowhere, and leaves the mail where it is', async () => {
    const id = await from('s@bad.example')
    const useCase = makeReportSpam({ ...gateway.stores, rules: null })
    const session = { accountId: account.id, username: account.address, timezone: 'Asia/Shanghai', createdAt: 0 }
    const caller = { account, session, tokenHash: '', sealedSecret: null }
    await expect(useCase({ ids: [id], blacklist: true }, caller)).rejects.toMatchObject({ code: 'serverCannot' })
    expect(await gateway.stores.mailStores.of(account).summaries([id])).toMatchObject([{ folder: 'inbox' }])
  })
})

describe('a move that is remembered', () => {
  it('makes one rule for the senders, once, and the Undo takes it away', async () => {
    const ids = [await from('a@news.example'), await from('b@news.example')]
    const told = await remember({ ids, target: 'deleted', rememberSender: '1' })
    const { rules } = await kept()
    expect(told).toMatchObject({ code: '200', rules: [rules[0]?.id] })
    expect(rules).toMatchObject([
      {
        isEnabled: true,
        conditions: [{ kind: 'person', field: 'from', test: 'is', values: ['a@news.example', 'b@news.example'] }],
        actions: [{ kind: 'file', folder: 'deleted' }],
      },
    ])
    expect(await remember({ ids, target: 'deleted', rememberSender: '1' })).toMatchObject({ rules: [] })
    await takeBack({ rules: rules.map(({ id }) => id) })
    expect((await kept()).rules).toEqual([])
  })

  it('makes none where that is not asked, and refuses what is no folder', async () => {
    const ids = [await from('a@news.example')]
    expect(await remember({ ids, target: 'nowhere', rememberSender: '1' })).toMatchObject({ code: 'notFound' })
    expect(await remember({ ids, target: 'flag', rememberSender: '1' })).toMatchObject({ code: 'notAllowed' })
    expect(await remember({ ids: [], target: 'junk' })).toMatchObject({ code: 'noMailSelected' })
    expect(await remember({ ids, target: 'junk' })).toMatchObject({ code: '200', rules: [] })
    expect((await kept()).rules).toEqual([])
  })
})
