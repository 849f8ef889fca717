/**
 * Cuts text into the words that are searched: folded to one form, Latin words whole, Chinese, Japanese and Korean in
 * overlapping pairs, because their words have no space between them. Every pattern here runs in linear time (TRUST S30).
 */
import { simplified } from '../../kit/chineseScripts'

const run = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々〆ー]+|[\p{L}\p{N}\p{M}]+/gu
const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々〆ー]/u
/** A word may hold both ("2024年发票"): where the script changes, a new run begins. */
const scripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々〆ー]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々〆ー]+/gu

/** Characters of one word that count: nobody types more, and a long line of base64 is no word. */
const wordMost = 64

export type Run = { readonly text: string; readonly isCjk: boolean }

export function fold(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase()
  if (!/[\u00c0-\u024f\u1e00-\u1eff]/.test(folded)) return folded
  return folded
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .normalize('NFC')
}

/** A name as every spelling of it shares it. */
export const nameKeyOf = (name: string): string => simplified(fold(name))

export function runs(text: string): readonly Run[] {
  const found: Run[] = []
  for (const word of fold(text).match(run) ?? []) {
    for (const part of word.match(scripts) ?? []) found.push({ text: part, isCjk: cjk.test(part) })
  }
  return found
}

/** Pairs of neighbours, and the last character alone, so that every character begins a token. */
function pairs(text: string, withLast: boolean): readonly string[] {
  const characters = [...text]
  const last = characters.length - (withLast ? 0 : 1)
  const tokens: string[] = []
  for (let index = 0; index < last; index += 1) {
    tokens.push(`${characters[index] ?? ''}${characters[index + 1] ?? ''}`)
  }
  return tokens
}

/**
 * The tokens of a run as they are indexed. `isLast` is for a search: what follows the last character is not known then,
 * so it does not stand alone.
 */
export function tokensOf(part: Run, isLast: boolean): readonly string[] {
  if (!part.isCjk) return [part.text.slice(0, wordMost)]
  return [...part.text].length === 1 ? [part.text] : pairs(part.text, !isLast)
}

/**
 * Text as it goes into the index: tokens, each under the mailbox's mark. The mark makes every mailbox's words its own, so a
 * search costs what that mailbox holds and can find nothing of another's. At most `most` tokens: inserting them is work of the main thread.
 */
export function indexText(text: string, mark: string, most: number = Number.POSITIVE_INFINITY): string {
  const marked: string[] = []
  for (const part of runs(text)) {
    for (const token of tokensOf(part, false)) {
      if (marked.length >= most) return marked.join(' ')
      marked.push(mark + token)
    }
  }
  return marked.join(' ')
}

export function markOf(mailbox: number): string {
  return `m${mailbox}x`
}
