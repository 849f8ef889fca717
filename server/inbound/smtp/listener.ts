/** Takes mail for the local domains over SMTP (RFC 5321) and says yes only when it is on the disk and indexed. */
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { Refusal, StoreAway } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import type { Spool } from '../../mail/spool/spool.store'
import type { Inbound, MailboxState } from '../inbound.port'
import type { MailScanner } from '../mailScanner.port'
import type { SenderChecks } from '../senderChecks.port'
import { type ConnectionLimits, makeConnections, usualLimits } from './connections'
import { isOwn, type SenderPolicy } from './senderPolicy'
import { SmtpRefusal } from './smtpRefusal'
import { takeMessage } from './takeMessage'

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
  /** What is done about mail in the name of domains whose mailboxes are here; `server` is `name`. */
  readonly senders?: Omit<SenderPolicy, 'server'>
  /** Who checks senders of mail from outside; nobody when left out. */
  readonly checks?: SenderChecks | null
  /** What judges messages by what they say; nothing when left out. */
  readonly scanner?: MailScanner | null
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

const refusals: Record<Exclude<MailboxState, 'known'>, SmtpRefusal> = {
  unknown: new SmtpRefusal(550, '5.1.1 No such mailbox here'),
  outside: new SmtpRefusal(550, '5.7.1 Relaying denied'),
  closed: new SmtpRefusal(550, '5.2.1 Mailbox closed'),
  unfinished: new SmtpRefusal(450, '4.2.0 Mailbox not open yet'),
  full: new SmtpRefusal(452, '4.2.2 Mailbox full'),
}

export async function listenSmtp(options: SmtpListenerOptions): Promise<SmtpListener> {
  const { limits, isTrustedRelay = () => false, checks = null, scanner = null } = options
  const nobody: Omit<SenderPolicy, 'server'> = { trustedServers: [], domains: [], fromOutside: 'mark' }
  const policy: SenderPolicy = { server: options.name, ...(options.senders ?? nobody) }
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
    onMailFrom: ({ address }, { id, remoteAddress }, done) => {
      // A mail server that forwards for others writes its own sender (RFC 5321 section 3.9).
      const isForged = isOwn(policy, address.slice(address.lastIndexOf('@') + 1)) && !isTrustedRelay(remoteAddress)
      if (isForged) return done(new SmtpRefusal(550, '5.7.1 Senders of this domain sign in to send'))
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
      takeMessage({ ...options, policy, isTrustedRelay, checks, scanner }, stream, session).then(
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

function spoken(error: unknown, { report }: SmtpListenerOptions): SmtpRefusal {
  if (error instanceof SmtpRefusal) return error
  if (error instanceof Refusal && error.code === 'tooLarge') return new SmtpRefusal(552, '5.3.4 Message too large')
  if (error instanceof Refusal && error.code === 'quotaExceeded') return refusals.full
  if (error instanceof Refusal && error.code === 'diskFull') return new SmtpRefusal(452, '4.3.1 Out of space')
  if (!(error instanceof StoreAway)) report?.(error instanceof Error ? error.name : typeof error)
  // Whatever it was, the sender still has the mail and tries again.
  return new SmtpRefusal(451, '4.3.0 Try again later')
}
