/** The header of a message that lies in the spool: all that rules look at, however large the rest is. */
import type { Readable } from 'node:stream'

/** Bytes that are looked through for the end of the header. */
const most = 1024 * 1024

export async function headOf(message: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of message) {
      const bytes: Buffer = chunk
      // An empty line may begin in one chunk and end in the next.
      const tail = Buffer.concat([chunks.at(-1)?.subarray(-3) ?? Buffer.alloc(0), bytes])
      chunks.push(bytes)
      size += bytes.length
      if (/\n\r?\n/.test(tail.toString('latin1')) || size >= most) break
    }
  } finally {
    message.destroy()
  }
  const head = Buffer.concat(chunks).subarray(0, most)
  const end = /\n\r?\n/.exec(head.toString('latin1'))
  return end === null ? head : head.subarray(0, end.index + end[0].length)
}
