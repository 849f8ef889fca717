/** APPEND (RFC 9051 §6.3.12) that streams: imapflow's own wants the whole message in memory. */
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { ImapFlow } from 'imapflow'
import { StoreAway } from '#server/core/refusal'
import { command, responseCode } from '../connection/command'
import { mailboxName } from '../folders/mailboxName'

export type Literal = { readonly size: number; readonly stream: () => Promise<Readable> }

export type Appended = { readonly uidValidity: bigint; readonly uid: number }

/** Answers what APPENDUID says (RFC 4315), or null. `receivedAt` becomes INTERNALDATE. */
export async function appendCommand(
  client: ImapFlow,
  path: string,
  message: Literal,
  flags: readonly string[],
  receivedAt: number,
): Promise<Appended | null> {
  let fault: unknown = null
  let sending: Promise<void> = Promise.resolve()
  const attributes = [
    mailboxName(client, path),
    flags.map((flag) => ({ type: 'ATOM', value: flag })),
    { type: 'STRING', value: internalDate(receivedAt) },
    { type: 'TEXT', value: `{${message.size}}` },
  ]
  const done = command(client, 'APPEND', attributes, {
    onPlusTag: async () => {
      // Not awaited here: the answer may come before the end, and must be read.
      sending = pour(client, message).catch((error) => {
        fault = error
        // Half a literal is on the line: whatever followed would be taken for the rest of the message.
        client.close()
      })
    },
  })
  const response = await done.catch(async (error) => {
    await sending
    throw fault ?? error
  })
  await sending
  const [name, validity = '', uid = ''] = responseCode(response)
  if (name?.toUpperCase() !== 'APPENDUID' || !/^\d{1,10}$/.test(validity) || !/^\d{1,10}$/.test(uid)) return null
  return { uidValidity: BigInt(validity), uid: Number(uid) }
}

async function pour(client: ImapFlow, { size, stream }: Literal): Promise<void> {
  const socket = writable(client)
  const source = await stream()
  let left = size
  const closed = new AbortController()
  const onClose = () => closed.abort()
  client.once('close', onClose)
  try {
    for await (const chunk of source) {
      const bytes: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      left -= bytes.byteLength
      if (left < 0) throw new StoreAway('The message is longer than was said')
      if (client.isClosed) return
      if (!socket.write(bytes)) await once(socket, 'drain', { signal: closed.signal })
    }
    if (left > 0) throw new StoreAway('The message is shorter than was said')
    socket.write('\r\n')
  } finally {
    client.off('close', onClose)
    source.destroy()
  }
}

function writable(client: ImapFlow): Writable {
  const socket: unknown = Reflect.get(client, 'writeSocket')
  if (!isWritable(socket)) throw new StoreAway('imapflow has changed')
  return socket
}

function isWritable(socket: unknown): socket is Writable {
  return typeof socket === 'object' && socket !== null && 'write' in socket && typeof socket.write === 'function'
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** The end of the year 2100: a mail that claims more has no date that a server would take. */
const latest = Date.UTC(2101, 0, 1) - 1_000

/** `17-Jul-1996 02:44:25 +0000`. */
export function internalDate(at: number): string {
  const date = new Date(Math.min(Math.max(0, Number.isFinite(at) ? at : 0), latest))
  const day = String(date.getUTCDate()).padStart(2, ' ')
  return `${day}-${months[date.getUTCMonth()] ?? ''}-${date.getUTCFullYear()} ${date.toISOString().slice(11, 19)} +0000`
}
