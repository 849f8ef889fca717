import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PageView } from '#server/pageViews/pageViews.store'
import { makeViewQueue } from '#server/pageViews/viewQueue'

const login = { route: 'login', title: 'titles:login' } as const
const many = (count: number) => Array.from({ length: count }, () => login)

/** A queue whose counting is ended by the test. */
function makeQueue() {
  const reports: (readonly PageView[])[] = []
  const ends: ((error?: Error) => void)[] = []
  const names: string[] = []
  const queue = makeViewQueue({
    pageViews: {
      count: (views) => {
        reports.push(views)
        return new Promise((resolve, reject) => {
          ends.push((error) => (error ? reject(error) : resolve()))
        })
      },
    },
    clock: { now: Date.now },
    report: (name) => names.push(name),
  })
  return { queue, reports, names, end: (error?: Error) => ends.shift()?.(error) }
}

describe('page views on their way', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 21) })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('are handed over together after a pause, with the time at which they came', async () => {
    const { queue, reports, end } = makeQueue()
    queue.take([login])
    await vi.advanceTimersByTimeAsync(4_000)
    queue.take([login])
    expect(reports).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000)
    const at = Date.UTC(2026, 10, 21)
    expect(reports).toEqual([
      [
        { ...login, at },
        { ...login, at: at + 4_000 },
      ],
    ])
    end()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reports).toHaveLength(1)
  })

  it('wait for those before them, and never make whoever brings them wait', async () => {
    const { queue, reports, end } = makeQueue()
    queue.take([login])
    await vi.advanceTimersByTimeAsync(5_000)
    queue.take(many(3))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reports).toHaveLength(1)
    end()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(reports.map(({ length }) => length)).toEqual([1, 3])
  })

  it('are lost where they are not taken: not tried again, and said once until it goes well again', async () => {
    const { queue, reports, names, end } = makeQueue()
    for (const error of [new TypeError('lin@ep.test'), new TypeError(), undefined, new RangeError()]) {
      queue.take([login])
      await vi.advanceTimersByTimeAsync(5_000)
      end(error)
      await vi.advanceTimersByTimeAsync(60_000)
    }
    expect(reports.map(({ length }) => length)).toEqual([1, 1, 1, 1])
    expect(names).toEqual(['TypeError', 'RangeError'])
  })

  it('are no more than there is room for', async () => {
    const { queue, reports, end } = makeQueue()
    queue.take([login])
    await vi.advanceTimersByTimeAsync(5_000)
    for (let round = 0; round < 600; round += 1) queue.take(many(20))
    end()
    for (let round = 0; round < 30; round += 1) {
      await vi.advanceTimersByTimeAsync(5_000)
      end()
    }
    expect(reports.slice(1).map(({ length }) => length)).toEqual(Array.from({ length: 20 }, () => 500))
  })

  it('are handed over at the end, and none after it', async () => {
    const { queue, reports, end } = makeQueue()
    queue.take(many(2))
    const closed = queue.close()
    await vi.advanceTimersByTimeAsync(0)
    end()
    await closed
    queue.take([login])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reports.map(({ length }) => length)).toEqual([2])
  })

  it('hold the end up for no longer than they may', async () => {
    const { queue } = makeQueue()
    queue.take([login])
    const closed = queue.close(1_500)
    await vi.advanceTimersByTimeAsync(1_500)
    await closed
  })
})
