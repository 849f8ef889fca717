/** How a gateway ends when it is told to: nothing that was accepted is lost, and nothing waits for ever (TRUST R18). */
import type { Log } from '../http/log'
import type { Readiness } from '../http/readiness'

export type ShutdownDeps = {
  readonly readiness: Pick<Readiness, 'drain'>
  /** Milliseconds in which balancers may notice, while everything is still answered. */
  readonly drainMs: number
  /** Milliseconds for what is in hand once the doors are closed. */
  readonly closingMs: number
  /** Each takes nothing new from now on, and resolves when what it has in hand is done. */
  readonly doors: readonly (() => Promise<unknown>)[]
  /** Cuts what was not done in time. */
  readonly cut: () => void
  /** Ends the rest within so many milliseconds: work in the background, then the stores. */
  readonly rest: (withinMs: number) => Promise<void>
  readonly log: Log
  readonly wait?: (ms: number) => Promise<void>
}

/** What the rest always gets, even when the doors took all the time. */
const leastMs = 1_000

export async function closeInOrder(deps: ShutdownDeps): Promise<void> {
  const { readiness, drainMs, closingMs, doors, cut, rest, log, wait = pause } = deps
  readiness.drain()
  log.info({ event: 'draining' })
  if (drainMs > 0) await wait(drainMs)
  log.info({ event: 'closing' })
  const until = performance.now() + closingMs
  const done = Promise.all(doors.map((close) => close())).then(() => true)
  if (!(await Promise.race([done, wait(closingMs).then(() => false)]))) cut()
  await rest(Math.max(leastMs, until - performance.now()))
  log.info({ event: 'closed' })
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
