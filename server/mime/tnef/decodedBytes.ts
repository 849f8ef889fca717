/** The decoded bytes of one MIME part from its beginning to its end: a chunk is held in memory, whatever the part's size. */
import { mimeLimits } from '../mimeLimits'
import type { ByteSource } from '../read/byteSource'
import { decoding } from '../read/transferDecoding'

export type DecodedBytes = {
  /** Offset of the next byte within the decoded part. */
  readonly position: () => number
  /** Throws `TnefFault` beyond the part's end, and for more bytes than `mimeLimits.tnefValueBytes`. */
  readonly read: (count: number) => Buffer
  /** Stops at the part's end. */
  readonly skipTo: (position: number) => void
}

/** What a reader meets where a stream breaks its format or a limit; it never leaves `readTnef`. */
export class TnefFault extends Error {}

export function openDecoded(source: ByteSource, part: { start: number; end: number; encoding: string }): DecodedBytes {
  const step = decoding(part.encoding)
  let held: Buffer = Buffer.alloc(0)
  /** Offsets: of `held` in the decoded part, of the next byte in it, and of what is read next in the message. */
  let heldAt = 0
  let position = 0
  let next = part.start
  let isEnded = false

  const more = (): boolean => {
    if (isEnded) return false
    const rest = held.subarray(Math.min(position - heldAt, held.length))
    const dropped = held.length - rest.length
    const bytes = source.read(next, Math.min(part.end, next + mimeLimits.chunkBytes))
    next += bytes.length
    isEnded = bytes.length === 0
    const decoded = isEnded ? step.end() : step.push(bytes)
    held = rest.length === 0 ? decoded : Buffer.concat([rest, decoded])
    heldAt += dropped
    return true
  }
  const available = () => heldAt + held.length - position

  return {
    position: () => position,
    read: (count) => {
      if (count > mimeLimits.tnefValueBytes) throw new TnefFault('a value is too large')
      while (available() < count) if (!more()) throw new TnefFault('the stream ends early')
      const from = position - heldAt
      position += count
      return held.subarray(from, from + count)
    },
    skipTo: (target) => {
      while (heldAt + held.length < target) {
        position = Math.max(position, heldAt + held.length)
        if (!more()) return
      }
      position = Math.max(position, target)
    },
  }
}
