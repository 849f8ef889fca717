/** Makes what is opened harmless, and puts words into the marks that stand before a quoted original, since only the client knows the person’s language. */
import { sanitizeForEditor } from './editorHtml'

export type QuoteTexts = (from: string, date: number | null) => string

/** The mark (`<div data-ep-quote data-from data-date>`) becomes an ordinary line; the words are set as text. */
export function wordQuotes(html: string, words: QuoteTexts): string {
  const parsed = new DOMParser().parseFromString(sanitizeForEditor(html), 'text/html')
  for (const mark of parsed.querySelectorAll('[data-ep-quote]')) {
    const stamp = mark.getAttribute('data-date') ?? ''
    const date = Number(/\d/.test(stamp) && !/\D/.test(stamp) ? stamp : Date.parse(stamp))
    const line = parsed.createElement('div')
    line.textContent = words(mark.getAttribute('data-from') ?? '', Number.isFinite(date) ? date : null)
    mark.replaceWith(line)
  }
  return parsed.body.innerHTML
}
