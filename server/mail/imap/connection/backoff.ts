/** How long a failing server is left in peace: never so long that a person still waits ten seconds after it works again. */

const firstMs = 250
const longestMs = 5_000

export type Backoff = {
  readonly isOn: () => boolean
  readonly failed: () => void
  readonly worked: () => void
}

export function makeBackoff(now: () => number = () => performance.now(), chance: () => number = Math.random): Backoff {
  let failures = 0
  let until = Number.NEGATIVE_INFINITY
  return {
    isOn: () => now() < until,
    failed: () => {
      const window = Math.min(longestMs, firstMs * 2 ** failures)
      failures = Math.min(failures + 1, 20)
      // Spread out, so that all of a server's people do not come back at the same moment.
      until = now() + window * (0.5 + chance() / 2)
    },
    worked: () => {
      failures = 0
      until = Number.NEGATIVE_INFINITY
    },
  }
}
