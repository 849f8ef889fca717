/** Where words stand in a text whatever their case, width, accents or Chinese script: in UTF-16 units of the text itself. */
import { simplified } from './chineseScripts'

export type HighlightRange = { readonly start: number; readonly end: number }

/** Places beyond this tell nobody more. */
const placesMost = 100
/** Units of a text that are looked through: no row shows more, and a stranger may have written a megabyte there. */
const lookedMost = 2_000

type Folded = {
  readonly text: string /** Where in the text each folded unit comes from, and the text's length last. */
  readonly from: readonly number[]
}

/** Character by character, since folding may change a text's length. */
function folded(text: string): Folded {
  let written = ''
  const from: number[] = []
  let at = 0
  for (const character of text) {
    const isAccent = /\p{Mn}/u.test(character) && /\p{Script=Latin}$/u.test(written)
    const plain = isAccent ? '' : foldedCharacter(character)
    for (let unit = 0; unit < plain.length; unit += 1) from.push(at)
    written += plain
    at += character.length
  }
  from.push(at)
  return { text: written, from }
}

function foldedCharacter(character: string): string {
  const small = simplified(character.normalize('NFKC').toLowerCase())
  const bare = /[\u00c0-\u024f\u1e00-\u1eff]/.test(small) ? small.normalize('NFD').replace(/\p{Mn}/gu, '') : small
  // A letter whose capital is longer than itself, such as İ, keeps its dot apart.
  return bare.replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
}

/** Every place of each of the words, in the text's order; linear in the text for each word (TRUST S30). */
export function highlightRanges(text: string, words: readonly string[]): readonly HighlightRange[] {
  const { text: where, from } = folded(text.slice(0, lookedMost))
  const found: HighlightRange[] = []
  for (const word of new Set(words.map((it) => folded(it).text).filter((it) => it !== ''))) {
    let at = where.indexOf(word)
    while (at !== -1 && found.length < placesMost) {
      found.push({ start: from[at] ?? 0, end: endOf(from, at + word.length) })
      at = where.indexOf(word, at + word.length)
    }
  }
  return found.toSorted((one, other) => one.start - other.start || one.end - other.end)
}

/** A place ends where the next character begins, the accents that were left out within it. */
function endOf(from: readonly number[], at: number): number {
  return from[at] ?? from.at(-1) ?? 0
}

/** What was typed, cut at its spaces. */
export function wordsOf(keyword: string): readonly string[] {
  return keyword.split(/\s+/u).filter((word) => word !== '')
}
