import { expect, it } from 'vitest'
import { cutAtRandom } from './cuts'

it('R8: 40 cuts at random bytes of FETCH, SEARCH, APPEND and DATA bring nothing wrong, twice or lost', async () => {
  const report = await cutAtRandom({ seed: 11, rounds: 40 })
  expect(report.faults).toEqual([])
  expect(report.strikes).toBeGreaterThan(20)
}, 240_000)
