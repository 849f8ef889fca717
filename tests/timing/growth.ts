/** How time grows with size, measured within one run: a busy machine is slow for both sizes, a bad algorithm for one. */

const fewestRounds = 5
/** Another process may have the core while one size is measured: as many looks, at most, until a quiet moment is met. */
const mostRounds = 40
/** Below this a clock says nothing. */
const leastMs = 0.2

function timed(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

/** Times as long for eight times as much: about 8 where time is in proportion, about 64 where it grows with the square. */
export function growth(work: (size: number) => unknown, size: number): number {
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  // In turns, so that a slow moment meets both. More looks make neither faster than it is: what grows with the square stays there.
  for (let round = 0; round < mostRounds; round++) {
    small = Math.min(
      small,
      timed(() => work(size)),
    )
    large = Math.min(
      large,
      timed(() => work(size * 8)),
    )
    if (round + 1 >= fewestRounds && ratio(large, small) < inProportion) break
  }
  return ratio(large, small)
}

const ratio = (large: number, small: number): number => Math.max(leastMs, large) / Math.max(leastMs, small)

/** Well above proportion with its noise, well below the square. */
export const inProportion = 32
