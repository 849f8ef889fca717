/** So many at a time, in the order of asking. */

export type WatchSlots = { readonly within: <T>(work: () => Promise<T>) => Promise<T> }

export function makeWatchSlots(count: number): WatchSlots {
  const waiting: (() => void)[] = []
  let free = count
  return {
    within: async (work) => {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next === undefined) free += 1
        else next()
      }
    },
  }
}
