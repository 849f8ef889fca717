/** Says over a mail that it was written here, by who is signed in or by the gateway itself (decision 0030). */
import { Readable } from 'node:stream'

/** A redirected mail begins with it: that one keeps what was found of its own sender. */
const redirected = Buffer.from('X-EP-Redirected-By:')

/** @param server Our name in Authentication-Results (RFC 8601); null where a mail server keeps the mail, which knows by itself. */
export function asGenuine(message: Readable, server: string | null): Readable {
  if (server === null) return message
  return Readable.from(marked(message, server), { objectMode: false })
}

async function* marked(message: Readable, server: string): AsyncGenerator<Buffer, void, undefined> {
  let held: Buffer | null = Buffer.alloc(0)
  for await (const chunk of message) {
    const bytes: Buffer = chunk
    if (held === null) {
      yield bytes
      continue
    }
    held = Buffer.concat([held, bytes])
    if (held.length < redirected.length) continue
    yield* opening(held, server)
    held = null
  }
  if (held !== null) yield* opening(held, server)
}

function* opening(held: Buffer, server: string): Generator<Buffer, void, undefined> {
  const isRedirected = held.subarray(0, redirected.length).equals(redirected)
  if (!isRedirected) yield Buffer.from(`Authentication-Results: ${server}; auth=pass; dmarc=pass (written here)\r\n`)
  yield held
}
