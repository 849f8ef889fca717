/** One part's bytes, decoded as they are read: memory holds a chunk, whatever the part's size. */
import { createReadStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MimeSource } from '../../mail/mimeReader.port'
import type { PartPlace } from './partRange'
import { decoding } from './transferDecoding'

export function openPart(source: MimeSource, place: PartPlace): Readable {
  if (place.bytes !== undefined) return Readable.from(slices(place.bytes, 0, place.bytes.byteLength))
  const step = decoding(place.encoding)
  const cut = cutting(place.within)
  const decoder = new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, cut(step.push(chunk))),
    flush: (done) => done(null, cut(step.end())),
  })
  // A failure of either side ends the other and reaches whoever reads the decoder.
  pipeline(rawBytes(source, place), decoder).catch(() => {})
  return decoder
}

/** Of each chunk what lies within a range of the decoded part. */
function cutting(range: PartPlace['within']): (chunk: Buffer) => Buffer {
  if (range === undefined) return (chunk) => chunk
  let at = 0
  return (chunk) => {
    const kept = chunk.subarray(Math.max(0, range.start - at), Math.max(0, range.end - at))
    at += chunk.length
    return kept
  }
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
