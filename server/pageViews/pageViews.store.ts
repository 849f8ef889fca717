/** Counts which pages are looked at: which, and never by whom or at what (TRUST S35). */
import type { RouteId } from '../../src/contract/routes'

export type PageView = {
  readonly route: RouteId
  /** The key of its title, the same in every language. */
  readonly title: string
  /** Epoch milliseconds. */
  readonly at: number
}

export type PageViews = {
  /** Rejects where they could not be handed over, which are then lost: nobody asks a second time. */
  readonly count: (views: readonly PageView[]) => Promise<void>
}

export type DayCount = {
  /** `2026-11-21`, in UTC. */
  readonly day: string
  readonly route: string
  readonly views: number
}

/** Counting of our own, which can be read. */
export type ViewCounter = PageViews & {
  /** From that day on, it included; in the order of days and routes. */
  readonly since: (day: string) => Promise<readonly DayCount[]>
}
