/** The browser's Cache Storage in memory, as far as a service worker uses it; `paths` shows what lies in each cache. */

type Named = Map<string, Response>

const pathOf = (request: RequestInfo | URL) =>
  new URL(request instanceof Request ? request.url : String(request), 'https://mail.example').pathname

export function memoryCaches() {
  const all = new Map<string, Named>()
  const cacheOf = (named: Named) => ({
    match: async (request: RequestInfo) => named.get(pathOf(request))?.clone(),
    put: async (request: RequestInfo, answer: Response) => void named.set(pathOf(request), answer),
  })
  const storage = {
    open: async (name: string) => {
      const named = all.get(name) ?? new Map()
      all.set(name, named)
      return cacheOf(named)
    },
    delete: async (name: string) => all.delete(name),
    keys: async () => [...all.keys()],
    match: async (request: RequestInfo) => {
      for (const named of all.values()) {
        const found = named.get(pathOf(request))
        if (found !== undefined) return found.clone()
      }
      return undefined
    },
  }
  return {
    // These are the methods that the shell uses; the others of the interface it never calls.
    caches: storage as unknown as CacheStorage,
    paths: () => Object.fromEntries([...all].map(([name, named]) => [name, [...named.keys()].toSorted()])),
  }
}
