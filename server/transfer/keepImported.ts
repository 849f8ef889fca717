/** One message that comes in from a file: proven to be one, byte for byte as it was but for forged verdicts, with the date at which it once arrived. */
import { Readable } from 'node:stream'
import { limits } from '../../src/contract/limits'
import type { FolderId, ParsedMail } from '../core/mail'
import { Refusal } from '../core/refusal'
import type { Clock } from '../kit/clock'
import { rewritten } from '../kit/message/headerGate'
import { type HeadGatherer, makeHeadGatherer } from '../kit/message/headGatherer'
import type { MailStore } from '../mail/mail.store'
import type { MimeReader } from '../mail/mimeReader.port'
import type { Spool } from '../mail/spool/spool.store'

export type KeepDeps = { readonly spool: Spool; readonly mime: MimeReader; readonly clock: Clock }

/** Bytes that are looked through for the end of the header; a longer one is read as far as that. */
const headMost = 256 * 1024
/** Bytes within which the first line has its colon. */
const firstLineMost = 1_000
const firstLine = /^[!-9;-~]{1,100}[ \t]*:/
const knownField =
  /^(from|sender|to|cc|bcc|date|subject|received|message-id|in-reply-to|return-path|delivered-to|mime-version)[ \t]*:/im

/** Throws `Refusal`: `notMail`, `tooLarge`, and what the store and the file throw. */
export async function keepImported(
  { spool, mime, clock }: KeepDeps,
  store: MailStore,
  bytes: AsyncIterable<Uint8Array>,
  { folder, key }: { readonly folder: FolderId; readonly key: string },
): Promise<void> {
  const chunks = bytes[Symbol.asyncIterator]()
  try {
    const start = await startOf(chunks)
    const head = start.head()
    if (!isHead(head)) throw new Refusal('notMail')
    const parsed = await mime.parse({ bytes: head })
    const { id } = await spool.put(
      Readable.from(rewritten(whole(start.bytes(), chunks), mime.withoutVerdicts)),
      limits.messageBytes,
    )
    try {
      const receivedAt = arrivalOf(parsed, clock.now())
      await store.append({ folder, source: { kind: 'spool', spool: id }, flags: { seen: true }, receivedAt, key })
    } finally {
      // Where the mailbox refers to it, it stays.
      await spool.release(id)
    }
  } finally {
    await chunks.return?.()
  }
}

/** As much as holds the header, or shows that there is none. */
async function startOf(chunks: AsyncIterator<Uint8Array>): Promise<HeadGatherer> {
  const start = makeHeadGatherer(headMost)
  let size = 0
  let isMessage: boolean | null = null
  for (;;) {
    const { done, value } = await chunks.next()
    if (done || start.push(value)) return start
    size += value.length
    if (size < firstLineMost || isMessage !== null) continue
    isMessage = firstLine.test(start.bytes().toString('latin1', 0, firstLineMost))
    // What does not begin as a mail does is not read on.
    if (!isMessage) return start
  }
}

function isHead(head: Buffer): boolean {
  const text = head.toString('latin1')
  return firstLine.test(text) && knownField.test(text) && !text.includes('\0')
}

/** Lines of a mail end in CR LF; a file that was written with bare LF gets them, and every other stays as it is. */
async function* whole(start: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const end = start.indexOf(10)
  const isBare = end >= 0 && start[end - 1] !== 13
  let last = 0
  const lines = (chunk: Uint8Array) => {
    if (!isBare) return chunk
    const text = (last === 13 ? '\r' : '') + Buffer.from(chunk).toString('latin1')
    const ended = text.replaceAll(/\r?\n/g, '\r\n').slice(last === 13 ? 1 : 0)
    last = chunk.at(-1) ?? last
    return Buffer.from(ended, 'latin1')
  }
  yield lines(start)
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield lines(next.value)
}

/** When it came to the mailbox that it is from: its newest Received (RFC 5321 section 4.4), else its Date, and never the future. */
function arrivalOf({ headers, sentAt }: ParsedMail, now: number): number {
  const received = headers.find(({ name }) => name.toLowerCase() === 'received')?.value
  const at = received === undefined ? Number.NaN : Date.parse(received.slice(received.lastIndexOf(';') + 1).trim())
  const claimed = Number.isFinite(at) ? at : (sentAt ?? now)
  return claimed > 0 && claimed <= now ? claimed : now
}
