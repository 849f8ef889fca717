/** Makes what is opened harmless, and puts words into the marks that stand before a quoted original, since only the client knows the person’s language. */
import { withoutTabs } from '../../contract/compose/quoteMail'
import { sanitizeForEditor } from './editorHtml'

/** What the header of a quoted message said; `date` in epoch milliseconds. */
export type QuotedHeader = { readonly [name in 'from' | 'to' | 'cc' | 'subject']: string } & {
  readonly date: number | null
}
/** The line before the quote, and those that begin it. */
export type QuoteTexts = (header: QuotedHeader) => readonly string[]

/** The mark (`<div data-ep-quote data-from …>`) becomes an ordinary line; its words are text. */
export function wordQuotes(html: string, words: QuoteTexts): string {
  const parsed = new DOMParser().parseFromString(sanitizeForEditor(html), 'text/html')
  for (const mark of parsed.querySelectorAll('[data-ep-quote]')) {
    const stamp = mark.getAttribute('data-date') ?? ''
    const date = Number(/\d/.test(stamp) && !/\D/.test(stamp) ? stamp : Date.parse(stamp))
    const said = (name: string) => mark.getAttribute(`data-${name}`) ?? ''
    const header = { from: said('from'), to: said('to'), cc: said('cc'), subject: said('subject') }
    const [lead, ...rows] = words({ ...header, date: Number.isFinite(date) ? date : null }).map((text) => {
      const line = parsed.createElement('div')
      line.textContent = text
      return line
    })
    const gap = parsed.createElement('div')
    gap.append(parsed.createElement('br'))
    // Within the quote, so that nobody takes them for words of the writer.
    if (rows.length > 0) mark.nextElementSibling?.prepend(...rows, gap)
    mark.replaceWith(lead ?? '')
  }
  keepSpaces(parsed.body)
  return parsed.body.innerHTML
}

/** By CSS, what becomes of white space: `lines` of it alone, all of it, or none. */
type Kept = 'lines' | 'all' | 'none'

const keptBy: Readonly<Record<string, Kept>> = {
  pre: 'all',
  'pre-wrap': 'all',
  'break-spaces': 'all',
  'pre-line': 'lines',
  normal: 'none',
  nowrap: 'none',
}

/** White space that a style keeps is written so that it needs none: the editor knows PRE alone. */
function keepSpaces(body: HTMLElement): void {
  const waiting: { readonly node: Node; readonly kept: Kept }[] = [{ node: body, kept: 'none' }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node } = next
    if (node instanceof Text && next.kept !== 'none') writeSpaces(node, next.kept)
    if (!(node instanceof HTMLElement) || node.tagName === 'PRE') continue
    const kept = keptBy[node.style.whiteSpace] ?? next.kept
    for (const child of node.childNodes) waiting.push({ node: child, kept })
  }
}

function writeSpaces(node: Text, kept: 'lines' | 'all'): void {
  if (!/[\t\r\n]| {2}|^ | $/.test(node.data)) return
  const pieces = node.data.split(/\r\n?|\n/).flatMap((line, at) => {
    const words = kept === 'all' ? withoutTabs(line).replace(/^ | (?= )| $/g, '\u00a0') : line
    return at === 0 ? [words] : [node.ownerDocument.createElement('br'), words]
  })
  node.replaceWith(...pieces)
}
