/** References of code, test titles and documents to sections of docs/, to rows of docs/threats.md, to decisions and to files. */

/** What the documents hold. */
export type Documents = {
  /** Numbers of the sections of docs/specification.md and docs/behaviour.md. */
  readonly sections: { readonly SPEC: ReadonlySet<string>; readonly BEHAVIOUR: ReadonlySet<string> }
  /** Headings of docs/contract.md. */
  readonly contract: ReadonlySet<string>
  /** Ids of the rows of docs/threats.md. */
  readonly rows: ReadonlySet<string>
  /** Numbers of docs/decisions, without leading zeros. */
  readonly decisions: ReadonlySet<string>
  /** Paths of all files of the project. */
  readonly files: ReadonlySet<string>
}

/** Numbers of headings such as `## 5. Validation rules`. */
export function numberedSections(markdown: string): ReadonlySet<string> {
  return new Set([...markdown.matchAll(/^## (\d+)\. /gm)].map(([, number = '']) => number))
}

/** Texts of headings of the second and third level. */
export function headings(markdown: string): ReadonlySet<string> {
  return new Set([...markdown.matchAll(/^##{1,2} (.+)$/gm)].map(([, text = '']) => text))
}

const signs = String.raw`§\d+(?:(?:,| and) §\d+)*`
const quoted = String.raw`"[^"\n]+"(?:(?:,| and) "[^"\n]+")*`

/** Each reference of a text that leads nowhere, with what is wrong about it. */
export function lostReferences(text: string, documents: Documents): readonly string[] {
  return [
    ...lostSections(text, documents),
    ...lostHeadings(text, documents),
    ...lostRows(text, documents),
    ...lostDecisions(text, documents),
    ...lostFiles(text, documents),
  ]
}

function lostSections(text: string, { sections }: Documents): string[] {
  if (!text.includes('§') && !/\b(?:SPEC|BEHAVIOUR)\b/.test(text)) return []
  const lost: string[] = []
  const rest = text.replaceAll(new RegExp(String.raw`\b(SPEC|BEHAVIOUR) (${signs})`, 'g'), (whole, name, list) => {
    const known = name === 'SPEC' ? sections.SPEC : sections.BEHAVIOUR
    for (const [, number = ''] of String(list).matchAll(/§(\d+)/g))
      if (!known.has(number)) lost.push(`${whole}: no section ${number}`)
    return ''
  })
  for (const [bare] of rest.matchAll(/\b(?:SPEC|BEHAVIOUR)\b(?!_).{0,20}/g))
    lost.push(`${bare}: write SPEC §n or BEHAVIOUR §n`)
  const ofOthers = new RegExp(String.raw`RFC \d+ (?:${signs})|§\d+(?:\.\d+)+`, 'g')
  for (const [bare] of rest.replaceAll(ofOthers, '').matchAll(/.{0,20}§\s?\d+/g))
    lost.push(`${bare}: of which document?`)
  return lost
}

function lostHeadings(text: string, { contract }: Documents): string[] {
  if (!text.includes('CONTRACT')) return []
  const lost: string[] = []
  const rest = text.replaceAll(new RegExp(String.raw`\bCONTRACT (${quoted})`, 'g'), (whole, list) => {
    for (const [, heading = ''] of String(list).matchAll(/"([^"]+)"/g))
      if (!contract.has(heading)) lost.push(`${whole}: no heading "${heading}"`)
    return ''
  })
  for (const [bare] of rest.matchAll(/\bCONTRACT\b.{0,20}/g)) lost.push(`${bare}: write CONTRACT "heading"`)
  return lost
}

/** Rows stand behind the word TRUST, at the beginning of test titles, and among other references in brackets. */
function lostRows(text: string, { rows }: Documents): string[] {
  const bare = [...text.matchAll(/\bTRUST\b(?! [SR]\d).{0,20}/g)].map(([found]) => `${found}: write TRUST and a row`)
  const named = [...text.matchAll(/(?<![\w#&;-])[SR]\d{1,2}(?![\w-])/g)].map(([row]) => row)
  return [...bare, ...named.filter((row) => !rows.has(row)).map((row) => `${row}: no such row in docs/threats.md`)]
}

function lostDecisions(text: string, { decisions }: Documents): string[] {
  const named = [...text.matchAll(/\b[Dd]ecisions? (\d+)\b|docs\/decisions\/(\d{4})\b/g)]
  return named.flatMap(([whole, one, other]) =>
    decisions.has(String(Number(one ?? other))) ? [] : [`${whole}: no such decision`],
  )
}

function lostFiles(text: string, { files }: Documents): string[] {
  const named = [...text.matchAll(/\bdocs\/[\w./-]+\.md\b/g)].map(([path]) => path)
  return named.filter((path) => !files.has(path)).map((path) => `${path}: no such file`)
}

/** Relative targets of Markdown links, without their anchors. */
export function linkTargets(markdown: string): readonly string[] {
  return [...markdown.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
}

const rooted = String.raw`(?:src|server|tests|docs|locales|build|public|app|components|contract|features|lib|store)\/[\w./-]+`
const code = String.raw`[\w./-]+\.(?:tsx?|mjs|css|tsv)`

/** Paths that a document names between backticks; one with `<`, `*` or `…` is none. */
export function namedPaths(markdown: string): readonly string[] {
  return [...markdown.matchAll(new RegExp(`\`(${rooted}|${code})\``, 'g'))].map(([, path = '']) => path)
}
