import { describe, expect, it } from 'vitest'
import { layerOf } from './gatewayLayers'
import { read, sourcesOf } from './sources'

/** Lines at which a file is to be split by meaning, by what it is; the first rule that fits counts. */
const rules: readonly { readonly of: RegExp; readonly lines: number }[] = [
  { of: /^tests\//, lines: 300 },
  { of: /^src\/contract\//, lines: 220 },
  { of: /\.tsx$/, lines: 180 },
  { of: /^(src|server)\//, lines: 220 },
]

/** Files that are longer, each with its reason. */
const reasons: Readonly<Record<string, string>> = {
  'server/config/table.ts': 'one table of variables: every row is short, and README prints it',
  'src/contract/endpoints/mail/mail.ts':
    'one table of calls: every entry is short, and they share the shapes of a list',
}

function tooLong(path: string, text: string): boolean {
  const isUseCase = layerOf(path.replace(/\.ts$/, '')) === 'use case'
  const limit = isUseCase ? 160 : (rules.find((rule) => rule.of.test(path))?.lines ?? 220)
  return text.split('\n').length > limit
}

/** Code files that a folder may hold directly; then it gets folders of its own. */
const mostFiles = 15

/** Folders that hold more, each with its reason. */
const fullFolders: Readonly<Record<string, string>> = {
  'server/sql/migrations': 'the steps of one history, whose names the databases have on record',
}

/** Folders below `top` that hold too many files, as `folder: count`. */
function tooFull(paths: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count > mostFiles).map(([folder, count]) => `${folder}: ${count}`)
}

describe('sizes', () => {
  it('no folder of the gateway or of its tests holds more than 15 code files without a written reason', () => {
    const paths = [...sourcesOf('server', 'tests/server', 'tests/unit/server').keys()]
    const reasoned = Object.keys(fullFolders)
    expect(tooFull(paths).filter((full) => !reasoned.includes(full.replace(/:.*/, '')))).toEqual([])
    expect(tooFull(paths).map((full) => full.replace(/:.*/, ''))).toEqual(expect.arrayContaining(reasoned))
    const planted = (count: number) => Array.from({ length: count }, (_, index) => `server/x/${index}.ts`)
    expect(tooFull(planted(15))).toEqual([])
    expect(tooFull(planted(16))).toEqual(['server/x: 16'])
  })

  it('no file outgrows its size without a written reason', () => {
    const grown = [...sourcesOf('src', 'server', 'build', 'tests')]
      .filter(([path, text]) => tooLong(path, text))
      .map(([p]) => p)
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
