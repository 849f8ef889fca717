/**
 * Reads `application/x-www-form-urlencoded` bytes (WHATWG URL, section 5.1) as they come: no more than `pieceBytes` are decoded at a
 * stretch, the event loop turns after `turnBytes`, and beside the decoded values nothing of the body is held (TRUST S27).
 */
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { RawForm } from './binding'

/** A form beyond one of its limits. */
export class FormTooLarge extends Error {}

export type FormLimits = {
  /** Bytes of the whole body, still encoded. */
  readonly bytes: number
  /** Pairs of key and value. */
  readonly fields: number
}

const pieceBytes = 64 * 1024
const turnBytes = 256 * 1024

/** Throws `FormTooLarge` and leaves the rest of the body unread. */
export async function readFormBody(body: Readable, most: FormLimits): Promise<RawForm> {
  const decoder = makeFormDecoder(most.fields)
  let size = 0
  let sinceTurn = 0
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk)
    size += bytes.length
    if (size > most.bytes) throw new FormTooLarge()
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const piece = bytes.subarray(at, at + pieceBytes)
      decoder.push(piece)
      sinceTurn += piece.length
      if (sinceTurn < turnBytes) continue
      sinceTurn = 0
      await setImmediate()
    }
  }
  return decoder.end()
}

/** The bytes of a small body as they came. Throws `FormTooLarge` and leaves the rest unread. */
export async function readSmallBody(body: Readable | null, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body?.iterator({ destroyOnReturn: false }) ?? []) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk)
    size += bytes.length
    if (size > mostBytes) throw new FormTooLarge()
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

/**
 * Reads what is left of a body and forgets it, up to so many bytes. A connection that is closed over unread bytes is reset, and its client
 * may lose the answer (RFC 9112 section 9.6). Ends early where the body breaks off.
 */
export async function discardBody(body: Readable | null, mostBytes: number): Promise<void> {
  if (body === null) return
  let size = 0
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > mostBytes) return
    }
  } catch {
    // Whoever sent it has gone.
  }
}

const [ampersand, equals, plus, percent, space] = [0x26, 0x3d, 0x2b, 0x25, 0x20]

/** Equal to `URLSearchParams` over the same bytes, however they are cut. */
function makeFormDecoder(mostFields: number) {
  const values = new Map<string, string[]>()
  const text = makeTextDecoder()
  let fields = 0
  let key: string | null = null
  let isEmpty = true

  const endField = () => {
    fields += 1
    if (fields > mostFields) throw new FormTooLarge()
    const decoded = text.end()
    const [name, value] = key === null ? [decoded, ''] : [key, decoded]
    const known = values.get(name)
    if (known === undefined) values.set(name, [value])
    else known.push(value)
    key = null
    isEmpty = true
  }

  return {
    push: (bytes: Buffer): void => {
      let from = 0
      for (let at = 0; at < bytes.length; at += 1) {
        const byte = bytes[at]
        const endsKey = byte === equals && key === null
        if (byte !== ampersand && !endsKey) {
          isEmpty = false
          continue
        }
        text.push(bytes.subarray(from, at))
        from = at + 1
        if (endsKey) {
          key = text.end()
          isEmpty = false
        } else if (!isEmpty) endField()
      }
      text.push(bytes.subarray(from))
    },
    end: (): RawForm => {
      if (!isEmpty) endField()
      return (name) => values.get(name) ?? []
    },
  }
}

/** Decodes one key or value after the other: `+`, `%XX`, and UTF-8 with U+FFFD for what is none. */
function makeTextDecoder() {
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
  const decoded = Buffer.alloc(pieceBytes)
  let filled = 0
  let pieces: string[] = []
  /** The beginning of a `%XX` that the last piece cut. */
  let cut: Buffer = Buffer.alloc(0)

  const flush = (): void => {
    const piece = utf8.decode(decoded.subarray(0, filled), { stream: true })
    filled = 0
    if (piece !== '') pieces.push(piece)
  }
  const decode = (bytes: Buffer): void => {
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0
      const code = byte === percent ? hexPair(bytes, at + 1) : -1
      if (code >= 0) at += 2
      decoded[filled] = code >= 0 ? code : byte === plus ? space : byte
      filled += 1
      if (filled === decoded.length) flush()
    }
  }

  return {
    push: (bytes: Buffer): void => {
      if (bytes.length === 0) return
      const whole = cut.length === 0 ? bytes : Buffer.concat([cut, bytes])
      const last = whole.lastIndexOf(percent)
      const end = last >= 0 && last > whole.length - 3 ? last : whole.length
      cut = Buffer.from(whole.subarray(end))
      decode(whole.subarray(0, end))
    },
    end: (): string => {
      if (cut.length > 0) decode(cut)
      cut = Buffer.alloc(0)
      pieces.push(utf8.decode(decoded.subarray(0, filled)))
      filled = 0
      const text = pieces.join('')
      pieces = []
      return text
    },
  }
}

/** The byte that two hexadecimal digits write, or -1. */
function hexPair(bytes: Buffer, at: number): number {
  const [high, low] = [hexDigit(bytes[at]), hexDigit(bytes[at + 1])]
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
