/** Names that a stranger can search for: none of the words that docs/glossary.md replaces, and no name for two things. */
import { basename } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { listFiles, type Sources, sourcesOf } from './sources'

const roots = ['src', 'build']

/** `line` is not among them: a line of text or of recipients is one; the network is never called so. */
const oldWords = new Set(
  `ahead asked born desk exchange exchanged former house kept leavings manner memory news parts place places placing sight told turns words`.split(
    ' ',
  ),
)

/** Names that mean the word itself. */
const meant: Readonly<Record<string, string>> = {
  downloadParts: 'a call of the contract; parts of a MIME message',
}

const wordsIn = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)

const isOld = (name: string) => !(name in meant) && wordsIn(name).some((word) => oldWords.has(word))

/** What a file exports under a name of its own; what it hands on from another file is exported there. */
function exportsOf(path: string, text: string): string[] {
  const { module } = parseSync(path, text)
  const imported = new Set(module.staticImports.flatMap(({ entries }) => entries.map((entry) => entry.localName.value)))
  return module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, exportName, localName }) =>
      moduleRequest === null && exportName.name !== null && !imported.has(localName.name ?? '') ? exportName.name : [],
    ),
  )
}

function twice(sources: Sources): string[] {
  const homes = new Map<string, string[]>()
  for (const [path, text] of sources)
    for (const name of new Set(exportsOf(path, text))) homes.set(name, [...(homes.get(name) ?? []), path])
  return [...homes].filter(([, paths]) => paths.length > 1).map(([name, paths]) => `${name}: ${paths.join(', ')}`)
}

describe('names', () => {
  const sources = sourcesOf(...roots)

  it('no file has a word of the glossary’s old language in its name', () => {
    const files = roots.flatMap((root) => listFiles(root)).filter((path) => isOld(basename(path).replace(/\..*$/, '')))
    expect(files).toEqual([])
  })

  it('no export has one', () => {
    const found = [...sources].flatMap(([path, text]) =>
      exportsOf(path, text).flatMap((name) => (isOld(name) ? `${path}: ${name}` : [])),
    )
    expect(found).toEqual([])
  })

  it('no two exports share a name', () => {
    expect(twice(sources)).toEqual([])
  })

  it('a planted old word is found, and a longer word that begins like it is not', () => {
    expect(['keptLists', 'NewsDesk', 'inPlace', 'news.css'].filter(isOld)).toHaveLength(4)
    expect(['placeholder', 'useDesktop', 'newMail', 'replaceAll'].filter(isOld)).toEqual([])
  })

  it('a planted second meaning is found, and a face is none', () => {
    const planted = new Map([
      ['src/a.ts', 'export const recallMail = 1'],
      ['src/b.ts', 'export function recallMail() {}'],
      ['src/index.ts', "export { recallMail } from './a'"],
    ])
    expect(twice(planted)).toEqual(['recallMail: src/a.ts, src/b.ts'])
  })
})
