/** So many at a time, in the order of asking. */

export type Places = { readonly within: <T>(work: () => Promise<T>) => Promise<T> }

export function makePlaces(count: number): Places {
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
