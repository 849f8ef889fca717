/** Takes the Bcc header out of a message while it streams by: no other recipient may see it (RFC 5322 section 3.6.3). */
import { Transform } from 'node:stream'

/** Longest header section that is held while it is searched, in bytes; a message of ours is far below. */
const most = 4 * 1024 * 1024

export function withoutBcc(): Transform {
  let held: Buffer | null = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (held === null) return done(null, chunk)
      held = Buffer.concat([held, chunk])
      const end = headerEnd(held)
      if (end < 0) return held.length > most ? done(new Error('A header section without an end')) : done()
      const rest = held.subarray(end)
      const header = strip(held.subarray(0, end))
      held = null
      done(null, Buffer.concat([header, rest]))
    },
    flush(done) {
      done(null, held === null ? null : strip(held))
    },
  })
}

function headerEnd(bytes: Buffer): number {
  const crlf = bytes.indexOf('\r\n\r\n')
  const lf = bytes.indexOf('\n\n')
  if (crlf < 0) return lf
  return lf < 0 ? crlf : Math.min(crlf, lf)
}

/** Latin-1 both ways keeps every byte as it is. */
function strip(header: Buffer): Buffer {
  const text = header
    .toString('latin1')
    .replace(/(^|\n)(?:bcc|resent-bcc)[ \t]*:[^\n]*(?:\n[ \t][^\n]*)*(?:\n|$)/gi, '$1')
  return Buffer.from(text.replace(/\r$/, ''), 'latin1')
}
