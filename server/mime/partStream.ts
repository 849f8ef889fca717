/** One part's bytes, decoded as they are read: memory holds a chunk, whatever the part's size. */
import { createReadStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MimeSource } from '../ports/mimeReader'
import type { PartPlace } from './readMail'
import { decoding } from './transferDecoding'

export function openPart(source: MimeSource, place: PartPlace): Readable {
  const step = decoding(place.encoding)
  const decoder = new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, step.push(chunk)),
    flush: (done) => done(null, step.end()),
  })
  // A failure of either side ends the other and reaches whoever reads the decoder.
  pipeline(rawBytes(source, place), decoder).catch(() => {})
  return decoder
}

function rawBytes(source: MimeSource, { start, end }: PartPlace): Readable {
  if (end <= start) return Readable.from([])
  if ('path' in source) return createReadStream(source.path, { start, end: end - 1 })
  return Readable.from(slices(source.bytes, start, end))
}

function* slices(bytes: Uint8Array, start: number, end: number): Generator<Buffer> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = start; at < end; at += 65_536) yield whole.subarray(at, Math.min(end, at + 65_536))
}
