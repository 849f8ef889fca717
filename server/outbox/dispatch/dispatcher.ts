/** Works the outbox off in the background: woken by each send, by the clock for what waits, and by a start after a crash. */
import { randomUUID } from 'node:crypto'
import { LeaseLost } from '../../core/leases'
import { StoreAway } from '../../core/refusal'
import { pauseAfter } from './backoff'
import type { ClaimedEntry, DispatchDeps } from './dispatchDeps'
import { keepLease, type Lease } from './lease'
import { workEntry } from './workEntry'

export type DispatcherOptions = {
  /** Entries worked on at once. */
  readonly atOnce?: number
  /** After this long without a word from whoever took it, an entry is anyone's; it is renewed at a third while it is in hand. */
  readonly leaseMs?: number
  /** Longest sleep. Short where other gateways work on the same journal: what one leaves when it dies wakes nobody here. */
  readonly pollMs?: number
}

export type Dispatcher = {
  readonly start: () => void
  /** There may be something to do. */
  readonly wake: () => void
  /** Waits until nothing that is due now is left undone. */
  readonly drain: () => Promise<void>
  /**
   * Takes nothing new and waits for what is in hand, `withinMs` at the most when that is given: what is left then is given back, so that
   * another may take it at once, and whoever still works on it here finds it lost before the next step that matters.
   */
  readonly stop: (withinMs?: number) => Promise<void>
}

/** How soon a store that could not be read is asked again. */
const awayMs = 5_000
/** How soon what is due is asked for again when it could not be had: another worker is just taking it. */
const takenMs = 50

export function makeDispatcher(
  deps: DispatchDeps,
  { atOnce = 4, leaseMs = 60_000, pollMs = 60_000 }: DispatcherOptions = {},
): Dispatcher {
  const inHand = new Map<string, { readonly work: Promise<void>; readonly lease: Lease }>()
  let running = false
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> | null = null
  let again = false

  const take = (entry: ClaimedEntry, worker: string) => {
    const lease = keepLease(deps, entry.id, worker, leaseMs)
    const work = workEntry(deps, entry, lease)
      .catch((error: unknown) => postpone(deps, lease, error))
      .finally(() => {
        lease.end()
        inHand.delete(entry.id)
        if (running) wake()
      })
    inHand.set(entry.id, { work, lease })
  }

  /** Takes what is due into every free hand; answers whether it took anything. */
  const claim = async (): Promise<boolean> => {
    const most = atOnce - inHand.size
    if (most <= 0) return false
    // A name for each claim: what was once lost to another is not this worker's again because it claims anew.
    const worker = randomUUID()
    const wanted = { worker, now: deps.clock.now(), leaseMs, most, except: [...inHand.keys()] }
    const entries = await deps.outbox.claim(wanted)
    for (const entry of entries) take(entry, worker)
    return entries.length > 0
  }

  const sleep = async () => {
    const due = await deps.outbox.nextDue()
    clearTimeout(timer)
    if (!running || inHand.size >= atOnce) return
    const wait = due === null ? pollMs : due - deps.clock.now()
    timer = setTimeout(wake, Math.min(wait > 0 ? Math.max(wait, 10) : takenMs, pollMs)).unref()
  }

  const round = async () => {
    try {
      do {
        again = false
        await claim()
      } while (again && running)
      await sleep()
    } catch (error) {
      reportBug(deps, error)
      clearTimeout(timer)
      if (running) timer = setTimeout(wake, awayMs).unref()
    } finally {
      turn = null
      if (again && running) wake()
    }
  }

  const settled = () => Promise.all([turn, ...[...inHand.values()].map(({ work }) => work)])

  const giveBack = async () => {
    const now = deps.clock.now()
    await Promise.all([...inHand.values()].map(({ lease }) => lease.settle(now).catch(() => undefined)))
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
      do await settled()
      while ((await claim()) || inHand.size > 0)
    },
    stop: async (withinMs) => {
      running = false
      clearTimeout(timer)
      if (withinMs === undefined) await settled()
      else if (!(await endsWithin(settled(), withinMs))) await giveBack()
    },
  }
}

function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms)
    void work.finally(() => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}

/** A store that is away or full now may be there in a minute; where even this cannot be written, the lease ends by itself. */
async function postpone(deps: DispatchDeps, lease: Lease, error: unknown): Promise<void> {
  reportBug(deps, error)
  if (error instanceof LeaseLost) return
  await lease.settle(deps.clock.now() + pauseAfter(1)).catch(() => undefined)
}

/** A store or server that is away is no bug, and whether it is there is said elsewhere. */
function reportBug({ report }: DispatchDeps, error: unknown): void {
  if (error instanceof StoreAway) return
  report?.(error instanceof Error ? error.name : typeof error)
}
