/** Texts compared as Sieve compares them (RFC 5228 section 2.7): ASCII letters are alike in either case, every other character is itself. */
import type { TextTest } from '../../core/rules/rules'

/** Whether any of the texts meets any of the values; for a `not…` test, whether none does. */
export function meetsTextCondition(test: TextTest, texts: readonly string[], values: readonly string[]): boolean {
  const folded = texts.map(fold)
  const meets = values.some((value) => folded.some(kinds[test].meets(fold(value))))
  return meets !== kinds[test].isNot
}

type Kind = { readonly isNot: boolean; readonly meets: (value: string) => (text: string) => boolean }

const contains = (value: string) => (text: string) => text.includes(value)
const is = (value: string) => (text: string) => text === value
const begins = (value: string) => (text: string) => text.startsWith(value)
const ends = (value: string) => (text: string) => text.endsWith(value)
/** Characters of a text that wildcards look at. */
const wildcardMost = 1_000
const matches = (value: string) => {
  const pattern = patternOf(value)
  return (text: string) => fits(pattern, [...text.slice(0, wildcardMost)])
}

const kinds: Record<TextTest, Kind> = {
  contains: { isNot: false, meets: contains },
  notContains: { isNot: true, meets: contains },
  is: { isNot: false, meets: is },
  isNot: { isNot: true, meets: is },
  begins: { isNot: false, meets: begins },
  ends: { isNot: false, meets: ends },
  matches: { isNot: false, meets: matches },
  notMatches: { isNot: true, meets: matches },
}

function fold(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

type Piece = { readonly any: 'run' | 'one' } | { readonly char: string }

function patternOf(value: string): readonly Piece[] {
  const pieces: Piece[] = []
  let isEscaped = false
  for (const char of value) {
    if (char === '\\' && !isEscaped) {
      isEscaped = true
      continue
    }
    pieces.push(isEscaped ? { char } : char === '*' ? { any: 'run' } : char === '?' ? { any: 'one' } : { char })
    isEscaped = false
  }
  return pieces
}

/** In time of text by pattern at the most: after a run that was too short it goes on from the last `*` alone (TRUST S30). */
function fits(pattern: readonly Piece[], text: readonly string[]): boolean {
  let at = 0
  let piece = 0
  let run: { readonly piece: number; readonly at: number } | null = null
  while (at < text.length) {
    const wanted = pattern[piece]
    if (wanted !== undefined && 'any' in wanted && wanted.any === 'run') {
      run = { piece, at }
      piece += 1
    } else if (wanted !== undefined && ('any' in wanted || wanted.char === text[at])) {
      at += 1
      piece += 1
    } else if (run !== null) {
      run = { piece: run.piece, at: run.at + 1 }
      at = run.at
      piece = run.piece + 1
    } else return false
  }
  return pattern.slice(piece).every((rest) => 'any' in rest && rest.any === 'run')
}
