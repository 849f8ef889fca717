/** A message as its recipients may see it, made while it streams by. */
import { Transform } from 'node:stream'

/** Longest header section that is held while it is searched, in bytes; a message of ours is far below. */
const most = 4 * 1024 * 1024

/** No recipient may see the Bcc header (RFC 5322 section 3.6.3). */
export const withoutBcc = (): Transform => rewritten(strip)

/** Of a mail that is sent separately, each recipient sees no address but the own one. */
export const onlyTo = (address: string): Transform =>
  rewritten((header) => Buffer.concat([Buffer.from(`To: ${address}\r\n`, 'latin1'), without(header, separateNames)]))

function rewritten(rewrite: (header: Buffer) => Buffer): Transform {
  let held: Buffer | null = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (held === null) return done(null, chunk)
      held = Buffer.concat([held, chunk])
      const end = headerEnd(held)
      if (end < 0) return held.length > most ? done(new Error('A header section without an end')) : done()
      const rest = held.subarray(end)
      const header = rewrite(held.subarray(0, end))
      held = null
      done(null, Buffer.concat([header, rest]))
    },
    flush(done) {
      done(null, held === null ? null : rewrite(held))
    },
  })
}

function headerEnd(bytes: Buffer): number {
  const crlf = bytes.indexOf('\r\n\r\n')
  const lf = bytes.indexOf('\n\n')
  if (crlf < 0) return lf
  return lf < 0 ? crlf : Math.min(crlf, lf)
}

const blindNames = 'bcc|resent-bcc'
const separateNames = `to|cc|${blindNames}`

function strip(header: Buffer): Buffer {
  return without(header, blindNames)
}

/** Latin-1 both ways keeps every byte as it is. */
function without(header: Buffer, names: string): Buffer {
  const field = new RegExp(`^(?:${names})[ \\t]*:[^\\n]*(?:\\n[ \\t][^\\n]*)*(?:\\n|$(?![\\s\\S]))`, 'gim')
  const text = header.toString('latin1').replace(field, '')
  // The line end before the empty line belongs to what follows.
  return Buffer.from(text.replace(/\r?\n?$/, ''), 'latin1')
}
