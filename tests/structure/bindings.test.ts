import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allBindings } from '../../server/composition/routes'
import { allEndpoints } from '../../src/contract/endpoints'
import { makeTestGateway, type TestGateway } from '../support/gateway/gateway'
import { callsToCome } from './callsToCome'

/** Entries that are neither bound nor listed, and entries that are both. */
function judge(entered: readonly string[], bound: readonly string[], toCome: readonly string[]) {
  return {
    missing: entered.filter((path) => !bound.includes(path) && !toCome.includes(path)),
    stale: toCome.filter((path) => bound.includes(path) || !entered.includes(path)),
  }
}

describe('every call of the contract', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await makeTestGateway()
  })
  afterAll(() => gateway.close())

  it('is bound to a use case, or stands in the list that only shrinks', () => {
    const bound = allBindings(gateway.stores).map(({ entry }) => entry.path)
    const entered = allEndpoints.map(({ path }) => path)
    expect(judge(entered, bound, callsToCome)).toEqual({ missing: [], stale: [] })
  })

  it('a call that is bound and still listed is found, and so is one that is neither', () => {
    expect(judge(['a', 'b'], ['a'], ['a'])).toEqual({ missing: ['b'], stale: ['a'] })
  })
})
