/** A message as bytes that can be read by range, from a file or from memory. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { MimeSource } from '../../mail/mimeReader.port'

export type ByteSource = {
  readonly size: number
  /** The bytes of [start, end), fewer at the end of the message. */
  readonly read: (start: number, end: number) => Buffer
  readonly close: () => void
}

export function openSource(source: MimeSource): ByteSource {
  if ('bytes' in source) {
    const whole = Buffer.from(source.bytes.buffer, source.bytes.byteOffset, source.bytes.byteLength)
    return { size: whole.length, read: (start, end) => whole.subarray(start, end), close: () => {} }
  }
  const file = openSync(source.path, 'r')
  const size = fstatSync(file).size
  return {
    size,
    read: (start, end) => {
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(end, size) - start))
      let filled = 0
      while (filled < bytes.length) {
        const got = readSync(file, bytes, filled, bytes.length - filled, start + filled)
        if (got === 0) break
        filled += got
      }
      return bytes.subarray(0, filled)
    },
    close: () => closeSync(file),
  }
}
