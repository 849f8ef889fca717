/** Small chunks gathered into blocks: what is done for each chunk (a write, a turn of a generator) is then done for each 64 KB. */
import { Transform } from 'node:stream'

/** Bytes of a block, at the least; a chunk that is larger stays whole. */
export const blockBytes = 64 * 1024

/** The same bytes in the same order, in blocks of at least `least` bytes but for the last. */
export async function* inBlocks(
  source: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
  least = blockBytes,
): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const chunk of source) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    waiting.push(bytes)
    length += bytes.byteLength
    if (length < least) continue
    yield waiting.length === 1 ? bytes : Buffer.concat(waiting, length)
    waiting = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(waiting, length)
}

/** The same for a stream to be piped through: a chunk of two bytes costs less than half of what a turn of a generator does. */
export function makeBlockTransform(least = blockBytes): Transform {
  let waiting: Buffer[] = []
  let length = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      waiting.push(chunk)
      length += chunk.length
      if (length < least) return done()
      const block = Buffer.concat(waiting, length)
      waiting = []
      length = 0
      done(null, block)
    },
    flush(done) {
      done(null, length === 0 ? null : Buffer.concat(waiting, length))
    },
  })
}
