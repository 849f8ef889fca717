import { afterEach, describe, expect, it } from 'vitest'
import type { Account } from '#server/core/account'
import { emptyRuleSet } from '#server/core/rules/rules'
import { makeReplyLog } from '#server/rules/arrival/replyLog.sql'
import { makeEmbeddedRuleStores } from '#server/rules/rules.sql'
import type { Database } from '#server/sql/openDatabase'
import { rule, ruleSet } from '../../support/mail/someRules'
import { embeddedSubject, makeEmbeddedPlace } from '../../support/stores/embeddedSetup'
import { ruleStoreConforms } from '../conformance/rules/ruleStore'

const accountOf = (id: string): Account => ({
  id,
  address: `${id}@ep.test`,
  displayName: id,
  tier: 'soho',
  organization: null,
  locked: false,
  dueAt: null,
})

ruleStoreConforms(
  'embedded',
  () => embeddedSubject((db: Database) => makeEmbeddedRuleStores(db).of(accountOf('lin'))),
  { rounds: 30 },
)

describe('what the database keeps of rules', () => {
  let close = async () => {}
  afterEach(() => close())

  async function open() {
    const place = await makeEmbeddedPlace()
    close = place.close
    return { stores: makeEmbeddedRuleStores(place.db()), log: makeReplyLog(place.db()) }
  }

  it("S21: keeps each account's own", async () => {
    const { stores } = await open()
    const rules = ruleSet(rule({ actions: [{ kind: 'discard' }] }))
    await stores.of(accountOf('chen')).replace(rules, '0')
    expect((await stores.of(accountOf('lin')).load()).rules).toEqual(emptyRuleSet)
    expect((await stores.of(accountOf('chen')).load()).rules).toEqual(rules)
  })

  it('lets exactly one of two writers through', async () => {
    const { stores } = await open()
    const store = stores.of(accountOf('lin'))
    const rules = ruleSet(rule({ actions: [{ kind: 'discard' }] }))
    const both = await Promise.allSettled([store.replace(rules, '0'), store.replace(emptyRuleSet, '0')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('lets one answer go to one sender within its days, for one reason', async () => {
    const { log } = await open()
    const claim = (sender: string, at: number, reason = 'away') => log.claim('lin', reason, sender, at, 1_000)
    expect(await claim('a@x.test', 1_000)).toBe(true)
    expect(await claim('a@x.test', 1_999)).toBe(false)
    expect(await claim('b@x.test', 1_999)).toBe(true)
    expect(await claim('a@x.test', 1_999, 'rule-1')).toBe(true)
    expect(await claim('a@x.test', 2_000)).toBe(true)
    await log.sweep(2_000)
    expect(await claim('b@x.test', 2_001)).toBe(true)
    expect(await claim('a@x.test', 2_001)).toBe(false)
  })
})
