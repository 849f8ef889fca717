import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allBindings } from '../../server/composition/routes'
import { allEndpoints } from '../../src/contract/endpoints'
import { makeTestGateway, type TestGateway } from '../support/gateway/gateway'

const unboundOf = (entered: readonly string[], bound: readonly string[]) =>
  entered.filter((path) => !bound.includes(path))

describe('every call of the contract', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await makeTestGateway()
  })
  afterAll(() => gateway.close())

  it('is bound to a use case', () => {
    const bound = allBindings(gateway.stores).map(({ entry }) => entry.path)
    const entered = allEndpoints.map(({ path }) => path)
    expect(entered.length).toBeGreaterThan(100)
    expect(unboundOf(entered, bound)).toEqual([])
  })

  it('a call that nobody binds is found', () => {
    expect(unboundOf(['a', 'b'], ['a'])).toEqual(['b'])
  })
})
