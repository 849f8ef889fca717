/** RTF to the HTML that it encapsulates (MS-OXRTFEX), or else to its words: one pass, no recursion, formats are left out. */
import { decodePage } from './codePage'

export type RtfBody = { readonly kind: 'html' | 'text'; readonly body: string }

/** What a brace saves. */
type Group = { page: number; skipsUnicode: number; isSilent: boolean; isTag: boolean; isRtfOnly: boolean }

/** A brace, an escaped byte, a control word with its number, a control sign, a line end, or plain bytes. */
const tokens = /[{}]|\\'([0-9a-f]{2})|\\([a-z]{1,32})(-?\d{1,10})? ?|\\([^a-z])|[\r\n]+|[^\\{}\r\n]+|\\/gi
const silentWords = new Set(
  'fonttbl colortbl stylesheet info pict header footer headerf footerf object listtable listoverridetable pntext themedata'.split(
    ' ',
  ),
)
const characters: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  row: '\n',
  sect: '\n',
  page: '\n',
  tab: '\t',
  cell: '\t',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  endash: '–',
  emdash: '—',
  emspace: '\u2003',
  enspace: '\u2002',
}
const signs: Readonly<Record<string, string>> = {
  '~': '\u00a0',
  _: '\u2011',
  '\\': '\\',
  '{': '{',
  '}': '}',
  '\r': '\n',
  '\n': '\n',
}
/** Code pages of the charsets of a font table (`\fcharset`). */
const fontPages: Readonly<Record<string, number>> = {
  0: 1252,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
}
/** Open braces that are remembered; RTF of real mail has a dozen. */
const groupsMost = 1_000

export function readRtf(bytes: Buffer): RtfBody | null {
  const rtf = bytes.toString('latin1')
  if (!rtf.startsWith('{\\rtf')) return null
  const isHtml = /\\fromhtml1?\b/.test(rtf.slice(0, 2_000))
  const fonts = new Map<number, number>()
  const out: string[] = []
  const groups: Group[] = []
  const mainPage = Number(/\\ansicpg(\d{3,5})/.exec(rtf.slice(0, 2_000))?.[1] ?? 1252)
  let group: Group = { page: mainPage, skipsUnicode: 1, isSilent: false, isTag: false, isRtfOnly: false }
  let pending: string[] = []
  let pendingPage = mainPage
  let font = 0
  let isTable = false
  let tableDepth = 0
  let depth = 0
  let skipped = 0
  let isStarred = false

  const flush = () => {
    if (pending.length > 0) out.push(decodePage(Buffer.from(pending.join(''), 'latin1'), pendingPage))
    pending = []
  }
  const isShown = () => !group.isSilent && (group.isTag || !group.isRtfOnly)
  const add = (text: string) => {
    if (text === '' || !isShown()) return
    flush()
    out.push(text)
  }
  /** Bytes of a code page wait for those that follow: a character may have two. */
  const addBytes = (raw: string) => {
    const from = Math.min(skipped, raw.length)
    skipped -= from
    if (!isShown() || from === raw.length) return
    const page = group.isTag ? mainPage : group.page
    if (page !== pendingPage) flush()
    pendingPage = page
    pending.push(raw.slice(from))
  }
  const word = (name: string, number: number | null) => {
    if (name === 'htmltag' && isStarred && isHtml) group.isTag = true
    else if (silentWords.has(name)) {
      group.isSilent = true
      if (name === 'fonttbl') {
        isTable = true
        tableDepth = depth
      }
    } else if (isStarred) group.isSilent = true
    else if (name === 'htmlrtf') group.isRtfOnly = isHtml && number !== 0
    else if (name === 'f' && number !== null) {
      font = number
      if (!isTable) group.page = fonts.get(number) ?? mainPage
    } else if (name === 'fcharset' && isTable) fonts.set(font, fontPages[String(number)] ?? mainPage)
    else if (name === 'plain') group.page = mainPage
    else if (name === 'uc' && number !== null) group.skipsUnicode = Math.max(0, Math.min(number, 10))
    else if (name === 'u' && number !== null) {
      add(String.fromCharCode(number & 0xffff))
      skipped = group.skipsUnicode
    } else {
      const character = characters[name]
      if (character !== undefined) add(character)
    }
    isStarred = false
  }

  for (const [token, hex, name, number, sign] of rtf.matchAll(tokens)) {
    if (token === '{') {
      depth += 1
      skipped = 0
      if (groups.length < groupsMost) groups.push({ ...group })
    } else if (token === '}') {
      depth -= 1
      skipped = 0
      if (isTable && depth < tableDepth) isTable = false
      if (depth < groupsMost) group = groups.pop() ?? group
    } else if (hex !== undefined) addBytes(String.fromCharCode(Number.parseInt(hex, 16)))
    else if (name !== undefined) word(name.toLowerCase(), number === undefined ? null : Number(number))
    else if (sign === '*') isStarred = true
    else if (sign !== undefined) add(signs[sign] ?? '')
    else if (!/^[\r\n\\]/.test(token)) addBytes(token)
  }
  flush()
  return { kind: isHtml ? 'html' : 'text', body: out.join('').trim() }
}
