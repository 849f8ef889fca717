/** Works the outbox off in the background: woken by each send, by the clock for what waits, and by a start after a crash. */
import { pauseAfter } from './backoff'
import type { ClaimedEntry, OutboxParts } from './parts'
import { workEntry } from './workEntry'

export type DispatcherOptions = {
  /** Entries worked on at once. */
  readonly atOnce?: number
  /** After this long without a word from whoever took it, an entry is anyone's; what is in hand here is never taken twice. */
  readonly leaseMs?: number
}

export type Dispatcher = {
  readonly start: () => void
  /** There may be something to do. */
  readonly wake: () => void
  /** Waits until nothing that is due now is left undone. */
  readonly drain: () => Promise<void>
  /** Takes nothing new and waits for what is in hand. */
  readonly stop: () => Promise<void>
}

/** Longest sleep: a clock that was set, or a notice that got lost, costs this much at the most. */
const longestSleepMs = 60_000

export function makeDispatcher(
  parts: OutboxParts,
  { atOnce = 4, leaseMs = 60_000 }: DispatcherOptions = {},
): Dispatcher {
  const inHand = new Map<string, Promise<void>>()
  let running = false
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> | null = null
  let again = false

  const take = (entry: ClaimedEntry) => {
    // Its lease ended while it was still being worked on here.
    if (inHand.has(entry.id)) return false
    const work = workEntry(parts, entry)
      .catch((error: unknown) => postpone(parts, entry, error))
      .finally(() => {
        inHand.delete(entry.id)
        if (running) wake()
      })
    inHand.set(entry.id, work)
    return true
  }

  /** Takes what is due into every free hand; answers whether it took anything. */
  const claim = async (): Promise<boolean> => {
    const free = atOnce - inHand.size
    if (free <= 0) return false
    const entries = await parts.outbox.claim(parts.clock.now(), leaseMs, free)
    return entries.map(take).some(Boolean)
  }

  const sleep = async () => {
    const due = await parts.outbox.nextDue()
    clearTimeout(timer)
    if (!running || inHand.size >= atOnce) return
    const wait = due === null ? longestSleepMs : due - parts.clock.now()
    timer = setTimeout(wake, Math.min(Math.max(wait, 10), longestSleepMs))
    timer.unref()
  }

  const round = async () => {
    try {
      do {
        again = false
        await claim()
      } while (again && running)
      await sleep()
    } catch (error) {
      parts.report?.(nameOf(error))
      clearTimeout(timer)
      if (running) timer = setTimeout(wake, pauseAfter(1)).unref()
    } finally {
      turn = null
      if (again && running) wake()
    }
  }

  function wake(): void {
    again = true
    if (running && turn === null) turn = round()
  }

  return {
    wake,
    start: () => {
      running = true
      wake()
    },
    drain: async () => {
      do await Promise.all([turn, ...inHand.values()])
      while ((await claim()) || inHand.size > 0)
    },
    stop: async () => {
      running = false
      clearTimeout(timer)
      await Promise.all([turn, ...inHand.values()])
    },
  }
}

/** A store that is away or full now may be there in a minute; where even this cannot be written, the lease ends by itself. */
async function postpone(parts: OutboxParts, entry: ClaimedEntry, error: unknown): Promise<void> {
  parts.report?.(nameOf(error))
  const next = parts.clock.now() + pauseAfter(1)
  await parts.outbox.settle(entry.id, next).catch(() => undefined)
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}
