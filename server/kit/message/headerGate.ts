/** Holds the header of a message that streams by until it is whole, and lets the rest pass. */

/** Most of a header section that is held, in bytes: twice what the reader of messages looks at. */
const most = 1024 * 1024

const emptyLine = Buffer.from('\r\n\r\n')

/**
 * A header beyond `most` ends there, as Postfix does it: what follows is body, so that nothing that `rewrite` did not see is read as a field.
 * @param rewrite Called once, with the header section and the empty line that ends it.
 */
export async function* rewritten(
  source: AsyncIterable<Uint8Array>,
  rewrite: (header: Buffer) => Buffer,
): AsyncGenerator<Buffer, void, undefined> {
  let held: Buffer[] = []
  let size = 0
  // As if a line had ended before: an empty line at the very beginning ends an empty header.
  let tail = '\n'
  let isOver = false
  for await (const bytes of source) {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (isOver) {
      yield chunk
      continue
    }
    const text = tail + chunk.toString('latin1')
    const found = /\n\r?\n/.exec(text)
    const end = found === null ? -1 : found.index + found[0].length - tail.length
    held.push(chunk)
    size += chunk.length
    tail = text.slice(-2)
    if (found === null && size < most) continue
    isOver = true
    const whole = Buffer.concat(held)
    held = []
    const headerEnd = found === null ? whole.length : whole.length - chunk.length + end
    yield rewrite(whole.subarray(0, headerEnd))
    if (found === null) yield emptyLine
    yield whole.subarray(headerEnd)
  }
  if (!isOver) yield rewrite(Buffer.concat(held))
}
