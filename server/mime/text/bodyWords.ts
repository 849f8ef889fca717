/** The words of a mail's text for the index. */
import type { ParsedMail } from '../../core/mail'
import { strippedText } from './strippedText'

/** Characters that are indexed; what stands further down a mail is not found by search. */
const bodyMost = 100_000
/** Characters of HTML that are looked through for them. */
const htmlMost = 2_000_000

export function bodyWords(parsed: Pick<ParsedMail, 'html' | 'text'>): string {
  if (parsed.text !== null && parsed.text.trim() !== '') return parsed.text.slice(0, bodyMost)
  return parsed.html === null ? '' : wordsOfHtml(parsed.html.slice(0, htmlMost)).slice(0, bodyMost)
}

/** Not a sanitizer: what it yields is cut into letters and digits and never shown. */
export function wordsOfHtml(html: string): string {
  return strippedText(html, { lineBreaks: false, most: bodyMost })
}
