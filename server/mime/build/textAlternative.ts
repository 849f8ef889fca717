/** A mail's HTML as the text that goes beside it (RFC 2046 section 5.1.4): for programs, watches and people that read no HTML. */
import { convert, type DomNode, type FormatCallback, type HtmlToTextOptions } from 'html-to-text'
import { strippedText } from '../../kit/message/strippedText'

/** A picture's description, or where it has none the name of its file, by Content-ID. */
export type PictureNames = ReadonlyMap<string, string>

/** What is nested in more than 100 elements is not laid out: then the HTML is stripped of its tags. */
export function textAlternative(html: string, pictures: PictureNames = new Map()): string {
  const text = convert(html, {
    ...options,
    formatters: { ...options.formatters, picture: pictureNamed(pictures) },
  })
  if (text.includes(tooDeep)) return strippedText(html, { lineBreaks: true, most: Number.POSITIVE_INFINITY })
  // A space that does not break is one that an editor wrote where two were typed.
  return text.replaceAll(emptyLine, '').replaceAll('\u00a0', ' ')
}

/** Stands for what is nested too deeply to be laid out; no character of any text either. */
const tooDeep = '\uFDD1'

/** Stands for nothing in a line that would else be left out: no character of any text (Unicode section 23.7). */
const emptyLine = '\uFDD0'

/** A break at a block's end opens no line, but holds the line of an otherwise empty block, as in a browser. */
const block: FormatCallback = (element, walk, builder, { leadingLineBreaks, trailingLineBreaks }) => {
  const last = element.children.findLastIndex(({ type, data }) => type !== 'text' || data?.trim() !== '')
  const hasBreak = element.children[last]?.name === 'br'
  builder.openBlock({ leadingLineBreaks })
  walk(hasBreak ? element.children.slice(0, last) : element.children, builder)
  if (hasBreak && last === 0) builder.addInline(emptyLine, { noWordTransform: true })
  builder.closeBlock({ trailingLineBreaks })
}

/** The address stands behind its words, in the brackets that RFC 3986 appendix C advises, unless the words are the address. */
const link: FormatCallback = (element, walk, builder) => {
  const href = attribute(element, 'href').trim()
  walk(element.children, builder)
  if (!/^(?:https?|mailto|tel|ftp):/i.test(href)) return
  // Words that are longer than the address are not the address.
  const shown = wordsOf(element, href.length + 100)
  if (plainest(shown) === plainest(href)) return
  builder.addInline(`${shown.trim() === '' ? '' : ' '}<${href}>`, { noWordTransform: true })
}

/** Addresses that differ only in what people leave out. */
function plainest(address: string): string {
  return address
    .trim()
    .replace(/^(?:https?:\/\/|mailto:|tel:)/i, '')
    .replace(/\/$/, '')
    .toLowerCase()
}

/** Remote pictures without words are ornament, or count their readers: they are not told of. */
const pictureNamed =
  (pictures: PictureNames): FormatCallback =>
  (element, _walk, builder) => {
    const [, cid = ''] = /^cid:(.*)$/i.exec(attribute(element, 'src').trim()) ?? []
    const words = attribute(element, 'alt').trim() || (pictures.get(cid) ?? '')
    if (words !== '') builder.addInline(`[${words.replace(/\s+/g, ' ')}]`, { noWordTransform: true })
  }

/** A run of text whose style keeps its spaces, as tabs and pasted code have. */
const spaced: FormatCallback = (element, walk, builder) => {
  const isText = element.children.every(({ type }) => type === 'text')
  if (isText) builder.addLiteral(element.children.map(({ data = '' }) => data).join(''))
  else walk(element.children, builder)
}

/** A row of a table with columns is a line; a table that only places things is what stands in it. */
const table: FormatCallback = (element, walk, builder, formatOptions) => {
  const rows = below(element, 'tr')
  const cells = (row: DomNode) => row.children.filter(({ name }) => name === 'td' || name === 'th')
  const isForData = below(element, 'table').length === 0 && rows.some((row) => cells(row).length > 1)
  if (!isForData) {
    builder.options.formatters.block?.(element, walk, builder, formatOptions)
    return
  }
  builder.openTable()
  for (const row of rows) {
    builder.openTableRow()
    for (const cell of cells(row)) {
      builder.openTableCell()
      walk(cell.children, builder)
      builder.closeTableCell({ colspan: 1, rowspan: 1 })
    }
    builder.closeTableRow()
  }
  builder.closeTable({
    // Columns of spaces fall apart in any but a typewriter's font, and with Chinese there too.
    tableToString: (lines) => lines.map((line) => line.map(({ text }) => inOneLine(text)).join(' | ')).join('\n'),
    leadingLineBreaks: 2,
    trailingLineBreaks: 2,
  })
}

/** Line by line: an expression for the space around a break costs the square of it (TRUST S30). */
function inOneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}

/** Styles that keep spaces, as the sanitiser writes them; `pre-line` keeps none. */
const spaceKeepers = [
  '*="white-space:pre;',
  '$="white-space:pre',
  '*="white-space:pre-wrap',
  '*="white-space:break-spaces',
]

const options: HtmlToTextOptions = {
  // Each program breaks a paragraph at its own window's edge.
  wordwrap: false,
  limits: { maxDepth: 100, ellipsis: tooDeep },
  formatters: { line: block, link, spaced, table },
  selectors: [
    { selector: 'div', format: 'line', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'p', format: 'line', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    ...spaceKeepers.flatMap((keeper) => [
      { selector: `div[style${keeper}"]`, format: 'pre', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
      { selector: `p[style${keeper}"]`, format: 'pre', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
      { selector: `span[style${keeper}"]`, format: 'spaced' },
    ]),
    { selector: 'a', format: 'link' },
    { selector: 'img', format: 'picture' },
    { selector: 'table', format: 'table', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: 'ul', options: { itemPrefix: '- ', leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'ol', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      options: { leadingLineBreaks: 2, trailingLineBreaks: 1, uppercase: false },
    })),
  ],
}

function attribute(element: DomNode, name: string): string {
  // The library leaves the type of attributes open.
  const value: unknown = element.attribs?.[name]
  return typeof value === 'string' ? value : ''
}

/** The text within an element, and no more of it than `most` characters or so; loops, since elements may be nested 20,000 deep. */
function wordsOf(element: DomNode, most: number): string {
  const waiting: DomNode[] = [element]
  let words = ''
  for (let node = waiting.pop(); node !== undefined && words.length <= most; node = waiting.pop()) {
    if (node.type === 'text') words += node.data ?? ''
    for (const child of (node.children ?? []).toReversed()) waiting.push(child)
  }
  return words
}

/** Those of a name within an element, outermost first, not within one another. */
function below(element: DomNode, name: string): DomNode[] {
  const found: DomNode[] = []
  const waiting = (element.children ?? []).toReversed()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.name === name) found.push(node)
    else for (const child of (node.children ?? []).toReversed()) waiting.push(child)
  }
  return found
}
