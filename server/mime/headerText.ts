/** Header values to text: encoded words (RFC 2047), raw 8-bit guesses, and controls that could deceive stripped (TRUST S31). */
import { decodeText, guessText } from './charset'

type Word = { readonly charset: string; readonly bytes: Buffer; readonly end: number }

/** C0 but tab, C1, and the bidirectional marks, overrides and isolates that make a name read as another. */
const dangerous = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

export function safeText(text: string): string {
  return wellFormed(text.replace(dangerous, (found) => (found === '\t' ? found : '')))
}

/** Half a surrogate pair cannot be written as UTF-8. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}

/** Text of an unfolded header value whose bytes are held as Latin-1; `hint` is the charset of the body. */
export function decodeHeader(raw: string, hint: string | null): string {
  const out: string[] = []
  let plain = 0
  let at = raw.indexOf('=?')
  let open: { charset: string; bytes: Buffer[]; end: number } | null = null
  const flush = () => {
    if (open !== null) out.push(decodeText(Buffer.concat(open.bytes), open.charset))
    open = null
  }
  while (at >= 0) {
    const word = readWord(raw, at)
    if (word === null) {
      at = raw.indexOf('=?', at + 2)
      continue
    }
    const between = raw.slice(plain, at)
    const adjacent = open !== null && between.trim() === ''
    if (!adjacent) {
      flush()
      out.push(decodeRaw(between, hint))
    }
    // RFC 2047 forbids splitting a character over words, yet many senders do: bytes are joined first.
    if (open !== null && (open as { charset: string }).charset === word.charset)
      (open as { bytes: Buffer[] }).bytes.push(word.bytes)
    else {
      flush()
      open = { charset: word.charset, bytes: [word.bytes], end: word.end }
    }
    plain = word.end
    at = raw.indexOf('=?', plain)
  }
  flush()
  out.push(decodeRaw(raw.slice(plain), hint))
  return safeText(out.join('').replace(/\s+/g, ' ').trim())
}

/** Where the encoded word that starts at `at` ends, or `at` when none does. */
export function wordEnd(raw: string, at: number): number {
  return readWord(raw, at)?.end ?? at
}

function readWord(raw: string, at: number): Word | null {
  const charsetEnd = raw.indexOf('?', at + 2)
  if (charsetEnd < 0 || charsetEnd - at > 60 || raw[charsetEnd + 2] !== '?') return null
  const charset = raw
    .slice(at + 2, charsetEnd)
    .replace(/\*.*$/s, '')
    .toLowerCase()
  if (charset === '' || /[\s=<>]/.test(charset)) return null
  const encoding = raw[charsetEnd + 1]?.toLowerCase()
  const start = charsetEnd + 3
  const end = raw.indexOf('?=', raw[start] === '=' ? start + 1 : start)
  if (end < 0) return null
  const body = raw.slice(start, end)
  if (encoding === 'b') return { charset, bytes: decodeBase64Runs(body), end: end + 2 }
  if (encoding === 'q') return { charset, bytes: decodeQ(body), end: end + 2 }
  return null
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
  if (hint === null || hint === '' || !isLegacy(bytes)) return guessed
  const hinted = decodeText(bytes, hint)
  return hinted.includes('\ufffd') ? guessed : hinted
}

function isLegacy(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return false
  } catch {
    return true
  }
}
