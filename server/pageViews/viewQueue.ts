/** Page views on their way to whoever counts them: nobody who looks at a page waits for that, or hears that it failed. */
import type { Clock } from '../kit/clock'
import type { PageView, PageViews } from './pageViews.store'

export type ViewQueue = {
  /** Takes them at once; what is too much is dropped. */
  readonly take: (views: readonly Omit<PageView, 'at'>[]) => void
  /** Hands over what waits, within that many milliseconds, and takes nothing more. */
  readonly close: (withinMs?: number) => Promise<void>
}

export type ViewQueueDeps = {
  readonly pageViews: PageViews
  readonly clock: Clock
  /** Told of the first failure after a success. */
  readonly report: (name: string) => void
}

/** Milliseconds for which views are gathered. */
const pauseMs = 5_000
/** Views that are handed over at a time, and that wait at the most. */
const mostAtOnce = 500
const mostWaiting = 10_000

export function makeViewQueue({ pageViews, clock, report }: ViewQueueDeps): ViewQueue {
  const waiting: PageView[] = []
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> | null = null
  let isFailing = false
  let isClosed = false

  /** Never rejects: what could not be handed over is gone, and is not tried again. */
  async function handOver(): Promise<void> {
    const views = waiting.splice(0, mostAtOnce)
    try {
      await pageViews.count(views)
      isFailing = false
    } catch (error) {
      if (!isFailing) report(error instanceof Error ? error.name : 'Error')
      isFailing = true
    }
  }

  function plan(): void {
    if (timer !== undefined || underWay !== null || waiting.length === 0 || isClosed) return
    timer = setTimeout(() => {
      timer = undefined
      underWay = handOver().finally(() => {
        underWay = null
        plan()
      })
    }, pauseMs).unref()
  }

  async function finish(): Promise<void> {
    await underWay
    while (waiting.length > 0) {
      await handOver()
      if (isFailing) return
    }
  }

  return {
    take: (views) => {
      if (isClosed) return
      const at = clock.now()
      const room = mostWaiting - waiting.length
      for (const { route, title } of views.slice(0, room)) waiting.push({ route, title, at })
      plan()
    },
    close: async (withinMs = 2_000) => {
      isClosed = true
      clearTimeout(timer)
      let patience: NodeJS.Timeout | undefined
      const enough = new Promise<void>((resolve) => {
        patience = setTimeout(resolve, withinMs)
      })
      await Promise.race([finish(), enough])
      clearTimeout(patience)
    },
  }
}
