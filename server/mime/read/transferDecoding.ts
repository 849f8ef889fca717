/** Content-Transfer-Encoding undone chunk by chunk (RFC 2045 section 6), with what a chunk leaves over carried on. */

export type Decoding = { readonly push: (bytes: Buffer) => Buffer; readonly end: () => Buffer }

const empty = Buffer.alloc(0)

export function decoding(encoding: string): Decoding {
  if (encoding === 'base64') return base64()
  if (encoding === 'quoted-printable') return quotedPrintable()
  if (/^(?:x-)?uu(?:e|encode)$/.test(encoding)) return byLines(uuLine)
  return { push: (bytes) => bytes, end: () => empty }
}

/** Bytes that a decoding is given at once: what it makes of them on its way is a few times as much. */
const pieceBytes = 65_536

export function decodeAll(bytes: Buffer, encoding: string): Buffer {
  const step = decoding(encoding)
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; at += pieceBytes) pieces.push(step.push(bytes.subarray(at, at + pieceBytes)))
  return Buffer.concat([...pieces, step.end()])
}

function base64(): Decoding {
  let rest = ''
  const take = (text: string, final: boolean): Buffer => {
    const clean = (rest + text).replace(/[^A-Za-z0-9+/=]/g, '')
    rest = ''
    const out: Buffer[] = []
    const runs = clean.split(/=+/)
    for (const [place, run] of runs.entries()) {
      // Several encoded runs may stand one after the other, each with its own padding.
      const last = place === runs.length - 1 && !final
      const usable = last ? run.length - (run.length % 4) : run.length
      out.push(Buffer.from(run.slice(0, usable), 'base64'))
      if (last) rest = run.slice(usable)
    }
    return Buffer.concat(out)
  }
  return { push: (bytes) => take(bytes.toString('latin1'), false), end: () => take('', true) }
}

/** RFC 2045 section 6.7, byte by byte into one buffer: a message may be millions of lines. */
function quotedPrintable(): Decoding {
  let rest: Buffer = empty
  const decode = (bytes: Buffer, end: number): Buffer => {
    // Nothing becomes longer by being decoded.
    const out = Buffer.allocUnsafe(end)
    let to = 0
    for (let at = 0; at < end; ) {
      const feed = bytes.indexOf(10, at)
      const lineEnd = feed === -1 || feed >= end ? end : feed
      const next = lineEnd === end ? end : lineEnd + 1
      const broken = next === lineEnd ? lineEnd : lineEnd > at && bytes[lineEnd - 1] === 13 ? lineEnd - 1 : lineEnd
      let stop = broken
      while (stop > at && isBlank(bytes[stop - 1])) stop -= 1
      const isSoft = stop > at && bytes[stop - 1] === 61
      for (const last = isSoft ? stop - 1 : stop; at < last; ) {
        const value = bytes[at] === 61 && at + 2 < last ? hexPair(bytes[at + 1], bytes[at + 2]) : -1
        out[to] = value === -1 ? (bytes[at] ?? 0) : value
        to += 1
        at += value === -1 ? 1 : 3
      }
      if (!isSoft) to += bytes.copy(out, to, broken, next)
      at = next
    }
    return out.subarray(0, to)
  }
  return {
    push: (bytes) => {
      const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
      let end = all.lastIndexOf(10) + 1
      // A line longer than any real one is cut where no escape can stand.
      if (all.length - end > 65_536) {
        const sign = all.lastIndexOf(61)
        end = sign >= all.length - 2 ? sign : all.length
      }
      rest = Buffer.from(all.subarray(end))
      return decode(all, end)
    },
    end: () => (rest.length === 0 ? empty : decode(rest, rest.length)),
  }
}

const isBlank = (byte: number | undefined) => byte === 32 || (byte !== undefined && byte >= 9 && byte <= 13)

/** -1 for what is no pair of hexadecimal digits. */
function hexPair(high: number | undefined, low: number | undefined): number {
  const [first, second] = [hexDigit(high), hexDigit(low)]
  return first === -1 || second === -1 ? -1 : first * 16 + second
}

function hexDigit(code = 0): number {
  if (code >= 48 && code <= 57) return code - 48
  const upper = code & ~32
  return upper >= 65 && upper <= 70 ? upper - 55 : -1
}

function byLines(decode: (line: string) => Buffer): Decoding {
  let rest = ''
  return {
    push: (bytes) => {
      const lines = (rest + bytes.toString('latin1')).split('\n')
      rest = lines.pop() ?? ''
      const out = lines.map((line) => decode(`${line}\n`))
      // A line longer than any real one is cut where no escape can stand.
      if (rest.length > 65_536) {
        const at = rest.lastIndexOf('=', rest.length - 1) >= rest.length - 2 ? rest.length - 3 : rest.length
        out.push(decode(rest.slice(0, at)))
        rest = rest.slice(at)
      }
      return Buffer.concat(out)
    },
    end: () => (rest === '' ? empty : decode(rest)),
  }
}

function uuLine(line: string): Buffer {
  const text = line.replace(/[\r\n]+$/, '')
  const length = ((text.charCodeAt(0) || 32) - 32) & 63
  if (text === '' || length === 0 || /^(?:begin [0-7]{3,4} |end\s*$)/.test(text)) return empty
  const out = Buffer.alloc(length)
  for (let at = 0, to = 1; at < length; to += 4, at += 3) {
    const [a = 0, b = 0, c = 0, d = 0] = [0, 1, 2, 3].map((step) => ((text.charCodeAt(to + step) || 32) - 32) & 63)
    out[at] = (a << 2) | (b >> 4)
    if (at + 1 < length) out[at + 1] = ((b & 15) << 4) | (c >> 2)
    if (at + 2 < length) out[at + 2] = ((c & 3) << 6) | d
  }
  return out
}
