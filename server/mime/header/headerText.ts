/** Header values to text: encoded words (RFC 2047), raw 8-bit guesses, and controls that could deceive stripped (TRUST S31). */
import { decodeText, guessText, isTextIn, isWesternSet, readUtf8 } from '../../kit/charset'

/** `base64` still to be decoded, since senders cut it anywhere; otherwise bytes. */
type Word = { readonly charset: string; readonly content: string | Buffer; readonly end: number }

/** C0 but tab, C1, and the bidirectional marks, overrides and isolates that make a name read as another. */
const dangerous = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

export function safeText(text: string): string {
  return wellFormed(text.replace(dangerous, (found) => (found === '\t' ? found : '')))
}

/** Half a surrogate pair cannot be written as UTF-8. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}

/** Without white space of RFC 5322 at its ends; `trim` would take bytes of a character that Latin-1 has for spaces (A0). */
export function trimBlank(text: string): string {
  return trimSigns(text, blank)
}

/** In one pass: an expression for a text's end costs the square of a long run (TRUST S30). */
export function trimSigns(text: string, signs: string): string {
  let start = 0
  let end = text.length
  while (start < end && signs.includes(text[start] ?? '')) start += 1
  while (end > start && signs.includes(text[end - 1] ?? '')) end -= 1
  return text.slice(start, end)
}

const blank = ' \t\r\n'

export const isBlank = (char: string): boolean => blank.includes(char)

/** Text of an unfolded header value whose bytes are held as Latin-1; `hint` is the charset of the body. */
export function decodeHeader(raw: string, hint: string | null): string {
  const out: string[] = []
  const lastEnd = raw.lastIndexOf('?=')
  let plain = 0
  let at = raw.indexOf('=?')
  let open: { charset: string; contents: Word['content'][] } | null = null
  const flush = () => {
    if (open !== null) out.push(decodeText(bytesOf(open.contents, open.charset), open.charset))
    open = null
  }
  while (at >= 0) {
    const word = readWord(raw, at, lastEnd)
    if (word === null) {
      at = raw.indexOf('=?', at + 2)
      continue
    }
    const between = raw.slice(plain, at)
    const adjacent = open !== null && trimBlank(between) === ''
    if (!adjacent) {
      flush()
      out.push(decodeRaw(between, hint))
    }
    // RFC 2047 forbids splitting a character over words, yet many senders do: bytes are joined first.
    if (open !== null && (open as { charset: string }).charset === word.charset)
      (open as { contents: Word['content'][] }).contents.push(word.content)
    else {
      flush()
      open = { charset: word.charset, contents: [word.content] }
    }
    plain = word.end
    at = raw.indexOf('=?', plain)
  }
  flush()
  out.push(decodeRaw(raw.slice(plain), hint))
  return safeText(
    out
      .join('')
      .replace(/\s{2,}|[^\S ]/g, ' ')
      .trim(),
  )
}

/** Where the encoded word that starts at `at` ends, or `at` when none does; `lastEnd` is where `?=` stands last in `raw`. */
export function wordEnd(raw: string, at: number, lastEnd: number): number {
  return readWord(raw, at, lastEnd)?.end ?? at
}

/** Behind `lastEnd` nothing is looked for, which keeps many beginnings without an end from costing the square (TRUST S30). */
function readWord(raw: string, at: number, lastEnd: number): Word | null {
  const charsetEnd = raw.indexOf('?', at + 2)
  if (charsetEnd < 0 || charsetEnd - at > 60 || raw[charsetEnd + 2] !== '?') return null
  const charset = raw
    .slice(at + 2, charsetEnd)
    .replace(/\*.*$/s, '')
    .toLowerCase()
  if (charset === '' || /[\s=<>]/.test(charset)) return null
  const encoding = raw[charsetEnd + 1]?.toLowerCase()
  const start = charsetEnd + 3
  if ((encoding !== 'b' && encoding !== 'q') || start > lastEnd) return null
  const end = raw.indexOf('?=', raw[start] === '=' ? start + 1 : start)
  if (end < 0) return null
  const body = raw.slice(start, end)
  return { charset, content: encoding === 'b' ? body : decodeQ(body), end: end + 2 }
}

/** Some senders cut the base64 of a text anywhere, others leave out the padding of whole words. */
function bytesOf(contents: readonly Word['content'][], charset: string): Buffer {
  const each = Buffer.concat(
    contents.map((content) => (typeof content === 'string' ? decodeBase64Runs(content) : content)),
  )
  const texts = contents.filter((content) => typeof content === 'string')
  const whole = texts.join('')
  const isCut = texts.some(({ length }) => length % 4 !== 0) && !texts.slice(0, -1).some((text) => text.includes('='))
  if (texts.length !== contents.length || !isCut || whole.length % 4 !== 0) return each
  if (texts.every(isWholeBase64) && isTextIn(each, charset)) return each
  const joined = decodeBase64Runs(whole)
  return isTextIn(joined, charset) || !texts.every(isWholeBase64) ? joined : each
}

/** Whether no bit of another letter is left over behind the last one (RFC 4648 section 3.5). */
function isWholeBase64(text: string): boolean {
  const bare = text.replaceAll('=', '')
  return Buffer.from(bare, 'base64').toString('base64').replaceAll('=', '') === bare
}

function decodeBase64Runs(body: string): Buffer {
  const runs = body.split('=').filter((run) => run !== '')
  return Buffer.concat(runs.map((run) => Buffer.from(run, 'base64')))
}

function decodeQ(body: string): Buffer {
  const text = body
    .replace(/_/g, ' ')
    .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(text, 'latin1')
}

function decodeRaw(raw: string, hint: string | null): string {
  if (!/[\x80-\xff]/.test(raw) && !raw.includes('\u001b')) return raw
  const bytes = Buffer.from(raw, 'latin1')
  const guessed = guessText(bytes)
  // Programs name a western set for text that they have not looked at.
  if (hint === null || isWesternSet(hint) || readUtf8(bytes) !== null) return guessed
  const hinted = decodeText(bytes, hint)
  return hinted.includes('\ufffd') ? guessed : hinted
}
