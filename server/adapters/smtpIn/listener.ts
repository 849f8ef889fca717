/** Takes mail for the local domains over SMTP (RFC 5321) and says yes only when it is on the disk and indexed. */
import { type AddressInfo, isIPv6 } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { makeBlockTransform } from '../../core/byteBlocks'
import { Refusal, StoreAway } from '../../core/refusal'
import type { Clock } from '../../ports/clock'
import type { Inbound, MailboxState } from '../../ports/inbound'
import type { Spool } from '../../ports/spool'
import { type ConnectionLimits, makeConnections, usualLimits } from './connections'
import { countReceived, traceHeader } from './traceHeader'

export type SmtpListenerOptions = {
  readonly host: string
  /** 0 takes any free one. */
  readonly port: number
  /** The name in the greeting and in trace headers. */
  readonly name: string
  readonly maxMessageBytes: number
  readonly maxConnections: number
  /** Milliseconds of silence after which a line is closed. */
  readonly silenceMs?: number
  /** In place of the usual ones. */
  readonly limits?: Partial<ConnectionLimits>
  /** Whether mail from an address counts as from inside: it comes from a relay of the operator's own. */
  readonly isTrustedRelay?: (address: string) => boolean
  readonly inbound: Inbound
  readonly spool: Spool
  readonly clock: Clock
  /** Told of bugs by name alone. */
  readonly report?: (name: string) => void
}

export type SmtpListener = {
  readonly port: number
  /** Takes no new lines and waits for those in the middle of a mail. */
  readonly close: () => Promise<void>
}

/** Recipients of one mail; RFC 5321 section 4.5.3.1.8 asks for a hundred. */
const mostRecipients = 100
/** Received lines after which a mail goes round in circles (RFC 5321 section 6.3). */
const mostHops = 50
const traceRoom = 2_048

class SmtpRefusal extends Error {
  constructor(
    readonly responseCode: number,
    message: string,
  ) {
    super(message)
  }
}

const refusals: Record<Exclude<MailboxState, 'known'>, SmtpRefusal> = {
  unknown: new SmtpRefusal(550, '5.1.1 No such mailbox here'),
  outside: new SmtpRefusal(550, '5.7.1 Relaying denied'),
  full: new SmtpRefusal(452, '4.2.2 Mailbox full'),
}

export async function listenSmtp(options: SmtpListenerOptions): Promise<SmtpListener> {
  const server = new SMTPServer({
    name: options.name,
    banner: 'EP Mail',
    size: options.maxMessageBytes,
    maxClients: options.maxConnections,
    socketTimeout: options.silenceMs ?? 300_000,
    closeTimeout: 10_000,
    // There is nobody to sign in here and no certificate to offer yet.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    // The library would put a code of its own before ours, and knows less of the reason.
    hideENHANCEDSTATUSCODES: true,
    onConnect: ({ id, remoteAddress }, done) => {
      done(connections.admit(id, remoteAddress) ? null : new SmtpRefusal(421, '4.7.0 Too many connections from you'))
    },
    onClose: ({ id }) => connections.closed(id),
    onMailFrom: (_address, { id }, done) => {
      connections.mailBegan(id)
      done()
    },
    onRcptTo: ({ address }, session, done) => {
      takeRecipient(options, address, session).then(
        () => done(),
        (error: unknown) => done(spoken(error, options)),
      )
    },
    onData: (stream, session, done) => {
      connections.dataBegan(session.id)
      takeMessage(options, stream, session).then(
        () => {
          done(null, '2.6.0 Message kept')
          connections.dataEnded(session.id, true)
        },
        (error: unknown) => {
          done(spoken(error, options))
          connections.dataEnded(session.id, false)
        },
      )
    },
  })
  const { limits, isTrustedRelay = () => false } = options
  const connections = makeConnections(server, { ...usualLimits, ...limits }, isTrustedRelay)
  // A line that breaks is the other side's affair; without a listener it would end the process.
  server.on('error', () => undefined)
  const { port } = await bound(server, options)
  const closed = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { port, close: () => connections.end(closed) }
}

function bound(server: SMTPServer, { host, port }: SmtpListenerOptions): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    const listening = server.listen(port, host, () => {
      server.off('error', reject)
      const address = listening.address()
      if (address === null || typeof address === 'string') reject(new Error('Listening on no port'))
      else resolve(address)
    })
  })
}

async function takeRecipient(
  { inbound }: SmtpListenerOptions,
  address: string,
  { envelope }: SMTPServerSession,
): Promise<void> {
  if (envelope.rcptTo.length >= mostRecipients) throw new SmtpRefusal(452, '4.5.3 Too many recipients')
  const { args } = envelope.mailFrom || { args: false }
  const announced = args ? Number(args.SIZE ?? 0) : 0
  const state = await inbound.mailbox(address, Number.isFinite(announced) ? announced : 0)
  if (state !== 'known') throw refusals[state]
}

async function takeMessage(
  options: SmtpListenerOptions,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<void> {
  const { inbound, spool, clock, name, maxMessageBytes } = options
  const hops = countReceived()
  const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
  const trace = traceHeader({
    from,
    helo: session.hostNameAppearsAs,
    remoteAddress: isIPv6(session.remoteAddress) ? `IPv6:${session.remoteAddress}` : session.remoteAddress,
    host: name,
    id: session.id,
    at: clock.now(),
  })
  const put = await spool.put(Readable.from(traced(trace, stream, hops.see)), maxMessageBytes + traceRoom)
  try {
    if (stream.sizeExceeded) throw new Refusal('tooLarge')
    if (hops.count() > mostHops) throw new SmtpRefusal(554, '5.4.6 Too many hops')
    const addresses = session.envelope.rcptTo.map(({ address }) => address)
    await inbound.keep(addresses, put.id, put.size, from)
  } finally {
    await spool.release(put.id)
  }
}

/** What is beyond the limit is read and forgotten, so that the answer comes where the sender waits for it. */
async function* traced(trace: string, stream: SMTPServerDataStream, see: (chunk: Buffer) => void) {
  yield Buffer.from(trace)
  // The library hands on each line of which it took a dot by itself.
  const blocks = makeBlockTransform()
  // What breaks the stream off is thrown where the blocks are read.
  pipeline(stream, blocks, () => undefined)
  for await (const block of blocks) {
    if (stream.sizeExceeded) continue
    const bytes: Buffer = block
    see(bytes)
    yield bytes
  }
}

function spoken(error: unknown, { report }: SmtpListenerOptions): SmtpRefusal {
  if (error instanceof SmtpRefusal) return error
  if (error instanceof Refusal && error.code === 'tooLarge') return new SmtpRefusal(552, '5.3.4 Message too large')
  if (error instanceof Refusal && error.code === 'quotaExceeded') return refusals.full
  if (error instanceof Refusal && error.code === 'diskFull') return new SmtpRefusal(452, '4.3.1 Out of space')
  if (!(error instanceof StoreAway)) report?.(error instanceof Error ? error.name : typeof error)
  // Whatever it was, the sender still has the mail and tries again.
  return new SmtpRefusal(451, '4.3.0 Try again later')
}
