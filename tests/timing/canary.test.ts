/** Whatever one account, sender or address does, everybody else is served (TRUST S27, S30, R9). `npm run soak` asks the same of thousands of mutations. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canaryMost, percentile } from '../support/canary/canary'
import { shapes } from '../support/canary/shapes'
import { openTarget, type Target } from '../support/canary/target'

let target: Target
const latencies: number[] = []

beforeAll(async () => {
  target = await openTarget({ mails: 1_100 })
})
afterAll(() => target.close())

describe('the gateway goes on answering everybody else within a second', () => {
  it.each(shapes)('S27: while one sends or asks for $name', async (shape) => {
    const watched = await target.canary.watch(() => shape.run(target))
    latencies.push(...watched.latencies)
    const told = JSON.stringify({ ...watched, latencies: undefined })
    expect(watched.failed, told).toBe(0)
    expect(watched.longest, told).toBeLessThanOrEqual(canaryMost.longest)
    expect(watched.memory.most - watched.memory.before, told).toBeLessThanOrEqual(canaryMost.growth)
  })

  it('S27: over all of these, within 200 ms in 99 of 100', () => {
    expect(latencies.length).toBeGreaterThan(200)
    expect(percentile(latencies, 0.99)).toBeLessThanOrEqual(canaryMost.p99)
  })
})
