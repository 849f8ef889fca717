/** Reads receipts as they arrive in mailboxes of this house: what they prove is kept, whatever becomes of the mail. */
import type { Clock } from '../../kit/clock'
import type { MimeReader } from '../../mail/mimeReader.port'
import type { Spool } from '../../mail/spool/spool.store'
import type { Arrive } from '../../rules/arrival/arrive'
import { headOf } from '../../rules/arrival/messageHead'
import { noteReceived, type ReceivedDeps } from './receivedReceipt'

export type ArrivedDeps = ReceivedDeps & {
  readonly spool: Spool
  readonly mime: MimeReader
  readonly clock: Clock
  readonly report?: (name: string) => void
}

/** Bytes of a receipt that are read: one may hold the mail that it is about. */
const most = 256 * 1024

export function withReceipts(arrive: Arrive, deps: ArrivedDeps): Arrive {
  return async (arrival) => {
    await arrive(arrival)
    try {
      const head = await headOf(await deps.spool.read(arrival.spool))
      if (!/disposition-notification/i.test(head.toString('latin1'))) return
      const parsed = await deps.mime.parse({ bytes: await beginningOf(deps.spool, arrival.spool) })
      // What the outbox hands over has a key; what came over SMTP has none.
      const received = { parsed, receivedAt: deps.clock.now(), isOwn: arrival.key !== null }
      await noteReceived(deps, arrival.account, received)
    } catch (error) {
      // The mail has arrived: that nothing could be told from it must not bring it a second time.
      deps.report?.(error instanceof Error ? error.name : typeof error)
    }
  }
}

async function beginningOf(spool: Spool, id: string): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let size = 0
  const stream = await spool.read(id)
  for await (const chunk of stream) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= most) break
  }
  stream.destroy()
  return Buffer.concat(chunks).subarray(0, most)
}
