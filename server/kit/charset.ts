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

/** Whether the bytes are text in the charset that `label` names, to the last one. */
export function isTextIn(bytes: Uint8Array, label: string): boolean {
  return byLabel(bytes, label)?.includes('\ufffd') === false
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
  const decoder = decoderFor(name) ?? decoderFor(commonName(name)) ?? decoderFor(name.replace(/^x-/, ''))
  if (decoder === null) return foreign.test(name) && iconv.encodingExists(name) ? byTable(bytes, name) : null
  if (decoder.encoding !== 'utf-8' && isSurelyUtf8(bytes, /^(?:windows|iso-8859|koi8)/.test(decoder.encoding), isCut))
    return strictUtf8(bytes, isCut)
  if (readByTable.test(decoder.encoding)) return byTable(bytes, decoder.encoding)
  if (decoder.encoding === 'iso-2022-jp') return decodeJis(bytes)
  const text = decoder.decode(bytes, { stream: isCut })
  return decoder.encoding === 'utf-8' && isNoUtf8(countBad(text), highBytes(bytes)) ? null : text
}

/** Many faults, or as many as there are bytes outside ASCII: then not one character was read. */
const isNoUtf8 = (bad: number, high: number): boolean => (bad > 2 && bad * 4 > high) || (bad > 0 && bad === high)

/** Text in another set is UTF-8 to the last byte by chance only where it is short. */
function isSurelyUtf8(bytes: Uint8Array, isSingleByte: boolean, isCut: boolean): boolean {
  if (highBytes(bytes) < 6) return false
  const text = strictUtf8(bytes, isCut)
  if (text === null || hasEscape(bytes) || text.includes('\u0000')) return false
  const characters = [...text.slice(0, surelyMost)].filter((char) => char > (isSingleByte ? '\x7f' : '\u07ff'))
  return characters.length >= 3
}

const surelyMost = 10_000

/** Whether a label names ASCII's western relatives, or no set at all. */
export function isWesternSet(label: string): boolean {
  const name = label.trim().toLowerCase()
  const decoder = decoderFor(aliases[name] ?? name) ?? decoderFor(commonName(name))
  return noCharset.has(name) || decoder?.encoding === 'windows-1252'
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
  return readByTable.test(set) ? byTable(bytes, set) : new TextDecoder(set).decode(bytes)
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

/** What pairs of bytes are in each set of East Asia, and in how many runs they stand. */
type Pairs = {
  all: number
  /** Level-1 hanzi and full-width punctuation of GB 2312. */
  gb: number
  /** The frequent hanzi of Big5, and its punctuation. */
  big5: number
  /** Hangul of KS X 1001. */
  hangul: number
  /** Kana of EUC-JP, which GB 2312 has in the same rows. */
  kana: number
  runs: number
  broken: number
}

function countPairs(bytes: Uint8Array): Pairs {
  const pairs: Pairs = { all: 0, gb: 0, big5: 0, hangul: 0, kana: 0, runs: 0, broken: 0 }
  let end = -1
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0
    if (lead < 0x80) continue
    const trail = bytes[at + 1] ?? 0
    const isHigh = trail >= 0xa1
    if (lead < 0x81 || lead > 0xfe || (trail < 0x80 && !(lead >= 0xa1 && trail >= 0x40 && trail <= 0x7e))) {
      pairs.broken += 1
      continue
    }
    pairs.all += 1
    if (end !== at) pairs.runs += 1
    if (isHigh && ((lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa3))) pairs.gb += 1
    if ((trail < 0x80 || isHigh) && ((lead >= 0xa4 && lead <= 0xc6) || lead === 0xa1)) pairs.big5 += 1
    if (isHigh && lead >= 0xb0 && lead <= 0xc8) pairs.hangul += 1
    if (isHigh && (lead === 0xa4 || lead === 0xa5)) pairs.kana += 1
    at += 1
    end = at + 1
  }
  return pairs
}

type Legacy = 'gb18030' | 'big5' | 'euc-kr' | 'euc-jp' | 'shift_jis' | 'windows-1251' | 'windows-1252'

function likelyLegacy(bytes: Uint8Array, high: number): Legacy {
  if (isShiftJis(bytes.subarray(0, surelyMost))) return 'shift_jis'
  const { all, gb, big5, hangul, kana: eucKana, runs, broken } = countPairs(bytes)
  if (all > 0 && broken * 8 <= all) {
    if (eucKana >= 3 && eucKana * 4 >= all) return 'euc-jp'
    // Korean is written in words, all of it in 25 of the rows over which Chinese is spread.
    if (runs > 1 && all >= 6 && hangul === all && all <= runs * 6 && isKorean(bytes)) return 'euc-kr'
    if (all >= 4 && big5 * 10 >= all * 9 && gb * 10 < all * 7) return 'big5'
    if (gb * 10 >= all * 6) return 'gb18030'
  }
  let replaced = 0
  for (const byte of bytes) if (byte >= 0xc0) replaced += 1
  const letters = high + asciiLetters(bytes)
  return replaced > 3 && high * 2 > letters ? 'windows-1251' : 'windows-1252'
}

/** The syllables that Korean is mostly made of; Chinese read as Korean is spread over all 2,350. */
const koreanSyllables = new Set(
  [
    '가각간갈감갑값강같개객거건걸검것게겠겨격견결겸경계고곡골공과관광교구국군굴권귀규균그극근글금급기긴길김까께나날남',
    '납내너널넘네녀년념녕노녹논농높누눈뉴느는늘능니다단달담답당대더덕던데도독돈돌동되된될두드득든들등디따때떤또라락란',
    '람랍랑래략량러런럼레려력련령로록론료루류률르른를름리린림립마막만많말망맞매머먼메며면명모목못무문물미민밀및바박반',
    '받발방배백번벌법변별병보복본부북분불브비빈사산살삼상새색생서석선설성세센소속손송수숙순술스승시식신실심십씨아안않',
    '알압앞애액야약양어억언얼업없었에여역연열염였영예오온올와완외요욕용우운울움워원월위유육율으은을음응의이익인일임입',
    '있자작잘잠장재저적전절점접정제젝져조족존종좋좌주준줄중증지직진질집째쪽차착찬찰참창찾채책처천첨청체초촉총최추축출',
    '충취측치칙친카코크클키타탁탄태택터테템토통투트특티파판패페편평포표품프플피필하학한할함합항해했행향허험현협형호화',
    '확환활황회획효후훈휴희히힘',
  ].join(''),
)

/** Rows that Chinese and Korean share are Chinese unless nine in ten are such syllables. */
function isKorean(bytes: Uint8Array): boolean {
  const syllables = byTable(bytes.subarray(0, surelyMost), 'euc-kr').match(/[가-힣]/g) ?? []
  return syllables.filter((one) => koreanSyllables.has(one)).length * 10 >= syllables.length * 9
}

/** Whether the bytes, the last of which may be half a character, hold a share of kana. */
function isShiftJis(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('shift_jis', { fatal: true }).decode(bytes, { stream: true })
    const kana = text.match(/[\u3041-\u30fc]/g)?.length ?? 0
    return kana >= 3 && kana * 8 >= highBytes(bytes)
  } catch {
    return false
  }
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
