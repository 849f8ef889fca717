/** Content-Transfer-Encoding undone chunk by chunk (RFC 2045 section 6), with what a chunk leaves over carried on. */

export type Decoding = { readonly push: (bytes: Buffer) => Buffer; readonly end: () => Buffer }

const empty = Buffer.alloc(0)

export function decoding(encoding: string): Decoding {
  if (encoding === 'base64') return base64()
  if (encoding === 'quoted-printable') return quotedPrintable()
  if (/^(?:x-)?uu(?:e|encode)$/.test(encoding)) return byLines(uuLine)
  return { push: (bytes) => bytes, end: () => empty }
}

export function decodeAll(bytes: Buffer, encoding: string): Buffer {
  const step = decoding(encoding)
  return Buffer.concat([step.push(bytes), step.end()])
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

function quotedPrintable(): Decoding {
  return byLines((line) => {
    const broken = line.endsWith('\r\n') ? '\r\n' : line.endsWith('\n') ? '\n' : ''
    const kept = line.slice(0, line.length - broken.length).trimEnd()
    const text = kept.endsWith('=') ? kept.slice(0, -1) : kept + broken
    const bytes = text.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    return Buffer.from(bytes, 'latin1')
  })
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
