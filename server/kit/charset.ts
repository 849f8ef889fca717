/** Bytes to text in whatever charset a mail names, or seems to be written in when it names none or lies. */
import iconv from 'iconv-lite'
import { charsetOfMarkup } from './markupCharset'

const aliases: Readonly<Record<string, string>> = {
  gb2312: 'gb18030',
  gbk: 'gb18030',
  'x-gbk': 'gb18030',
  gb_2312: 'gb18030',
  utf8: 'utf-8',
  utf8mb4: 'utf-8',
  'unicode-1-1-utf-8': 'utf-8',
  uhc: 'euc-kr',
  euckr: 'euc-kr',
  eucjp: 'euc-jp',
  ujis: 'euc-jp',
  cp51932: 'euc-jp',
  big5hkscs: 'big5',
  cp50220: 'iso-2022-jp',
  'iso-2022-jp-ms': 'iso-2022-jp',
  'iso-2022-jp-1': 'iso-2022-jp',
  'iso-2022-jp-2': 'iso-2022-jp',
  ansi: 'windows-1252',
  latin1: 'windows-1252',
  'utf-16': 'utf-16',
  ucs2: 'utf-16',
}
const noCharset = new Set([
  '',
  'us-ascii',
  'ascii',
  'unknown',
  'unknown-8bit',
  'x-unknown',
  'default',
  'default_charset',
  '7bit',
  '8bit',
  'binary',
  'x-user-defined',
])

/** Sets that Node's own decoder reads with holes or as another set (docs/decisions/0034). */
const readByTable = /^(?:windows-\d+|iso-8859-\d+|ibm866|big5|euc-kr)$/
/** Sets that Node does not know at all: Latin-10, and those of DOS and the old Macintosh. */
const foreign = /^(?:iso-8859-16|(?:cp|ibm)\d{3,5}|mac[a-z]{3,10})$/

/** Text of `bytes` in `label`; an absent, unknown or impossible label is guessed. */
export function decodeText(bytes: Uint8Array, label: string | null): string {
  return byLabel(bytes, label) ?? guessText(bytes)
}

/** What a part says of itself: the type and the charset of its header. */
export type Labelled = { readonly type: string; readonly charset: string | null }

/**
 * Text of a part: by its byte order mark, its header, what HTML says of itself, else guessed.
 * @param isCut where the bytes end within something longer: half a character there is no fault
 */
export function decodePart(bytes: Uint8Array, { type, charset }: Labelled, isCut = false): string {
  const marked = markOf(bytes)
  if (marked !== null) return new TextDecoder(marked).decode(bytes, { stream: isCut })
  const own = /[/+](?:x?html|xml)\b/.test(type) ? charsetOfMarkup(bytes) : null
  return (
    byLabel(bytes, charset, isCut) ?? (own === null ? null : byOwnLabel(bytes, own, isCut)) ?? guessText(bytes, isCut)
  )
}

function markOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null
}

/** Null where the label names no charset, or one that the bytes are not written in. */
function byLabel(bytes: Uint8Array, label: string | null, isCut = false): string | null {
  const wanted = (label ?? '')
    .trim()
    .toLowerCase()
    .replace(/^["']|["']$/g, '')
  const name = aliases[wanted] ?? wanted
  if (name === 'utf-7' || name === 'unicode-1-1-utf-7') return decodeUtf7(Buffer.from(bytes).toString('latin1'))
  if (name === 'utf-16') return decodeUtf16(bytes)
  if (noCharset.has(name)) return null
  const decoder = decoderFor(name) ?? decoderFor(commonName(name))
  if (decoder === null) return foreign.test(name) && iconv.encodingExists(name) ? byTable(bytes, name) : null
  if (readByTable.test(decoder.encoding)) return byTable(bytes, decoder.encoding)
  if (decoder.encoding === 'iso-2022-jp') return decodeJis(bytes)
  const text = decoder.decode(bytes, { stream: isCut })
  return decoder.encoding === 'utf-8' && countBad(text) > 2 && countBad(text) * 4 > highBytes(bytes) ? null : text
}

/** A template's label often outlives its charset: what is UTF-8 to the last byte is no other. */
function byOwnLabel(bytes: Uint8Array, label: string, isCut: boolean): string | null {
  const isUtf8 = highBytes(bytes) > 0 && strictUtf8(bytes, isCut) !== null
  // The label was read as ASCII, which UTF-16 is not (HTML Living Standard section 13.2.3.2).
  const isWide = /^(?:utf-?16|ucs-?2)/.test(decoderFor(label)?.encoding ?? label.toLowerCase())
  return byLabel(bytes, isUtf8 || isWide ? 'utf-8' : label, isCut)
}

/** Text of bytes that name no charset: UTF-8 when nearly valid, else ISO-2022-JP, GB 18030 or a single-byte set by its look. */
export function guessText(bytes: Uint8Array, isCut = false): string {
  const high = highBytes(bytes)
  if (high === 0) return hasEscape(bytes) ? decodeJis(bytes) : Buffer.from(bytes).toString('latin1')
  return readUtf8(bytes, isCut) ?? decodeLegacy(bytes, high)
}

/** Text of bytes that are UTF-8 but for a few, each of which becomes U+FFFD; null for what is written in another set. */
export function readUtf8(bytes: Uint8Array, isCut = false): string | null {
  const valid = strictUtf8(bytes, isCut)
  if (valid !== null) return valid
  const text = new TextDecoder('utf-8').decode(bytes, { stream: isCut })
  // Text in another set hardly ever holds four well-formed characters for one that is not.
  return beyondAscii(text) >= countBad(text) * 5 ? text : null
}

function strictUtf8(bytes: Uint8Array, isCut: boolean): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut })
  } catch {
    return null
  }
}

function decodeLegacy(bytes: Uint8Array, high: number): string {
  const set = likelyLegacy(bytes, high)
  return set === 'gb18030' ? new TextDecoder(set).decode(bytes) : byTable(bytes, set)
}

function byTable(bytes: Uint8Array, name: string): string {
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), name)
}

/** RFC 1468; two escapes in a row, as joined words have them, are a fault to the decoder (WHATWG Encoding section 12.2.1). */
function decodeJis(bytes: Uint8Array): string {
  const pieces = Buffer.from(bytes).toString('latin1').split(escapeByte)
  const needed = pieces.filter((piece, at) => !setChange.test(piece) || !/^[($]/.test(pieces[at + 1] ?? ''))
  return new TextDecoder('iso-2022-jp').decode(Buffer.from(needed.join(escapeByte), 'latin1'))
}

const escapeByte = '\u001b'
const setChange = /^(?:\([A-Z]|\$[@AB]|\$\([CD])$/

function likelyLegacy(bytes: Uint8Array, high: number): 'gb18030' | 'windows-1251' | 'windows-1252' {
  let pairs = 0
  let common = 0
  let broken = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0
    if (lead < 0x80) continue
    const trail = bytes[at + 1] ?? 0
    if (lead >= 0xa1 && lead <= 0xf7 && trail >= 0xa1) {
      pairs += 1
      // Level-1 hanzi and full-width punctuation: what real Chinese text is mostly made of.
      if ((lead >= 0xb0 && lead <= 0xd7) || lead <= 0xa3) common += 1
      at += 1
    } else if (lead >= 0x81 && lead <= 0xfe && trail >= 0x80) {
      at += 1
    } else broken += 1
  }
  if (pairs > 0 && broken * 8 <= pairs && common * 10 >= pairs * 6) return 'gb18030'
  let replaced = 0
  for (const byte of bytes) if (byte >= 0xc0) replaced += 1
  const letters = high + asciiLetters(bytes)
  return replaced > 3 && high * 2 > letters ? 'windows-1251' : 'windows-1252'
}

const codePages: Readonly<Record<string, string>> = { 932: 'shift_jis', 936: 'gb18030', 949: 'euc-kr', 950: 'big5' }

/** Names such as `cp-1252`, `ms936`, `iso8859_15` and `koi8r` as the standard writes them. */
function commonName(name: string): string {
  return name
    .replace(/^(?:x-)?(?:cp|ms|windows|win)[-_]?(93[26]|949|950)$/, (_, page: string) => codePages[page] ?? name)
    .replace(/^(?:x-)?(?:cp|ms|windows|win)[-_]?(125\d|874)$/, 'windows-$1')
    .replace(/^iso[-_]?8859[-_]?/, 'iso-8859-')
    .replace(/^koi8[-_]?/, 'koi8-')
}

function decoderFor(name: string) {
  try {
    return new TextDecoder(name)
  } catch {
    return null
  }
}

function decodeUtf16(bytes: Uint8Array): string {
  const big = bytes[0] === 0xfe || (bytes[0] === 0 && bytes[1] !== 0)
  return new TextDecoder(big ? 'utf-16be' : 'utf-16le').decode(bytes)
}

/** RFC 2152. */
function decodeUtf7(text: string): string {
  return text.replace(/\+([A-Za-z0-9+/]*)-?/g, (_, run: string) => {
    if (run === '') return '+'
    const bytes = Buffer.from(run, 'base64')
    return new TextDecoder('utf-16be').decode(bytes.subarray(0, bytes.length - (bytes.length % 2)))
  })
}

function countBad(text: string): number {
  let count = 0
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) count += 1
  return count
}

function beyondAscii(text: string): number {
  let count = 0
  for (const char of text) if (char > '\x7f') count += 1
  return count
}

function highBytes(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes) if (byte >= 0x80) count += 1
  return count
}

function asciiLetters(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes) if ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)) count += 1
  return count
}

function hasEscape(bytes: Uint8Array): boolean {
  const at = bytes.indexOf(0x1b)
  return at >= 0 && (bytes[at + 1] === 0x24 || bytes[at + 1] === 0x28)
}
