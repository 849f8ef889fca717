/** The words of ManageSieve (RFC 5804 section 4): what a server says, cut into items, and strings as they are sent. */
export type WireItem =
  | { readonly kind: 'atom' | 'string'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }

export type WireLine = readonly WireItem[]

/** A server that says what no server says. */
export class WireError extends Error {
  override readonly name = 'WireError'
}

/** Longest line with its literals, in bytes: a script is far below. */
export const mostBytes = 4 * 1024 * 1024

/** Longest string that is sent in quotes (RFC 5804 section 4: 1,024 octets). */
const mostQuoted = 1_000

/** A string: whatever it holds, nothing of it is a second command (TRUST S13, S14). `text` is Latin-1, a character a byte. */
export function wireString(text: string): string {
  const fits = text.length <= mostQuoted && !/[^\x20-\x7e\x80-\xff]/.test(text)
  return fits ? `"${text.replace(/["\\]/g, '\\$&')}"` : `{${text.length}+}\r\n${text}`
}

/** Cuts the first whole line off; null while it is not all there. Strings are Latin-1. */
export function takeLine(bytes: Buffer): { readonly line: WireLine; readonly rest: Buffer } | null {
  const items: WireItem[] = []
  let at = 0
  while (at < bytes.length) {
    const char = bytes.at(at)
    if (char === cr || char === lf) {
      if (char === cr && at + 1 >= bytes.length) return waiting(bytes)
      return { line: items, rest: bytes.subarray(at + (char === cr ? 2 : 1)) }
    }
    if (char === blank) {
      at += 1
      continue
    }
    const found = itemAt(bytes, at)
    if (found === null) return waiting(bytes)
    items.push(found.item)
    at = found.end
  }
  return waiting(bytes)
}

const [cr, lf, blank, quote, backslash, brace, open, close] = Buffer.from('\r\n "\\{()')

type Found = { readonly item: WireItem; readonly end: number }

function itemAt(bytes: Buffer, at: number): Found | null {
  if (bytes.at(at) === quote) return quotedAt(bytes, at)
  if (bytes.at(at) === brace) return literalAt(bytes, at)
  if (bytes.at(at) === open) return codeAt(bytes, at)
  let end = at
  while (end < bytes.length && !isDelimiter(bytes.at(end))) end += 1
  if (end === at) throw new WireError('An unknown sign')
  return end >= bytes.length ? null : { item: { kind: 'atom', text: bytes.toString('latin1', at, end) }, end }
}

function isDelimiter(char: number | undefined): boolean {
  return char === cr || char === lf || char === blank || char === quote || char === open || char === close
}

function quotedAt(bytes: Buffer, at: number): Found | null {
  let end = at + 1
  while (end < bytes.length && bytes.at(end) !== quote) end += bytes.at(end) === backslash ? 2 : 1
  if (end >= bytes.length) return null
  const text = bytes.toString('latin1', at + 1, end).replace(/\\([\s\S])/g, '$1')
  return { item: { kind: 'string', text }, end: end + 1 }
}

function literalAt(bytes: Buffer, at: number): Found | null {
  const newline = bytes.indexOf('\n', at)
  if (newline < 0) return null
  const size = /^\{(\d{1,9})\+?\}\r?$/.exec(bytes.toString('latin1', at, newline))?.[1]
  if (size === undefined) throw new WireError('A literal without a size')
  if (Number(size) > mostBytes) throw new WireError('A literal that is too long')
  const end = newline + 1 + Number(size)
  return end > bytes.length ? null : { item: { kind: 'string', text: bytes.toString('latin1', newline + 1, end) }, end }
}

/** A response code, such as `(QUOTA/MAXSIZE)`: its words, strings within it left out. */
function codeAt(bytes: Buffer, at: number): Found | null {
  const words: string[] = []
  let end = at + 1
  while (end < bytes.length && bytes.at(end) !== close) {
    if (bytes.at(end) === blank) {
      end += 1
      continue
    }
    const found = itemAt(bytes, end)
    if (found === null) return null
    if (found.item.kind === 'atom') words.push(found.item.text)
    end = found.end
  }
  return end >= bytes.length ? null : { item: { kind: 'code', text: words.join(' ').toUpperCase() }, end: end + 1 }
}

function waiting(bytes: Buffer): null {
  if (bytes.length > mostBytes + 4_096) throw new WireError('A line that does not end')
  return null
}
