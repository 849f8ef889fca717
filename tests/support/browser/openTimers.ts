/** Timers of one length are held until the test lets them ring; all others run as ever. */
import { vi } from 'vitest'

export function holdTimers(ms: number) {
  const held = new Map<number, () => void>()
  const { setTimeout: real, clearTimeout: clearReal } = globalThis
  let last = 1_000_000_000
  // What is faked answers a number where Node would answer an object: nothing asks for more than a handle.
  const set = ((run: () => void, wait?: number, ...rest: unknown[]) => {
    if (wait !== ms) return real(run, wait, ...rest)
    last += 1
    held.set(last, run)
    return last
  }) as typeof setTimeout
  const clear = ((handle?: Parameters<typeof clearTimeout>[0]) => {
    if (typeof handle !== 'number' || !held.delete(handle)) clearReal(handle)
  }) as typeof clearTimeout
  vi.stubGlobal('setTimeout', set)
  vi.stubGlobal('clearTimeout', clear)
  return {
    /** How many wait. */
    count: () => held.size,
    ring: () => {
      const due = [...held.values()]
      held.clear()
      for (const run of due) run()
    },
    release: () => vi.unstubAllGlobals(),
  }
}

/** Likewise what is done again and again: each ring does it once. */
export function holdIntervals(ms: number) {
  const held = new Map<number, () => void>()
  const { setInterval: real, clearInterval: clearReal } = globalThis
  let last = 2_000_000_000
  // As above: a handle is all that is asked for.
  const set = ((run: () => void, wait?: number, ...rest: unknown[]) => {
    if (wait !== ms) return real(run, wait, ...rest)
    last += 1
    held.set(last, run)
    return last
  }) as typeof setInterval
  const clear = ((handle?: Parameters<typeof clearInterval>[0]) => {
    if (typeof handle !== 'number' || !held.delete(handle)) clearReal(handle)
  }) as typeof clearInterval
  vi.stubGlobal('setInterval', set)
  vi.stubGlobal('clearInterval', clear)
  return {
    count: () => held.size,
    ring: () => {
      for (const run of [...held.values()]) run()
    },
    release: () => vi.unstubAllGlobals(),
  }
}
