import { afterEach, describe, expect, it } from 'vitest'
import type { RuleSet } from '../../server/core/rules/rules'
import { type FaultProxy, openFaultProxy } from '../support/connections/faultProxy'
import { away, rule, ruleSet, subjectHas } from '../support/mail/someRules'
import { labEnv } from './lab/env'
import { openSievePlace } from './sievePlace'

const cuts = 40

/** Long enough to be sent in several pieces. */
const rulesOf = (round: number): RuleSet => ({
  ...ruleSet(
    ...Array.from({ length: 30 }, (_, place) =>
      rule({ name: `规则 ${round}`, conditions: [subjectHas(`${round}-${place}`)], actions: [{ kind: 'flag' }] }),
    ),
  ),
  away: away({ text: `Round ${round}` }),
})

describe('the line to ManageSieve', () => {
  let proxy: FaultProxy
  afterEach(() => proxy.close())

  it('R8: is cut anywhere: the rules are the old ones or the new ones, and the next call works', async () => {
    proxy = await openFaultProxy({ to: labEnv().sievePort, seed: 8 })
    const { store, asClient } = await openSievePlace('cut', proxy.port)
    let standing = rulesOf(0)
    await store.replace(standing, (await store.load()).version)
    const failed = { load: 0, replace: 0 }
    for (let round = 1; round <= cuts; round += 1) {
      const { version } = await store.load()
      const wanted = rulesOf(round)
      const direction = proxy.random(2) === 0 ? 'fromClient' : 'fromServer'
      await proxy.inflict({ kind: 'cut', direction, bytes: proxy.random(direction === 'fromClient' ? 14_000 : 15_000) })
      const writes = round % 2 === 0
      const done = await (writes ? store.replace(wanted, version) : store.load()).then(
        () => true,
        (error: unknown) => {
          expect(error).toMatchObject({ name: 'StoreAway' })
          return false
        },
      )
      await proxy.heal()
      if (!done) failed[writes ? 'replace' : 'load'] += 1
      const kept = await store.load()
      if (writes && (done || kept.rules.away.text === wanted.away.text)) standing = wanted
      expect(kept).toMatchObject({ rules: standing, isInForce: true })
    }
    expect(await asClient((client) => client.list())).toEqual([{ name: 'ep-mail', isActive: true }])
    // Else the cuts came after everything was said, and showed nothing.
    expect(failed.load).toBeGreaterThan(3)
    expect(failed.replace).toBeGreaterThan(3)
  })

  it('R9: is dead: the call ends in time, and works again when the line does', async () => {
    proxy = await openFaultProxy({ to: labEnv().sievePort })
    const { store } = await openSievePlace('dead', proxy.port)
    await proxy.inflict({ kind: 'blackHole' })
    await expect(store.load()).rejects.toMatchObject({ name: 'StoreAway' })
    await proxy.heal()
    await proxy.inflict({ kind: 'refuse' })
    await expect(store.load()).rejects.toMatchObject({ name: 'StoreAway' })
    await proxy.heal()
    expect((await store.load()).isInForce).toBe(true)
  })
})
