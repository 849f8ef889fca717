/** Titles of tests as the sources write them: a table's placeholders stand for what a run puts in their place. */

const written = /[([`]\s*(['"`])((?:\\.|(?!\1)[^\\\n])+)\1\s*,/g
/** What holds fewer letters of its own may be any text. */
const leastLetters = 8
const placeholder = /%[sdifjop%]|\$\{[^}]*\}|\$[\w.]+/

/** Every text in these sources that may be a title. */
export function titlesIn(sources: Iterable<string>): ReadonlySet<string> {
  const titles = new Set<string>()
  for (const source of sources)
    for (const [, , title = ''] of source.matchAll(written)) titles.add(title.replaceAll(/\\(['"`\\])/g, '$1'))
  return titles
}

/** The written title of a test that ran under `title`; the one with the fewest placeholders, and `title` itself where none fits. */
export function writtenTitle(title: string, titles: ReadonlySet<string>): string {
  if (titles.has(title)) return title
  const fitting = [...titles].filter(
    (one) => placeholder.test(one) && literalLength(one) >= leastLetters && patternOf(one).test(title),
  )
  return fitting.toSorted((one, other) => literalLength(other) - literalLength(one))[0] ?? title
}

const piecesOf = (title: string) => title.split(placeholder)
const literalLength = (title: string) => piecesOf(title).join('').length

function patternOf(title: string): RegExp {
  const literals = piecesOf(title).map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${literals.join('.*')}$`, 's')
}
