import { describe, expect, it } from 'vitest'
import { read, sourcesOf } from './sources'

/** Lines at which a file is to be split by meaning, by what it is; the first rule that fits counts. */
const rules: readonly { readonly of: RegExp; readonly lines: number }[] = [
  { of: /^tests\//, lines: 300 },
  { of: /^src\/contract\//, lines: 220 },
  { of: /\.tsx$/, lines: 180 },
  { of: /^server\/(adapters|mime|sql)\//, lines: 220 },
  { of: /^server\/services\//, lines: 160 },
  { of: /^(src|server)\//, lines: 220 },
]

/** Files that are longer, each with its reason. */
const reasons: Readonly<Record<string, string>> = {
  'server/configTable.ts': 'one table of variables: every row is short, and README prints it',
  'src/contract/endpoints/mail.ts': 'one table of calls: every entry is short, and they share the shapes of a list',
}

function tooLong(path: string, text: string): boolean {
  const limit = rules.find((rule) => rule.of.test(path))?.lines ?? 220
  return text.split('\n').length > limit
}

describe('sizes', () => {
  it('no file outgrows its size without a written reason', () => {
    const grown = [...sourcesOf('src', 'server', 'tests')].filter(([path, text]) => tooLong(path, text)).map(([p]) => p)
    expect(grown.filter((path) => !(path in reasons))).toEqual([])
  })

  it('a reason stands only for a file that there is', () => {
    for (const path of Object.keys(reasons)) expect(read(path)).not.toBe('')
  })

  it('a planted long component is found', () => {
    expect(tooLong('src/components/A.tsx', '\n'.repeat(181))).toBe(true)
    expect(tooLong('src/components/A.tsx', '\n'.repeat(100))).toBe(false)
  })
})
