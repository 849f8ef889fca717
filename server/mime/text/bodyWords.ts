/** The words of a mail's text for the index. */
import type { ParsedMail } from '../../core/mail'
import { strippedText } from '../../kit/message/strippedText'
import { runs, tokensOf } from './searchTokens'

/** Characters of each of the two that are indexed; what stands further down is not found. */
const bodyMost = 100_000
/** Characters of HTML that are looked through for them. */
const htmlMost = 2_000_000

/** What is shown, and the lines of the text beside it that say more. */
export function bodyWords({ html, text }: Pick<ParsedMail, 'html' | 'text'>): string {
  const shown = html === null ? '' : wordsOfHtml(html.slice(0, htmlMost)).slice(0, bodyMost)
  const plain = (text ?? '').slice(0, bodyMost)
  if (shown.trim() === '') return plain
  if (plain.trim() === '') return shown
  // Most texts say the same as the HTML: its words would stand in the index twice.
  const known = new Set(runs(shown).flatMap((run) => tokensOf(run, true)))
  const saysMore = (line: string) => runs(line).some((run) => tokensOf(run, true).some((token) => !known.has(token)))
  return [shown, ...plain.split('\n').filter(saysMore)].join('\n')
}

/** Not a sanitizer: what it yields is cut into letters and digits and never shown. */
export function wordsOfHtml(html: string): string {
  return strippedText(html, { lineBreaks: false, most: bodyMost })
}
