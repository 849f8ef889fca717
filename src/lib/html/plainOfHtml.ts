/** Formatted text as plain text and back, as far as plain text can say it: lines, lists, quotes (`> `, RFC 3676 section 4.5), tables by row. */
import { withSpaces } from '../../contract/compose/quoteMail'
import { isByText } from './direction'
import { sanitizeForEditor, signatureMark } from './editorHtml'

type Out = {
  readonly lines: string[]
  line: string
  /** Something stands in the line that is being written. */
  isOpen: boolean
  /** A paragraph ended: what comes next stands apart from it. */
  hasGap: boolean
}

const blocks =
  /^(?:ADDRESS|ARTICLE|ASIDE|BODY|CENTER|DD|DIV|DL|DT|FIGCAPTION|FIGURE|FOOTER|H[1-6]|HEADER|LI|MAIN|NAV|OL|P|PRE|SECTION|TABLE|TBODY|TD|TFOOT|TH|THEAD|TR|UL|CAPTION|BLOCKQUOTE|HR)$/
const paragraphs = /^(?:P|H[1-6]|DL|PRE)$/

export function plainOfHtml(html: string): string {
  const parsed = new DOMParser().parseFromString(sanitizeForEditor(html), 'text/html')
  // The line above a signature ends in a space (RFC 3676 section 4.3).
  const lines = linesWithin(parsed.body).map((line) => (line.trim() === '--' ? '-- ' : line.trimEnd()))
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1).join('\n')
}

/** Whether plain text, which keeps lines and quotes, would lose something but `ownStyle`. */
export function hasFormatting(html: string, ownStyle = ''): boolean {
  const { body } = new DOMParser().parseFromString(sanitizeForEditor(html), 'text/html')
  const own = document.createElement('div')
  own.style.cssText = ownStyle
  for (const line of body.querySelectorAll<HTMLElement>('div[style], p[style]'))
    if (line.style.cssText === own.style.cssText) line.removeAttribute('style')
  if (body.querySelector(':not(div, p, br, blockquote), [style], [align]') !== null) return true
  return [...body.querySelectorAll<HTMLElement>('[dir]')].some((element) => !isByText(element))
}

function linesWithin(element: Element): string[] {
  const out: Out = { lines: [], line: '', isOpen: false, hasGap: false }
  walk(element, out)
  close(out)
  return out.lines
}

function walk(parent: Node, out: Out): void {
  for (const node of parent.childNodes) {
    if (node instanceof Text && keepsSpaces(node)) writeAsItStands(out, node.data)
    else if (node instanceof Text) write(out, node.data.replace(/[ \t\r\n\f]+/g, ' '))
    else if (node instanceof Element) walkElement(node, out)
  }
}

function walkElement(element: Element, out: Out): void {
  const name = element.tagName
  if (name === 'BR') {
    out.isOpen = true
    close(out)
  } else if (name === 'IMG') {
    const words = (element.getAttribute('alt') ?? '').trim()
    if (words !== '') write(out, `[${words}]`)
  } else if (name === 'A') writeLink(element, out)
  else if (blocks.test(name)) writeBlock(element, out)
  else walk(element, out)
}

/** Whether a style says so, as of code that was pasted; what only sets blocks apart is no text. */
function keepsSpaces(text: Text): boolean {
  const style = text.parentElement?.closest('[style*="white-space"]')?.getAttribute('style') ?? ''
  const isApart = text.data.includes('\n') && text.data.trim() === ''
  return /white-space:\s*(?:pre|pre-wrap|break-spaces)(?![-\w])/i.test(style) && !isApart
}

function writeAsItStands(out: Out, text: string): void {
  for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
    if (at > 0) {
      out.isOpen = true
      close(out)
    }
    if (line === '') continue
    openGap(out)
    out.line += line.replaceAll('\u00a0', ' ')
    out.isOpen = true
  }
}

function write(out: Out, words: string): void {
  const added = out.isOpen ? words : words.replace(/^ +/, '')
  if (added === '') return
  openGap(out)
  // A space that does not break is one that was typed.
  out.line += (out.line.endsWith(' ') ? added.replace(/^ +/, '') : added).replaceAll('\u00a0', ' ')
  out.isOpen = true
}

function openGap(out: Out): void {
  if (out.hasGap && out.lines.length > 0 && out.lines.at(-1) !== '') out.lines.push('')
  out.hasGap = false
}

function close(out: Out): void {
  if (out.isOpen) out.lines.push(out.line)
  out.line = ''
  out.isOpen = false
}

function writeLink(element: Element, out: Out): void {
  walk(element, out)
  const href = element.getAttribute('href') ?? ''
  if (href !== '' && plainest(element.textContent ?? '') !== plainest(href)) write(out, ` <${href}>`)
}

function plainest(address: string): string {
  return address
    .trim()
    .replace(/^(?:https?:\/\/|mailto:|tel:)/i, '')
    .replace(/\/$/, '')
    .toLowerCase()
}

function writeBlock(element: Element, out: Out): void {
  close(out)
  const isApart = paragraphs.test(element.tagName)
  if (isApart) out.hasGap = true
  const lines = linesOfBlock(element)
  if (lines.length > 0) {
    openGap(out)
    out.lines.push(...lines)
  }
  if (isApart) out.hasGap = true
}

function linesOfBlock(element: Element): string[] {
  switch (element.tagName) {
    case 'BLOCKQUOTE':
      return linesWithin(element).map((line) => (line.startsWith('>') ? `>${line}` : `> ${line}`))
    case 'UL':
    case 'OL':
      return linesOfList(element)
    case 'TABLE':
      return linesOfTable(element)
    case 'PRE':
      return linesOfPre(element)
    case 'HR':
      return ['-'.repeat(40)]
    default:
      return [...(element.hasAttribute(signatureMark) ? ['--'] : []), ...linesWithin(element)]
  }
}

/** As they stand: an editor writes the line ends of such text as breaks. */
function linesOfPre(element: Element): string[] {
  for (const line of element.querySelectorAll('br')) line.replaceWith('\n')
  return (element.textContent ?? '').replace(/\n$/, '').replaceAll('\u00a0', ' ').split('\n')
}

function linesOfList(list: Element): string[] {
  const first = Number(list.getAttribute('start') ?? '1')
  return [...list.children].flatMap((item, at) => {
    const mark = list.tagName === 'OL' ? `${(Number.isFinite(first) ? first : 1) + at}. ` : '- '
    // What stands in a list and is no item of it is a list within the item before.
    const lines = item.tagName === 'LI' ? linesWithin(item) : linesOfBlock(item).map((line) => `  ${line}`)
    if (item.tagName !== 'LI') return lines
    return (lines.length === 0 ? [''] : lines).map((line, row) => (row === 0 ? mark : ' '.repeat(mark.length)) + line)
  })
}

/** A row is a line where there are columns; a table that only places things is what stands in it. */
function linesOfTable(table: Element): string[] {
  const rows = [...table.querySelectorAll('tr')].map((row) => [...row.children])
  if (table.querySelector('table') !== null || rows.every((cells) => cells.length < 2)) return linesWithin(table)
  return rows.map((cells) => cells.map((cell) => linesWithin(cell).join(' ').trim()).join(' | '))
}

/** Plain text as the editor holds it: a line each, quotes as quotes, nothing of it markup. */
export function htmlOfPlain(text: string): string {
  const out: string[] = []
  let level = 0
  for (const line of text.split(/\r\n?|\n/)) {
    const quoted = quoteLevel(line)
    const more = quoted.level - level
    out.push(more > 0 ? '<blockquote type="cite">'.repeat(more) : '</blockquote>'.repeat(-more))
    level = quoted.level
    const words = withSpaces(line.slice(quoted.from))
    out.push(`<div>${words === '' ? '<br>' : words}</div>`)
  }
  return out.join('') + '</blockquote>'.repeat(level)
}

/** Escapes text for element content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** Deeper quotes are a dump. */
const maxLevel = 20

/** How deep a line is quoted, and where its own words begin. */
export function quoteLevel(line: string): { readonly level: number; readonly from: number } {
  let level = 0
  let from = 0
  while (level < maxLevel && line[from] === '>') {
    level += 1
    from += line[from + 1] === ' ' ? 2 : 1
  }
  return { level, from }
}
