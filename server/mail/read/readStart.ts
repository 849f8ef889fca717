/** The first bytes of a stream; the rest is not waited for. */
import type { Readable } from 'node:stream'

export async function readStart(stream: Readable, most: number): Promise<{ bytes: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    const bytes: Buffer = chunk
    chunks.push(bytes)
    size += bytes.length
    // Leaving the loop ends the stream.
    if (size > most) break
  }
  return { bytes: Buffer.concat(chunks).subarray(0, most), isCut: size > most }
}
