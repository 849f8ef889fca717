import { describe, expect, it } from 'vitest'
import { closeInOrder } from '#server/composition/closing'
import { makeLog } from '#server/http/log'

function stage(doors: readonly (() => Promise<unknown>)[], closingMs = 10_000) {
  const steps: string[] = []
  const given: number[] = []
  const note = (step: string) => () => {
    steps.push(step)
  }
  const closing = closeInOrder({
    readiness: { drain: note('not ready') },
    drainMs: 1_000,
    closingMs,
    doors: [
      async () => {
        steps.push('doors')
      },
      ...doors,
    ],
    cut: note('cut'),
    rest: async (withinMs) => {
      given.push(withinMs)
      steps.push('rest')
    },
    log: makeLog({ level: 'error', write: () => undefined, now: Date.now }),
    wait: async (ms) => {
      steps.push(`waits ${ms}`)
    },
  })
  return { steps, closing, given }
}

describe('R18: a gateway that is told to end', () => {
  it('is first no longer ready, then closes its doors, then its stores', async () => {
    const { steps, closing } = stage([])
    await closing
    expect(steps.filter((it) => it !== 'waits 10000' && it !== 'cut')).toEqual([
      'not ready',
      'waits 1000',
      'doors',
      'rest',
    ])
  })

  it('cuts what does not end, and closes its stores all the same', async () => {
    const { steps, closing } = stage([() => new Promise(() => undefined)])
    await closing
    expect(steps).toEqual(['not ready', 'waits 1000', 'doors', 'waits 10000', 'cut', 'rest'])
  })

  it('gives its stores a second, however long the doors took', async () => {
    const { closing, given } = stage([], 0)
    await closing
    expect(given).toEqual([1_000])
  })
})
