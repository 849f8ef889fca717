/** The original beneath an answer: as HTML, with the attribution in a form that no language owns, for the client to word. */
import type { Address } from '../shapes'

type Said = { readonly html: string | null; readonly text: string | null }

export type QuotedMail = Said & {
  readonly from: Address
  readonly to: readonly Address[]
  readonly cc: readonly Address[]
  readonly subject: string
  /** Epoch milliseconds. */
  readonly sentAt: number | null
}

export function quoteMail(parsed: QuotedMail, receivedAt: number): string {
  const data = {
    from: written(parsed.from),
    to: parsed.to.map(written).join(', '),
    cc: parsed.cc.map(written).join(', '),
    date: String(parsed.sentAt ?? receivedAt),
    subject: parsed.subject,
  }
  const attributes = Object.entries(data).map(([key, value]) => ` data-${key}="${escaped(value)}"`)
  return `<p><br></p><div data-ep-quote${attributes.join('')}></div><blockquote type="cite">${bodyHtml(parsed)}</blockquote>`
}

/** What a mail says, as HTML: its own (the client makes it harmless once more), or its text. */
export function bodyHtml(parsed: Said): string {
  if (parsed.html !== null) return parsed.html
  return withSpaces(parsed.text ?? '').replace(/\r\n|\r|\n/g, '<br>')
}

/** Characters up to which tabs become columns: a longer text is a dump, and would grow eightfold. */
const tabbedMost = 100_000
const tabWidth = 8

/** Plain text as HTML that keeps its spaces and columns; line ends stay as they are. */
export function withSpaces(text: string): string {
  return escaped(withoutTabs(text)).replace(/^ | (?= )/gm, '&nbsp;')
}

/** Tabs as spaces up to the next column of eight: shown as HTML, each would be one space. */
export function withoutTabs(text: string): string {
  if (!text.includes('\t')) return text
  if (text.length > tabbedMost) return text.replaceAll('\t', '  ')
  return text.replace(/^.*\t.*$/gm, (line) => {
    const [first = '', ...rest] = line.split('\t')
    let column = [...first].length
    const columns = rest.map((piece) => {
      const width = tabWidth - (column % tabWidth)
      column += width + [...piece].length
      return ' '.repeat(width) + piece
    })
    return first + columns.join('')
  })
}

/**
 * The text of a mail that is plain text alone, without the line end that every text has at its end; undefined for one with HTML, and
 * for one that says nothing, which may become either.
 */
export function plainText({ html, text }: Said): string | undefined {
  const said = (text ?? '').replace(/\r?\n$/, '')
  return html === null && said.trim() !== '' ? said : undefined
}

export function escaped(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;')
}

function written({ name, address }: Address): string {
  return name === '' ? address : `${name} <${address}>`
}

const answerMark = /^\s*(?:re|回复|回覆|答复|答覆)\s*[:：]/i
const forwardMark = /^\s*(?:fwd?|转发|轉發|转寄)\s*[:：]/i

/** Marks a subject once, however often a mail went to and fro. */
export function markedSubject(subject: string, kind: 'answer' | 'forward'): string {
  const isMarked = (kind === 'answer' ? answerMark : forwardMark).test(subject)
  return isMarked ? subject : `${kind === 'answer' ? 'Re' : 'Fwd'}: ${subject}`
}
