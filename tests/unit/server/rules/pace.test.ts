/** How many messages a run changes at once. */
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { makePace } from '#server/rules/running/pace'

/** Sizes of the pieces whose one call takes so long, one after another. */
async function pieces(milliseconds: readonly number[], free = false): Promise<number[]> {
  let now = 0
  const pace = makePace(() => now)
  const sizes = [pace.most()]
  for (const length of milliseconds) {
    await pace.of(async () => {
      if (free) await setImmediate()
      now += length
    })
    sizes.push(pace.most())
  }
  return sizes
}

it('a run of rules takes more at once while that is quick, and fewer once it holds others up', async () => {
  expect(await pieces([2, 2, 2, 15, 60, 60, 60, 60, 60, 2])).toEqual([50, 100, 200, 200, 200, 100, 50, 25, 12, 10, 20])
})

it('a run of rules over a store that works elsewhere takes fifty at once, however long that takes', async () => {
  expect(await pieces([500, 2, 500], true)).toEqual([50, 50, 50, 50])
})
