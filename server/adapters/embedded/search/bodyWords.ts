/** The words of a mail's text for the index. */
import type { ParsedMail } from '../../../core/mail'

/** Characters that are indexed; what stands further down a mail is not found by search. */
const bodyMost = 100_000
/** Characters of HTML that are looked through for them. */
const htmlMost = 2_000_000

export function bodyWords(parsed: ParsedMail): string {
  if (parsed.text !== null && parsed.text.trim() !== '') return parsed.text.slice(0, bodyMost)
  return parsed.html === null ? '' : wordsOfHtml(parsed.html.slice(0, htmlMost)).slice(0, bodyMost)
}

/** Not a sanitizer: what it yields is cut into letters and digits and never shown. */
export function wordsOfHtml(html: string): string {
  const lower = html.toLowerCase()
  let words = ''
  let at = 0
  while (at < html.length && words.length < bodyMost) {
    const tag = html.indexOf('<', at)
    if (tag === -1) return words + entities(html.slice(at))
    words += `${entities(html.slice(at, tag))} `
    at = endOfTag(lower, tag)
  }
  return words
}

function endOfTag(lower: string, tag: number): number {
  const hidden = ['style', 'script'].find((name) => lower.startsWith(name, tag + 1))
  const closing = hidden === undefined ? tag : lower.indexOf(`</${hidden}`, tag)
  const end = closing === -1 ? -1 : lower.indexOf('>', closing)
  return end === -1 ? lower.length : end + 1
}

function entities(text: string): string {
  return text
    .replace(/&#(\d{1,7});/g, (_, digits: string) => character(Number.parseInt(digits, 10)))
    .replace(/&#x([0-9a-f]{1,6});/gi, (_, digits: string) => character(Number.parseInt(digits, 16)))
    .replace(/&[a-z]{2,8};/gi, ' ')
}

function character(point: number): string {
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ' '
}
