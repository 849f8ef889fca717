import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readThreats } from '../soak/mutations/threatTable'
import { type Documents, headings, linkTargets, lostReferences, namedPaths, numberedSections } from './references'
import { listFiles, read } from './sources'

const all = listFiles('.')
const files: ReadonlySet<string> = new Set(all)
const folders: ReadonlySet<string> = new Set(all.flatMap((path) => above(path)))

/** The folders in which a file lies, the innermost first. */
function above(path: string): readonly string[] {
  const folder = dirname(path)
  return folder === '.' ? [] : [folder, ...above(folder)]
}

/** A module may be named without its ending. */
const exists = (path: string) =>
  [path, `${path}.ts`, `${path}.tsx`].some((one) => files.has(one)) || folders.has(path.replace(/\/$/, ''))

/** What a document names and what is not there: from the root, `src`, its folder, or by name. */
function lostPaths(document: string, markdown: string): readonly string[] {
  const isThere = (named: string) =>
    ['', 'src', dirname(document)].some((from) => exists(join(from, named))) ||
    (!named.includes('/') && all.some((path) => path.endsWith(`/${named}`)))
  return namedPaths(markdown)
    .filter((named) => !isThere(named))
    .map((named) => `${document}: ${named}`)
}

const documents: Documents = {
  sections: {
    SPEC: numberedSections(read('docs/specification.md')),
    BEHAVIOUR: numberedSections(read('docs/behaviour.md')),
  },
  contract: headings(read('docs/contract.md')),
  rows: new Set(readThreats(read('docs/threats.md')).map(({ id }) => id)),
  decisions: new Set(
    all.flatMap((path) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1] ?? []).map((id) => String(Number(id))),
  ),
  files,
}
/** Files that describe the form of a reference. */
const describing = /^tests\/structure\/(?:references|threats)\b/
const written = all.filter(
  (path) => !describing.test(path) && /\.(?:tsx?|[cm]?js|css|html|md|tsv)$/.test(path) && !path.endsWith('.d.ts'),
)

describe('references to the documents', () => {
  it('lead to a section, a heading, a row, a decision or a file in docs/', () => {
    const lost = written.flatMap((path) => lostReferences(read(path), documents).map((what) => `${path}: ${what}`))
    expect(lost).toEqual([])
  })

  it('lead to a file of the project where a document links to one', () => {
    const lost = written
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) => linkTargets(read(path)).map((target) => ({ path, target, at: join(dirname(path), target) })))
      .filter(({ at }) => !exists(at))
    expect(lost.map(({ path, target }) => `${path}: ${target}`)).toEqual([])
  })

  it('are true of files and folders as well, where a README, docs or CONTRIBUTING names them', () => {
    // A decision tells of the day on which it was taken.
    const current = all.filter((path) => /^(?:CONTRIBUTING|docs\/[\w-]+|(?:.+\/)?README)\.md$/.test(path))
    expect(current.length).toBeGreaterThan(50)
    expect(current.flatMap((path) => lostPaths(path, read(path)))).toEqual([])
  })

  it('a path that is named and nowhere is found', () => {
    const planted =
      '`src/nothing.ts` `nothing.ts` `store/nothing` `../nothing.css` `src/<area>.ts` `main.tsx` `lib/html`'
    const found = ['src/nothing.ts', 'nothing.ts', 'store/nothing', '../nothing.css']
    expect(lostPaths('src/README.md', planted)).toEqual(found.map((named) => `src/README.md: ${named}`))
  })

  it('lead to decisions whose first line has the number of the file and a subject', () => {
    const decisions = all.filter((path) => /^docs\/decisions\/\d{4}-/.test(path))
    const numbers = decisions.map((path) => Number(path.slice('docs/decisions/'.length, 'docs/decisions/0000'.length)))
    expect(new Set(numbers).size).toBe(decisions.length)
    const lost = decisions.filter((path, at) => !new RegExp(`^# ${numbers[at]}\\. [A-Z\`]`).test(read(path)))
    expect(lost).toEqual([])
  })

  // `#` stands for what would make this file hold such a reference itself.
  it.each([
    'as SP#EC §99 asks',
    'SP#EC §5, §98',
    'SP#EC.md §5',
    'BEHA#VIOUR, of notices',
    'BEHA#VIOUR §77',
    'see #§ 5',
    'CON#TRACT.md, Answers',
    'CON#TRACT "Answer"',
    'TR#UST of all',
    "it('S#91: is safe')",
    '(SP#EC §4, R#77)',
    'deci#sion 900',
    'docs/deci#sions/0900',
    'docs/nothi#ng.md',
  ])('a planted one that leads nowhere is found: %s', (planted) => {
    expect(lostReferences(planted.replaceAll('#', ''), documents)).not.toEqual([])
  })

  it('are no fault where they lead somewhere', () => {
    const held = [
      'SPEC §5, §7',
      'CONTRACT "Answers" and "Tiers"',
      'TRUST S5, R2',
      'RFC 8098 §3',
      'decision 3',
      'BEHAVIOUR §9',
    ]
    expect(held.flatMap((text) => lostReferences(text, documents))).toEqual([])
    expect(linkTargets('[a](docs/a.md#b) [b](https://a.example) [c](#d)')).toEqual(['docs/a.md'])
  })
})
