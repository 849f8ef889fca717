/** How time grows with size, measured within one run: a busy machine is slow for both sizes, a bad algorithm for one. */

const runs = 5
/** Below this a clock says nothing. */
const leastMs = 0.2

function best(work: () => void): number {
  const taken = Array.from({ length: runs }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
  return Math.max(leastMs, Math.min(...taken))
}

/** Times as long for eight times as much: about 8 where time is in proportion, about 64 where it grows with the square. */
export function growth(work: (size: number) => unknown, size: number): number {
  return best(() => void work(size * 8)) / best(() => void work(size))
}

/** Well above proportion with its noise, well below the square. */
export const inProportion = 32
