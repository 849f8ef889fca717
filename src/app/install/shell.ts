/**
 * What the service worker keeps: the app's own files of one build, all of them or none, so that it opens without a line and no page ever misses a part
 * of itself. It never touches a call: mail lies in the account's own database (TRUST S18).
 */

/** A build: its name, and the addresses of all its files. */
export type Build = { readonly version: string; readonly page: string; readonly files: readonly string[] }

/** What of a worker's world this needs; TypeScript's own description of it excludes that of pages. */
export type World = {
  readonly caches: CacheStorage
  readonly fetch: typeof fetch
  readonly origin: string
}

export type Shell = {
  /** Keeps this build; rejects where not all of it could be had. */
  readonly keep: () => Promise<void>
  /** Forgets former builds, but for the last: a page that is still open goes on with its own. */
  readonly dropFormer: () => Promise<void>
  /** Null: none of its business. */
  readonly answer: (request: Request) => Promise<Response> | null
}

const prefix = 'ep-shell-'
/** Whoever loads a page anew wants the newest; a dead line is not waited for longer. */
export const reloadPatienceMs = 3_000
const atOnce = 6
/** What the gateway answers itself. */
const notPages = /^\/(?:webmail\/|healthz$|readyz$|metrics$)|\.\w+$/

export function makeShell({ caches, fetch, origin }: World, { version, page, files }: Build): Shell {
  const name = prefix + version
  const own = new Set(files)
  const exactly = { ignoreVary: true }

  async function fetchWhole(path: string): Promise<Response> {
    // Under a name that holds a hash there is only one file ever.
    const answer = await fetch(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return answer
  }

  /** Where several gateways answer, the page may be another build's than the worker. */
  async function isOfThisBuild(answer: Response): Promise<boolean> {
    const text = await answer.clone().text()
    const script = /<script[^>]*type="module"[^>]*src="([^"]+)"/.exec(text)?.[1]
    return script !== undefined && own.has(script)
  }

  async function keep(): Promise<void> {
    const cache = await caches.open(name)
    try {
      const first = await fetchWhole(page)
      if (!(await isOfThisBuild(first))) throw new Error(`${page} is another build's`)
      await cache.put(page, first)
      const rest = files.filter((path) => path !== page)
      const work = async () => {
        for (let path = rest.shift(); path !== undefined; path = rest.shift())
          await cache.put(path, await fetchWhole(path))
      }
      await Promise.all(Array.from({ length: atOnce }, work))
    } catch (error) {
      await caches.delete(name)
      throw error
    }
  }

  async function dropFormer(): Promise<void> {
    const others = (await caches.keys()).filter((one) => one.startsWith(prefix) && one !== name)
    await Promise.all(others.slice(0, -1).map((one) => caches.delete(one)))
  }

  async function keptPage(): Promise<Response | undefined> {
    return (await caches.open(name)).match(page, exactly)
  }

  /** The page's headers may have changed though the build is the same. */
  async function freshen(): Promise<void> {
    const answer = await fetch(page, { cache: 'no-cache' })
    if (answer.ok && (await isOfThisBuild(answer))) await (await caches.open(name)).put(page, answer)
  }

  async function open(request: Request): Promise<Response> {
    const kept = await keptPage()
    if (kept === undefined) return fetch(request)
    if (request.cache === 'default' || request.cache === 'force-cache') {
      void freshen().catch(() => undefined)
      return kept
    }
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), reloadPatienceMs))
    const answer = await Promise.race([fetch(request).catch(() => null), late])
    return answer?.ok === true ? answer : kept
  }

  async function file(request: Request, path: string): Promise<Response> {
    // Of any build: a page that is still open may be a former one's.
    const kept = path.startsWith('/assets/')
      ? await caches.match(path, exactly)
      : await (await caches.open(name)).match(path, exactly)
    return kept ?? fetch(request)
  }

  return {
    keep,
    dropFormer,
    answer(request) {
      const url = new URL(request.url)
      if (request.method !== 'GET' || url.origin !== origin) return null
      if (request.mode === 'navigate') return notPages.test(url.pathname) ? null : open(request)
      const isFile = url.pathname.startsWith('/assets/') || (own.has(url.pathname) && url.pathname !== page)
      return isFile ? file(request, url.pathname) : null
    },
  }
}
