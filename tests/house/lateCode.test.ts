import { describe, expect, it } from 'vitest'
import { sourcesOf } from './sources'

/** What fetches code late and stays on the page where that does not arrive. */
const ways = /\b(?:onDemand|inPlace|inBackground|loadPart)\(/

/** Those, and the pages, which `missingPage` stands in for. */
const makers = [
  'src/components/onDemand.tsx',
  'src/components/inPlace.tsx',
  'src/app/background/inBackground.ts',
  'src/app/routes/',
]

/** Where a fetching goes on otherwise, each with its reason. */
const reasons: Readonly<Record<string, string>> = {
  'src/app/makeApp.ts': 'whoever asks for the kept mails goes on without them',
  'src/features/mailbox/hooks/useRowTouch.ts': 'every deed of a finger has a button as well',
  'src/app/layout/leave.ts': 'says it in words of its own: whoever leaves would lose words',
  'src/app/layout/reloadWithWords.ts': 'the words that it would save are in the browser as well',
  'src/app/background/watchSends.ts': 'is asked again at the next change, and shows nothing until then',
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
    expect(bareIn('src/features/mailbox/A.tsx', "const A = onDemand(async () => (await import('./A')).A)")).toEqual([])
  })
})
