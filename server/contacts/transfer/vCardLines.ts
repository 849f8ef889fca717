/** Content lines of vCards 2.1 to 4.0 (RFC 6350 section 3.3), within bounds (decision 48). */

import { contactFileLimits } from '../../core/contactFile'
import { decodeText } from '../../kit/charset'
import { escapedText } from './contactFile'

/** A line as it stands in the file; what is longer than a line may be is cut. */
export type PhysicalLine = { readonly text: string; readonly isCut: boolean }

/** A line without its folds; in an old one (vCard 2.1) a backslash stands for itself. */
export type RawLine = { readonly text: string; readonly isOld: boolean }

export type ContentLine = {
  readonly group: string
  readonly name: string
  readonly params: readonly (readonly [name: string, value: string])[]
  readonly value: string
  readonly raw: RawLine
}

/** Lines end with CRLF, LF or CR, or with CR CR LF, as a file has them that was converted twice. */
export function makeLineSplitter(): { push(text: string): PhysicalLine[]; end(): PhysicalLine[] } {
  const most = contactFileLimits.lineCharacters
  let pending = ''
  let isCut = false
  let returns = ''
  const append = (text: string) => {
    isCut ||= pending.length + text.length > most
    pending += text.slice(0, most - pending.length)
  }
  const take = (): PhysicalLine => {
    const line = { text: pending, isCut }
    pending = ''
    isCut = false
    return line
  }
  const push = (more: string, isLast: boolean): PhysicalLine[] => {
    let text = returns + more
    // What they end is seen with what follows.
    returns = isLast ? '' : (/\r{1,2}$/.exec(text)?.[0] ?? '')
    text = text.slice(0, text.length - returns.length)
    const lines: PhysicalLine[] = []
    let from = 0
    for (const { 0: end, index } of text.matchAll(/\r{0,2}\n|\r/g)) {
      append(text.slice(from, index))
      lines.push(take())
      from = index + end.length
    }
    append(text.slice(from))
    return lines
  }
  return {
    push: (text) => push(text, false),
    end: () => {
      const lines = push('', true)
      return pending === '' ? lines : [...lines, take()]
    },
  }
}

const bareEncodings = new Set(['QUOTED-PRINTABLE', 'BASE64', '8BIT', '7BIT', 'B'])
const bareValues = new Set(['URL', 'URI', 'INLINE', 'CONTENT-ID', 'CID'])

/** Null for what is no content line. A parameter without a name (vCard 2.1) is given one. */
export function readContentLine(raw: RawLine): ContentLine | null {
  const { text } = raw
  const colon = colonOf(text)
  if (colon < 0) return null
  const [path = '', ...params] = splitOutsideQuotes(text.slice(0, colon), contactFileLimits.lineParams)
  const [, group = '', name = ''] = /^\s*(?:([\w-]{1,100})\.)?([\w-]{1,100})\s*$/.exec(path) ?? []
  if (name === '') return null
  return {
    group,
    name: name.toUpperCase(),
    params: params.map(readParam),
    value: text.slice(colon + 1),
    raw,
  }
}

function readParam(param: string): readonly [string, string] {
  const equals = param.indexOf('=')
  const value = param
    .slice(equals + 1)
    .trim()
    .replaceAll('"', '')
  if (equals > 0) return [param.slice(0, equals).trim().toUpperCase(), value]
  const word = value.toUpperCase()
  if (bareEncodings.has(word)) return ['ENCODING', value]
  return [bareValues.has(word) ? 'VALUE' : 'TYPE', value]
}

/** The first colon outside quotes; where a quote has no end, the first of all. */
function colonOf(text: string): number {
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted
    else if (text[at] === ':' && !isQuoted) return at
  }
  return text.indexOf(':')
}

/** Of `most` and more only the first. */
function splitOutsideQuotes(text: string, most: number): string[] {
  const pieces: string[] = []
  let isQuoted = false
  let from = 0
  for (let at = 0; at < text.length && pieces.length < most; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted
    else if (text[at] === ';' && !isQuoted) {
      pieces.push(text.slice(from, at))
      from = at + 1
    }
  }
  return pieces.length < most ? [...pieces, text.slice(from)] : pieces
}

export const paramOf = ({ params }: ContentLine, name: string): string | null =>
  params.find(([it]) => it === name)?.[1] ?? null

/** The words of TYPE in lower case, without the quotes that some programs write. */
export const typesOf = ({ params }: ContentLine): readonly string[] =>
  params
    .filter(([name]) => name === 'TYPE')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((type) => type.trim())

export const isQuotedPrintable = (line: ContentLine): boolean =>
  paramOf(line, 'ENCODING')?.toUpperCase() === 'QUOTED-PRINTABLE'

export const isBase64 = (line: ContentLine): boolean => /^(?:b|base64)$/i.test(paramOf(line, 'ENCODING') ?? '')

/** The value as one text. */
export const textOf = (line: ContentLine): string => decodeField(line, line.value)

/** The fields of a structured value such as N, ADR or ORG. */
export const fieldsOf = (line: ContentLine): readonly string[] =>
  splitUnescaped(line.value, ';').map((field) => decodeField(line, field))

/** The values of a list such as CATEGORIES. */
export const listOf = (line: ContentLine): readonly string[] =>
  splitUnescaped(line.value, ',').map((value) => decodeField(line, value))

function splitUnescaped(value: string, separator: string): string[] {
  const pieces: string[] = []
  let from = 0
  for (let at = 0; at < value.length; at += 1) {
    if (value[at] === '\\') at += 1
    else if (value[at] === separator) {
      pieces.push(value.slice(from, at))
      from = at + 1
    }
  }
  return [...pieces, value.slice(from)]
}

/** Split before it is decoded: a second byte of GBK may be a backslash. */
function decodeField(line: ContentLine, field: string): string {
  const text = isQuotedPrintable(line) ? decodeQuoted(field, paramOf(line, 'CHARSET')) : field
  return line.raw.isOld ? text.replaceAll('\\;', ';').replaceAll(/\r\n?/g, '\n') : unescapedText(text)
}

function unescapedText(text: string): string {
  return text.replaceAll(/\\([\s\S])/g, (both, sign: string) => {
    if (sign === 'n' || sign === 'N') return '\n'
    return /[\\,;:]/.test(sign) ? sign : both
  })
}

/** RFC 2045 section 6.7; signs that are no ASCII stand for themselves. */
function decodeQuoted(text: string, charset: string | null): string {
  return text.replaceAll(/[\0-\u007f]+/g, (run) => {
    const bytes = run.replaceAll(/=([\dA-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    return decodeText(Buffer.from(bytes, 'latin1'), charset)
  })
}

/** As `rest` holds it: in the form of vCard 3.0 and 4.0, in one line. */
export function restLine(line: ContentLine): string {
  const { raw, group, name } = line
  if (!raw.isOld && !isQuotedPrintable(line)) {
    const head = raw.text.slice(0, raw.text.length - line.value.length)
    return oneLine(head.replaceAll(/;\s*CHARSET\s*=\s*(?:"[^"]*"|[^;:"]*)/gi, '') + line.value)
  }
  const params = line.params.filter(([it]) => it !== 'CHARSET' && !(it === 'ENCODING' && !isBase64(line)))
  const written = params.map(([it, value]) => `;${it}=${paramValue(it === 'ENCODING' ? 'b' : value)}`)
  // What a semicolon or a comma is in a property that is not known stays open.
  const value = isBase64(line)
    ? line.value.replaceAll(/\s/g, '')
    : fieldsOf(line)
        .map((field) => escapedText(field).replaceAll('\\,', ','))
        .join(';')
  return oneLine(`${group === '' ? '' : `${group}.`}${name}${written.join('')}:${value}`)
}

const paramValue = (value: string) => (/[,:;]/.test(value) ? `"${value.replaceAll('"', '')}"` : value)

/** A value cannot begin another line in any program (TRUST S28). */
const oneLine = (text: string) => text.replaceAll(/[\n\u0085\u2028\u2029]/g, '\\n').replaceAll(/(?!\t)\p{Cc}/gu, '')

const octetsOfLine = 75

/** Folded to 75 bytes, between two signs (RFC 6350 section 3.2); ends with CRLF. */
export function foldedLine(text: string): string {
  let folded = ''
  let octets = 0
  for (const sign of text) {
    const point = sign.codePointAt(0) ?? 0
    const size = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
    if (octets + size > octetsOfLine) {
      folded += '\r\n '
      octets = 1
    }
    folded += sign
    octets += size
  }
  return `${folded}\r\n`
}

const once = new Set(['N', 'BDAY', 'UID', 'REV', 'PRODID', 'KIND', 'GENDER', 'ANNIVERSARY'])

/** Clean lines of `rest`; what a card may hold once is renamed where it comes again. */
export function restLines(lines: readonly string[], written: readonly string[]): readonly string[] {
  const seen = new Set(written)
  return [...new Set(lines)].flatMap((text) => {
    const clean = oneLine(text)
    const line = readContentLine({ text: clean, isOld: false })
    if (line === null || /^(?:BEGIN|END|VERSION)$/.test(line.name)) return []
    if (!once.has(line.name) || seen.size < seen.add(line.name).size) return [clean]
    return [clean.replace(/^(\s*(?:[\w-]+\.)?)/, '$1X-')]
  })
}
