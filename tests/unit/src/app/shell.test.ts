import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Build, makeShell, reloadPatienceMs } from '#src/app/install/shell'
import { memoryCaches } from '#tests/support/browser/memoryCaches'

const origin = 'https://mail.example'
const build = (version: string): Build => ({
  version,
  page: '/index.html',
  files: ['/index.html', '/skin.js', `/assets/index-${version}.js`, `/assets/late-${version}.js`],
})
const pageOf = (version: string) =>
  `<!doctype html><script src="/skin.js"></script><script type="module" crossorigin src="/assets/index-${version}.js"></script>`

let memory: ReturnType<typeof memoryCaches>
/** What the site serves, and whether anything answers. */
let served: string
let missing: readonly string[]
let line: 'up' | 'cut' | 'silent'
const asked: string[] = []

const fetchFile = vi.fn(async (input: RequestInfo | URL): Promise<Response> => {
  const { pathname } = new URL(input instanceof Request ? input.url : String(input), origin)
  asked.push(pathname)
  if (line === 'cut') throw new TypeError('Failed to fetch')
  if (line === 'silent') return new Promise(() => undefined)
  if (missing.includes(pathname)) return new Response('', { status: 404 })
  const isPage = pathname === '/index.html' || !pathname.includes('.')
  return new Response(isPage ? pageOf(served) : `${pathname} of ${served}`)
})
const shellOf = (version: string) => makeShell({ caches: memory.caches, fetch: fetchFile, origin }, build(version))
const request = (path: string, more: { mode?: RequestMode; cache?: RequestCache; method?: string } = {}) => {
  const made = new Request(new URL(path, origin), { method: more.method ?? 'GET' })
  // Nobody but a browser can ask so.
  Object.defineProperty(made, 'mode', { value: more.mode ?? 'cors' })
  Object.defineProperty(made, 'cache', { value: more.cache ?? 'default' })
  return made
}
const visit = (path: string, cache: RequestCache = 'default') => request(path, { mode: 'navigate', cache })
const textOf = async (answer: Promise<Response> | null) => (await answer)?.text()

beforeEach(() => {
  memory = memoryCaches()
  served = 'one'
  missing = []
  line = 'up'
  asked.length = 0
})
afterEach(() => vi.useRealTimers())

describe('the kept shell', () => {
  it('R5: opens any page without a line, with every file of its build', async () => {
    const shell = shellOf('one')
    await shell.keep()
    line = 'cut'
    for (const path of ['/', '/receive', '/receive/mailshow?id=1', '/writeMail'])
      expect(await textOf(shell.answer(visit(path)))).toBe(pageOf('one'))
    expect(await textOf(shell.answer(request('/assets/late-one.js')))).toBe('/assets/late-one.js of one')
    expect(await textOf(shell.answer(request('/skin.js')))).toBe('/skin.js of one')
  })

  it('S18: leaves every call, and whatever the gateway answers itself, to the line', async () => {
    const shell = shellOf('one')
    await shell.keep()
    for (const path of ['/webmail/query/queryfolder2.action', '/webmail/download/part?id=1', '/healthz', '/readyz']) {
      expect(shell.answer(request(path))).toBeNull()
      expect(shell.answer(visit(path))).toBeNull()
    }
    expect(shell.answer(request('/receive', { method: 'POST' }))).toBeNull()
    expect(shell.answer(request('https://elsewhere.example/assets/late-one.js'))).toBeNull()
    // The look for a new version has to see what the site serves.
    expect(shell.answer(request('/index.html'))).toBeNull()
    expect(memory.paths()).toEqual({ 'ep-shell-one': build('one').files.toSorted() })
  })

  it('R23: is kept whole or not at all', async () => {
    missing = ['/assets/late-one.js']
    await expect(shellOf('one').keep()).rejects.toThrow('/assets/late-one.js')
    expect(memory.paths()).toEqual({})
  })

  it('R23: is not taken from a gateway that serves another build', async () => {
    served = 'two'
    await expect(shellOf('one').keep()).rejects.toThrow('another build')
    expect(memory.paths()).toEqual({})
  })

  it('R23: opens the new build from its first page on, while a page of the former one still finds its parts', async () => {
    for (const version of ['zero', 'one', 'two']) {
      served = version
      await shellOf(version).keep()
      await shellOf(version).dropFormer()
    }
    expect(Object.keys(memory.paths())).toEqual(['ep-shell-one', 'ep-shell-two'])
    line = 'cut'
    const shell = shellOf('two')
    expect(await textOf(shell.answer(visit('/receive')))).toBe(pageOf('two'))
    expect(await textOf(shell.answer(request('/assets/late-one.js')))).toBe('/assets/late-one.js of one')
    expect(await textOf(shell.answer(request('/skin.js')))).toBe('/skin.js of two')
  })

  it('R23: a page that is loaded anew is the one that the site serves', async () => {
    const shell = shellOf('one')
    await shell.keep()
    served = 'two'
    expect(await textOf(shell.answer(visit('/receive', 'no-cache')))).toBe(pageOf('two'))
    // And one that is only visited waits for nobody.
    expect(await textOf(shell.answer(visit('/receive')))).toBe(pageOf('one'))
    expect(await textOf((await memory.caches.match('/index.html')) ? shell.answer(visit('/')) : null)).toBe(
      pageOf('one'),
    )
  })

  it.each(['cut', 'silent'] as const)(
    'R5: a page that is loaded anew opens all the same over a line that is %s',
    async (state) => {
      const shell = shellOf('one')
      await shell.keep()
      vi.useFakeTimers()
      line = state
      const answer = textOf(shell.answer(visit('/receive', 'no-cache')))
      await vi.advanceTimersByTimeAsync(reloadPatienceMs)
      expect(await answer).toBe(pageOf('one'))
    },
  )

  it('a page whose headers changed is kept anew in the background', async () => {
    const shell = shellOf('one')
    await shell.keep()
    asked.length = 0
    await shell.answer(visit('/receive'))
    await vi.waitFor(() => expect(asked).toEqual(['/index.html']))
  })

  it('goes on over the line where nothing is kept', async () => {
    const shell = shellOf('one')
    expect(await textOf(shell.answer(visit('/receive')))).toBe(pageOf('one'))
    expect(await textOf(shell.answer(request('/assets/late-one.js')))).toBe('/assets/late-one.js of one')
  })
})
