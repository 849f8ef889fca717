/** The header of a message that lies in the spool: all that rules look at, however large the rest is. */
import type { Readable } from 'node:stream'
import { makeHeadGatherer } from '../../kit/message/headGatherer'

/** Bytes that are looked through for the end of the header. */
const most = 1024 * 1024

export async function headOf(message: Readable): Promise<Buffer> {
  const gathered = makeHeadGatherer(most)
  try {
    for await (const chunk of message) if (gathered.push(chunk)) break
  } finally {
    message.destroy()
  }
  return gathered.head()
}
