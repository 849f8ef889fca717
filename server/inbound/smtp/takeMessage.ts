/** One message from DATA to the mailboxes: trace above, forged verdicts out, a verdict on own senders in. */
import { isIPv6 } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { Refusal } from '../../core/refusal'
import { makeBlockTransform } from '../../kit/byteBlocks'
import type { Clock } from '../../kit/clock'
import { rewritten } from '../../kit/message/headerGate'
import type { Spool } from '../../mail/spool/spool.store'
import type { Inbound } from '../inbound.port'
import type { MailScanner } from '../mailScanner.port'
import type { SenderChecks } from '../senderChecks.port'
import { pauseForChecks } from './pauseForChecks'
import {
  isProven,
  type Judged,
  judgeHeader,
  resultsField,
  resultsOf,
  type SenderPolicy,
  unproven,
} from './senderPolicy'
import { SmtpRefusal } from './smtpRefusal'
import { traceHeader } from './traceHeader'

export type MessageDeps = {
  readonly inbound: Inbound
  readonly spool: Spool
  readonly clock: Clock
  readonly maxMessageBytes: number
  readonly policy: SenderPolicy
  readonly isTrustedRelay: (address: string) => boolean
  /** Null where senders are not checked. */
  readonly checks: SenderChecks | null
  /** Null where nothing scans. */
  readonly scanner: MailScanner | null
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
  const { policy, checks } = deps
  const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
  const trace = Buffer.from(traceOf(deps, session, from))
  const isInside = deps.isTrustedRelay(session.remoteAddress)
  let judged: Judged | null = null
  const clean = (above: (judged: Judged) => string) =>
    rewritten(withinSize(stream), (header) => {
      judged = judgeHeader(policy, header, isInside)
      return Buffer.concat([Buffer.from(above(judged)), judged.header])
    })
  const mayKeep = (isGenuine: boolean) => {
    if (stream.sizeExceeded) throw new Refusal('tooLarge')
    refuseBy(policy, judged, isGenuine)
  }
  if (checks === null || isInside) {
    const marked = clean((it) => (it.isOwnFromOutside ? resultsField(policy, unproven) : ''))
    const known = { check: () => mayKeep(false), isInside, isDisowned: false }
    return keep(deps, session, below([trace], marked), known)
  }
  // What is refused whatever its signatures say is not checked.
  const wanted = followedBy(
    clean(() => ''),
    () => mayKeep(true),
  )
  const sender = { ip: session.remoteAddress, helo: String(session.hostNameAppearsAs), from }
  await pauseForChecks(checks, wanted, sender, async (verdicts, message) => {
    const isGenuine = judged !== null && isProven(judged, verdicts)
    mayKeep(isGenuine)
    const isForged = judged?.isOwnFromOutside === true && !isGenuine
    const field = Buffer.from(resultsField(policy, resultsOf(verdicts, isForged)))
    // The mark of an own domain is a caution, as decision 30 has it.
    const isDisowned = verdicts.isDisowned === true && !isForged
    await keep(deps, session, below([trace, field], message), { check: () => undefined, isInside, isDisowned })
  })
}

type Known = {
  /** Throws what it is refused with. */
  readonly check: () => void
  /** It comes through a relay of our own. */
  readonly isInside: boolean
  readonly isDisowned: boolean
}

/** Answers when it is on the disk and in the mailboxes. */
async function keep(
  { inbound, spool, maxMessageBytes, scanner }: MessageDeps,
  { envelope, remoteAddress, hostNameAppearsAs, id }: SMTPServerSession,
  message: AsyncIterable<Buffer>,
  { check, isInside, isDisowned }: Known,
): Promise<void> {
  const put = await spool.put(Readable.from(message), maxMessageBytes + addedRoom)
  try {
    check()
    const recipients = envelope.rcptTo.map(({ address }) => address)
    const from = envelope.mailFrom ? envelope.mailFrom.address : ''
    const client = isInside ? null : { ip: remoteAddress, helo: String(hostNameAppearsAs) }
    const lies = { size: put.size, open: () => spool.read(put.id) }
    const scan = scanner === null ? null : await scanner.scan(lies, { from, recipients, client, id })
    await inbound.keep(recipients, put.id, put.size, from, { scan, isDisowned })
  } finally {
    await spool.release(put.id)
  }
}

async function* below(above: readonly Buffer[], message: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* above
  yield* message
}

async function* followedBy(message: AsyncIterable<Buffer>, check: () => void): AsyncGenerator<Buffer> {
  yield* message
  check()
}

function refuseBy({ fromOutside }: SenderPolicy, judged: Judged | null, isGenuine: boolean): void {
  if ((judged?.hops ?? 0) > mostHops) throw new SmtpRefusal(554, '5.4.6 Too many hops')
  if (judged?.isOwnFromOutside && fromOutside === 'refuse' && !isGenuine)
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
