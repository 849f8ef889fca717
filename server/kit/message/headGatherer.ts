/** Gathers a message until its header section ends, looking at each byte once however small the chunks are. */

export type HeadGatherer = {
  /** Answers whether enough has come: the empty line after the header, or as many bytes as are looked at. */
  readonly push: (chunk: Uint8Array) => boolean
  /** All that has come. */
  readonly bytes: () => Buffer
  /** The header with its empty line (RFC 5322 section 2.1; bare LF counts too); where none has come, the first `most` bytes. */
  readonly head: () => Buffer
}

/** @param most bytes in which the end of the header is looked for */
export function makeHeadGatherer(most: number): HeadGatherer {
  const chunks: Buffer[] = []
  let size = 0
  let end = -1
  /** The last three bytes: an empty line may begin in one chunk and end in the next. */
  let tail: Buffer = Buffer.alloc(0)
  return {
    push: (chunk) => {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      if (end < 0 && size < most) {
        const seam = Buffer.concat([tail, bytes.subarray(0, 3)])
        const [atSeam, within] = [emptyLineEnd(seam), emptyLineEnd(bytes)]
        if (atSeam >= 0) end = size - tail.length + atSeam
        else if (within >= 0) end = size + within
        tail = Buffer.from(bytes.length >= 3 ? bytes.subarray(-3) : Buffer.concat([tail, bytes]).subarray(-3))
      }
      chunks.push(bytes)
      size += bytes.length
      return end >= 0 || size >= most
    },
    bytes: () => Buffer.concat(chunks),
    head: () => Buffer.concat(chunks).subarray(0, end >= 0 ? Math.min(end, most) : most),
  }
}

/** Where what follows the first empty line begins, or -1. */
function emptyLineEnd(bytes: Buffer): number {
  const [bare, full] = [bytes.indexOf('\n\n'), bytes.indexOf('\n\r\n')]
  if (bare < 0) return full < 0 ? -1 : full + 3
  return full < 0 || bare < full ? bare + 2 : full + 3
}
