import { describe, expect, it } from 'vitest'
import { read, sourcesOf } from './sources'

/** What fetches code late and stays on the page where that does not arrive. */
const ways = /\b(?:lazyDialog|lazyPiece|lazyBackground|loadChunk)\(/

/** Those, and the pages, which `missingPage` stands in for. */
const makers = [
  'src/components/lazy/lazyDialog.tsx',
  'src/components/lazy/lazyPiece.tsx',
  'src/app/background/lazyBackground.ts',
  'src/app/routes/',
]

/** Where a fetching goes on otherwise, each with its reason. */
const reasons: Readonly<Record<string, string>> = {
  'src/app/makeApp.ts': 'whoever asks for the kept mails goes on without them',
  'src/features/mailbox/touch/useRowTouch.ts': 'every deed of a finger has a button as well',
  'src/features/session/LoginPage.tsx': 'the password signs in without a passkey',
  'src/app/layout/signOutByHand.ts': 'says it in words of its own: whoever leaves would lose words',
  'src/app/layout/reloadAfterSaving.ts': 'the words that it would save are in the browser as well',
  'src/lib/i18n/i18n.ts': 'whoever asks for the texts says what is missing without them',
  'src/store/settings/startPage.ts': 'whoever signs in goes to the usual page without it',
  'src/app/background/watchSends.ts': 'is asked again at the next change, and shows nothing until then',
}

/** What gives the code that they fetch its 120 seconds. */
const timed = [
  'src/components/lazy/lazyDialog.tsx',
  'src/components/lazy/lazyPiece.tsx',
  'src/store/loadChunk.ts',
  'src/app/background/lazyBackground.ts',
  'src/app/routes/makeRoutes.tsx',
  'src/app/routes/missingPage.tsx',
  'src/app/routes/prefetchMailbox.ts',
]

/** Loaders of pages, which `makeRoutes` and `prefetchMailbox` time. */
const pageLoaders = /^src\/app\/routes\//

function fetchesUntimed(path: string, text: string): boolean {
  if (pageLoaders.test(path)) return false
  return text
    .split('\n')
    .some(
      (line) => /(?<!: |= )\bimport\(|= await import\(/.test(line) && !ways.test(line) && !/withinTime\(/.test(line),
    )
}

function bareIn(path: string, text: string): string[] {
  if (makers.some((maker) => path.startsWith(maker)) || path in reasons) return []
  const lines = text.split('\n')
  return lines.filter((line) => (/\blazy[<(]/.test(line) || /\bimport\(/.test(line)) && !ways.test(line))
}

describe('code that is fetched late', () => {
  it('never takes the page away where it does not arrive', () => {
    const bare = [...sourcesOf('src')].flatMap(([path, text]) => bareIn(path, text).map((line) => `${path}: ${line}`))
    expect(bare).toEqual([])
  })

  it('has 120 seconds, whichever way it is fetched (SPEC §9)', () => {
    const untimed = [...sourcesOf('src')].filter(([path, text]) => fetchesUntimed(path, text)).map(([path]) => path)
    expect(untimed).toEqual([])
    expect(timed.filter((path) => !read(path).includes('withinTime('))).toEqual([])
    expect(read('src/lib/clock/withinTime.ts')).toContain('limits.chunkLoadTimeoutMs')
  })

  it.each([
    ["import('./a').then(show)", true],
    ["const a = await import('./a')", true],
    ["const a = await withinTime(import('./a'))", false],
    ["const A = lazyDialog(async () => (await import('./A')).A)", false],
    ["type A = import('./a').A", false],
  ])('of %s it is said that it waits without end: %s', (line, isUntimed) => {
    expect(fetchesUntimed('src/features/mailbox/A.tsx', line)).toBe(isUntimed)
  })

  it('a reason stands only for a file that fetches some', () => {
    const fetching = [...sourcesOf('src')].filter(([, text]) => /\bimport\(/.test(text)).map(([path]) => path)
    expect(Object.keys(reasons).filter((path) => !fetching.includes(path))).toEqual([])
  })

  it.each([
    "const A = lazy(async () => ({ default: (await import('./A')).A }))",
    "const { a } = await import('./a')",
    "import('./a').then(show)",
  ])('a planted one is found: %s', (line) => {
    expect(bareIn('src/features/mailbox/components/A.tsx', line)).toEqual([line])
  })

  it('what stays on the page is not', () => {
    expect(bareIn('src/features/mailbox/A.tsx', "const A = lazyDialog(async () => (await import('./A')).A)")).toEqual(
      [],
    )
  })
})
