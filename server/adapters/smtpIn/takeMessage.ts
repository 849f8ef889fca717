/** One message from DATA to the mailboxes: trace above, forged verdicts out, a verdict on own senders in. */
import { isIPv6 } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { makeBlockTransform } from '../../core/byteBlocks'
import { rewritten } from '../../core/headerGate'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../ports/clock'
import type { Inbound } from '../../ports/inbound'
import type { Spool } from '../../ports/spool'
import { type Judged, judgeHeader, resultsField, type SenderPolicy, unproven } from './senderPolicy'
import { SmtpRefusal } from './smtpRefusal'
import { traceHeader } from './traceHeader'

export type MessageDeps = {
  readonly inbound: Inbound
  readonly spool: Spool
  readonly clock: Clock
  readonly maxMessageBytes: number
  readonly policy: SenderPolicy
  readonly isTrustedRelay: (address: string) => boolean
}

/** Received lines after which a mail goes round in circles (RFC 5321 section 6.3). */
const mostHops = 50
/** Bytes of what is written above a message. */
const addedRoom = 8_192

export async function takeMessage(
  deps: MessageDeps,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<void> {
  const { inbound, spool, policy, maxMessageBytes } = deps
  const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
  const trace = Buffer.from(traceOf(deps, session, from))
  const isInside = deps.isTrustedRelay(session.remoteAddress)
  let judged: Judged | null = null
  const message = rewritten(withinSize(stream), (header) => {
    judged = judgeHeader(policy, header, isInside)
    const field = judged.isOwnFromOutside ? resultsField(policy, unproven) : ''
    return Buffer.concat([trace, Buffer.from(field), judged.header])
  })
  const put = await spool.put(Readable.from(message), maxMessageBytes + addedRoom)
  try {
    if (stream.sizeExceeded) throw new Refusal('tooLarge')
    refuseBy(policy, judged)
    const addresses = session.envelope.rcptTo.map(({ address }) => address)
    await inbound.keep(addresses, put.id, put.size, from)
  } finally {
    await spool.release(put.id)
  }
}

function refuseBy({ fromOutside }: SenderPolicy, judged: Judged | null): void {
  if ((judged?.hops ?? 0) > mostHops) throw new SmtpRefusal(554, '5.4.6 Too many hops')
  if (judged?.isOwnFromOutside && fromOutside === 'refuse')
    throw new SmtpRefusal(550, '5.7.1 Mail from this domain is not taken from outside')
}

function traceOf({ clock, policy }: MessageDeps, session: SMTPServerSession, from: string): string {
  const { remoteAddress, hostNameAppearsAs: helo, id } = session
  return traceHeader({
    from,
    helo,
    remoteAddress: isIPv6(remoteAddress) ? `IPv6:${remoteAddress}` : remoteAddress,
    host: policy.server,
    id,
    at: clock.now(),
  })
}

/** What is beyond the limit is read and forgotten, so that the answer comes where the sender waits for it. */
async function* withinSize(stream: SMTPServerDataStream): AsyncGenerator<Buffer, void, undefined> {
  // The library hands on each line of which it took a dot by itself.
  const blocks = makeBlockTransform()
  // What breaks the stream off is thrown where the blocks are read.
  pipeline(stream, blocks, () => undefined)
  for await (const block of blocks) {
    if (stream.sizeExceeded) continue
    const bytes: Buffer = block
    yield bytes
  }
}
