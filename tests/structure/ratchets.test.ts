/** Habits that are being given up: each count may fall and never rise; lower the number where it has fallen. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { importsOf, root, type Sources, sourcesOf, staticImportsOf } from './sources'

const product = sourcesOf('src', 'server', 'build')
const within = (...folders: string[]): Sources =>
  new Map([...product].filter(([path]) => folders.some((folder) => path.startsWith(`${folder}/`))))

/** Components and hooks that call the gateway themselves, where `useReply` or a thunk would. */
function directCalls(sources: Sources): readonly string[] {
  const calls = /\{[^}]*\bcall\b[^}]*\} = (?:useServices\(\)|services\b)|\bservices\.call\(/
  return [...sources].filter(([, text]) => text.includes('useServices()') && calls.test(text)).map(([path]) => path)
}

/** Components and hooks that stop a thunk themselves, where `useReply` or `ask` would. */
function stoppedThunks(sources: Sources): readonly string[] {
  return [...sources]
    .filter(([path, text]) => !path.startsWith('src/store/') && /\bnew AbortController\b/.test(text))
    .filter(([path, text]) => text.includes('useAppDispatch()') && directCalls(new Map([[path, text]])).length === 0)
    .map(([path]) => path)
}

/** Names that two files export, after their homes. */
function sharedNames(sources: Sources): readonly string[] {
  const homes = new Map<string, string[]>()
  for (const [path, text] of sources)
    for (const [, name = ''] of text.matchAll(/^export (?:async )?(?:const|function|type|class|interface) (\w+)/gm))
      homes.set(name, [...(homes.get(name) ?? []), path])
  return [...homes].filter(([, paths]) => paths.length > 1).map(([name, paths]) => `${paths.join(' ')}: ${name}`)
}

/** Files that the recipes ask for, however small they are. */
const asked = /^server\/sql\/migrations\/|\.sql\.ts$|\/routes\.ts$|^src\/features\/[^/]+\/index\.ts$/

/** Files under 40 lines that one file alone imports, and not lazily. */
function satellites(sources: Sources): readonly string[] {
  const importers = new Map<string, number>()
  const imported = new Set<string>()
  for (const [path, text] of sources) {
    for (const target of new Set(importsOf(path, text))) importers.set(target, (importers.get(target) ?? 0) + 1)
    for (const target of staticImportsOf(path, text)) imported.add(target)
  }
  return [...sources]
    .filter(([path, text]) => !asked.test(path) && text.split('\n').length <= 40)
    .map(([path]) => path)
    .filter((path) => importers.get(nameOf(path)) === 1 && imported.has(nameOf(path)))
}

const nameOf = (path: string) => path.replace(/\.tsx?$/, '')

/** Functions of more than 60 lines, as `path:line`. */
function longFunctions(sources: Sources): readonly string[] {
  return [...sources].flatMap(([path, text]) => {
    const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
    const found: string[] = []
    const walk = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return
      if ('type' in node && 'start' in node && 'end' in node && /Function/.test(String(node.type))) {
        const [from, to] = [lineOf(Number(node.start)), lineOf(Number(node.end))]
        if (to - from >= 60 && !String(node.type).startsWith('TS')) found.push(`${path}:${from}`)
      }
      Object.values(node).forEach(walk)
    }
    walk(parseSync(path, text).program.body)
    return found
  })
}

const longComments = (sources: Sources): readonly string[] =>
  [...sources].flatMap(([path, text]) =>
    text
      .split('\n')
      .filter((line) => line.length > 100 && /^\s*(?:\/\*\*|\*|\/\/)/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )

/** Types of dependencies that are named after parts: say `…Deps`. */
const partsTypes = (sources: Sources): readonly string[] =>
  [...sources].flatMap(([path, text]) =>
    [...text.matchAll(/\btype (\w*Parts)\b/g)].map(([, name]) => `${path}: ${name}`),
  )

const ratchets = [
  { what: 'components and hooks that call the gateway themselves', found: directCalls(within('src')), most: 20 },
  { what: 'components and hooks that stop a thunk themselves', found: stoppedThunks(within('src')), most: 7 },
  { what: 'exported names with two homes in the gateway', found: sharedNames(within('server')), most: 38 },
  { what: 'files under 40 lines with one importer', found: satellites(product), most: 166 },
  { what: 'functions over 60 lines', found: longFunctions(product), most: 94 },
  { what: 'comment lines over 100 characters', found: longComments(product), most: 1621 },
  { what: 'types named …Parts', found: partsTypes(product), most: 0 },
]

/** Those whose files were changed last: what is new is probably among them. */
function newest(found: readonly string[]): readonly string[] {
  const changedAt = (path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const dated = found.map((one) => {
    const [paths = ''] = one.split(':')
    return { one, at: Math.max(...paths.split(' ').map(changedAt)) }
  })
  const inOrder = dated.toSorted((one, other) => other.at - one.at)
  return inOrder.slice(0, 10).map(({ one }) => one)
}

describe('no more than there were', () => {
  it.each(ratchets)('$what: at most $most', ({ found, most }) => {
    const hint = `take back what is new, or mend another; those of the files changed last:\n${newest(found).join('\n')}`
    expect(found.length, hint).toBeLessThanOrEqual(most)
  })
})

describe('a planted one is counted', () => {
  it('not a small file that is loaded lazily or that the recipes ask for', () => {
    const importing = (path: string, text: string) =>
      satellites(
        new Map([
          ['server/a.ts', text],
          [path, ''],
        ]),
      )
    expect(importing('server/b.ts', "const load = () => import('./b')")).toEqual([])
    expect(importing('server/b.sql.ts', "import './b.sql'")).toEqual([])
    expect(importing('server/x/routes.ts', "import './x/routes'")).toEqual([])
    expect(importing('src/features/x/index.ts', "import '../src/features/x/index'")).toEqual([])
  })
  const planted = (text: string, path = 'server/x/a.ts'): Sources => new Map([[path, text]])
  it.each<[string, readonly string[], readonly string[]]>([
    [
      'call',
      directCalls(planted('const { call, now } = useServices()')),
      directCalls(planted('const { now } = useServices()')),
    ],
    [
      'stopped thunk',
      stoppedThunks(
        planted('const dispatch = useAppDispatch(); const stop = new AbortController()', 'src/features/a.ts'),
      ),
      stoppedThunks(planted('const dispatch = useAppDispatch(); const stop = new AbortController()', 'src/store/a.ts')),
    ],
    [
      'name',
      sharedNames(
        new Map([
          ['server/a.ts', 'export const x = 1'],
          ['server/b.ts', 'export type x = 1'],
        ]),
      ),
      sharedNames(planted('export const x = 1')),
    ],
    [
      'file',
      satellites(
        new Map([
          ['server/a.ts', "import './b'"],
          ['server/b.ts', ''],
        ]),
      ),
      satellites(
        new Map([
          ['server/a.ts', "import './b'"],
          ['server/b.ts', '\n'.repeat(41)],
        ]),
      ),
    ],
    [
      'function',
      longFunctions(planted(`function x() {${'\n'.repeat(61)}}`)),
      longFunctions(planted('const x = () => 1')),
    ],
    [
      'comment',
      longComments(planted(`  // ${'x'.repeat(100)}`)),
      longComments(planted(`const x = '${'x'.repeat(100)}'`)),
    ],
    ['type', partsTypes(planted('export type ReadParts = {}')), partsTypes(planted('export type ReadDeps = {}'))],
  ])('%s', (_what, found, none) => {
    expect([found.length, none.length]).toEqual([1, 0])
  })
})
