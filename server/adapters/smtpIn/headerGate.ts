/** Holds the header of a message that streams by until it is whole, and lets the rest pass. */

/** Most of a header section that is held, in bytes: twice what the reader of messages looks at. */
const most = 1024 * 1024

/** @param rewrite Called once, with the header section and the empty line that ends it. */
export async function* rewritten(
  source: AsyncIterable<Buffer>,
  rewrite: (header: Buffer) => Buffer,
): AsyncGenerator<Buffer, void, undefined> {
  let held: Buffer[] = []
  let size = 0
  // As if a line had ended before: an empty line at the very beginning ends an empty header.
  let tail = '\n'
  let isOver = false
  for await (const chunk of source) {
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
    yield whole.subarray(headerEnd)
  }
  if (!isOver) yield rewrite(Buffer.concat(held))
}
