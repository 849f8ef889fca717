/** Signs mail that leaves (DKIM, RFC 6376), relaxed/relaxed with RSA and SHA-256. */
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import DKIM from 'nodemailer/lib/dkim'

export type DkimKey = {
  /** The domain in whose name is signed (d=). */
  readonly domain: string
  /** Under which name the public key stands in DNS: `selector._domainkey.domain`. */
  readonly selector: string
  /** An RSA key in PEM. */
  readonly privateKey: string
}

/** Bytes beyond which a message waits in a file for its signature, which stands above it. */
const heldInMemory = 2 * 1024 * 1024
/** A redirected mail begins with it: whatever that claims of its sender is not vouched for. */
const redirected = 'X-EP-Redirected-By:'

/** Answers the message with a signature above it, or as it is where it was not written here. */
export async function signed({ domain, selector, privateKey }: DkimKey, message: Readable): Promise<Readable> {
  const chunks = message[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  let isEnded = false
  while (!isEnded && start.length < redirected.length) {
    const next: IteratorResult<Buffer> = await chunks.next()
    if (next.done) isEnded = true
    else start = Buffer.concat([start, next.value])
  }
  const whole = Readable.from(from(start, chunks, message), { objectMode: false })
  if (start.toString('latin1').startsWith(redirected)) return whole
  const signer = new DKIM({
    domainName: domain,
    keySelector: selector,
    privateKey,
    cacheDir: tmpdir(),
    cacheTreshold: heldInMemory,
  })
  return signer.sign(whole)
}

async function* from(start: Buffer, chunks: AsyncIterator<Buffer>, message: Readable) {
  try {
    yield start
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  } finally {
    message.destroy()
  }
}
