/** Hands mail to a relay over SMTP submission (RFC 6409), and says for each recipient what is known of it (TRUST R3). */
import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { asciiAddress, needsSmtpUtf8, readableAddress } from '../../../src/contract/mail/domainSpelling'
import type { AccountId } from '../../core/account'
import type { Relay, RelayEnvelope, RelayResult } from '../dispatch/relay.port'
import { type DkimKey, signed } from './dkim'

export type SmtpSignIn = { readonly user: string; readonly password: string }

export type SmtpRelayOptions = {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; without it STARTTLS is used where it is offered. */
  readonly secure: boolean
  /** With what to sign in for a sender; `nobody` where the server asks for nothing, null where there is nothing to sign in with. */
  readonly signInOf: (sender: AccountId) => Promise<SmtpSignIn | 'nobody' | null>
  /** The line never leaves the machine, so that a password may cross it in the clear where the server offers no TLS. */
  readonly isOwnMachine?: boolean
  /** With what mail is signed; null, or left out, where it is not. */
  readonly dkim?: DkimKey | null
  /** The name given with EHLO. */
  readonly name: string
  /** Milliseconds to wait for a connection, for any progress before the last dot, and for an answer after it (RFC 5321 section 4.5.3.2). */
  readonly connectMs?: number
  readonly stallMs?: number
  readonly silenceMs?: number
}

type Failure = {
  readonly responseCode?: number | undefined
  readonly response?: string | false | undefined
  readonly message: string
  readonly recipient?: string | undefined
  readonly rejectedErrors?: readonly Failure[] | undefined
}

export function makeSmtpRelay(options: SmtpRelayOptions): Relay {
  return {
    hand: async ({ sender, from, to }, message, beforeLastDot) => {
      // The store that knows may be away: no fault of this mail either.
      const signIn = await options.signInOf(sender).catch(() => null)
      if (signIn === null) return everyone(to, 'temporary', { message: '454 4.7.0 Nobody is signed in to send this' })
      const connection = new SMTPConnection({
        host: options.host,
        port: options.port,
        secure: options.secure,
        // A password never crosses a network in the clear.
        requireTLS: !options.secure && signIn !== 'nobody' && options.isOwnMachine !== true,
        name: options.name,
        connectionTimeout: options.connectMs ?? 30_000,
        greetingTimeout: options.connectMs ?? 30_000,
        socketTimeout: options.silenceMs ?? 600_000,
      })
      const watch = watchFor(options.stallMs ?? 30_000, () => connection.close())
      let takesLetters = false
      try {
        // Listened to for as long as it lives: an error that nobody hears would end the process.
        const broken = brokenLine(connection)
        takesLetters = await Promise.race([open(connection, signIn), broken])
        watch.progress()
      } catch (error) {
        watch.stop()
        connection.close()
        // The relay is away or does not let us in: no fault of this mail, so it is tried again.
        return everyone(to, 'temporary', failureOf(error))
      }
      const { dkim = null } = options
      const text = dkim === null ? message : async () => signed(dkim, await message())
      const goes = to.filter((address) => takesLetters || !(needsSmtpUtf8(from) || needsSmtpUtf8(address)))
      const envelope = { from: wireAddress(from), to: goes.map(wireAddress) }
      const sending = goes.length === 0 ? [] : transmit(connection, envelope, text, () => beforeLastDot(goes), watch)
      const results = await Promise.resolve(sending).finally(() => {
        watch.stop()
        connection.close()
      })
      const states = new Map(results.map((result, at) => [goes[at], result]))
      return to.map((address) => ({ ...(states.get(address) ?? asciiAlone), address }))
    },
  }
}

/** A local part outside ASCII can be named to no server without SMTPUTF8 (RFC 6531 section 3.2). */
const asciiAlone = { state: 'permanent', reason: '553 5.6.7 The server takes no addresses outside ASCII' } as const

/** What needs SMTPUTF8 anyhow goes in letters; A-labels every server takes. */
const wireAddress = (address: string) => (needsSmtpUtf8(address) ? readableAddress(address) : asciiAddress(address))

type Watch = { readonly progress: () => void; readonly stop: () => void }

/** Calls `stalled` when nothing goes on for so long. */
function watchFor(stallMs: number, stalled: () => void): Watch {
  const timer = setTimeout(stalled, stallMs)
  return { progress: () => timer.refresh(), stop: () => clearTimeout(timer) }
}

function brokenLine(connection: SMTPConnection): Promise<never> {
  const broken = new Promise<never>((_, reject) => {
    connection.on('error', reject)
    connection.once('end', () => reject(new Error('The line was cut')))
  })
  broken.catch(() => undefined)
  return broken
}

/** Answers whether the server takes addresses outside ASCII. */
function open(connection: SMTPConnection, signIn: SmtpSignIn | 'nobody'): Promise<boolean> {
  return new Promise((resolve, reject) => {
    connection.connect((error) => {
      if (error) return reject(error)
      const takesLetters = /^250[ -]SMTPUTF8\b/im.test(connection.lastServerResponse || '')
      if (signIn === 'nobody') return resolve(takesLetters)
      connection.login({ user: signIn.user, pass: signIn.password }, (refused) =>
        refused ? reject(refused) : resolve(takesLetters),
      )
    })
  })
}

async function transmit(
  connection: SMTPConnection,
  envelope: Omit<RelayEnvelope, 'sender'>,
  message: () => Promise<Readable>,
  beforeLastDot: (accepted: readonly string[]) => Promise<void>,
  watch: Watch,
): Promise<readonly RelayResult[]> {
  let isDotted = false
  let noted: Promise<void> = Promise.resolve()
  const to = [...envelope.to]
  let source: Readable | null = null
  try {
    const text = await message()
    source = text
    // Asked for only once the relay waits for the text, so that a line which breaks before has surely carried nothing. The library
    // writes the dot when this ends, and this ends when the caller has it on record. Which recipients were taken is told only
    // afterwards, so all of them count as handed over until then.
    const guarded = Readable.from(
      (async function* () {
        for await (const chunk of text) {
          watch.progress()
          yield chunk
        }
        noted = beforeLastDot(to)
        await noted
        // From here on the server may take its time: it has everything.
        watch.stop()
        isDotted = true
      })(),
      { objectMode: false },
    )
    // Nobody may be reading by the time they break; whoever reads is told all the same.
    guarded.on('error', () => undefined)
    text.on('error', () => undefined)
    const rejected = await new Promise<readonly Failure[]>((resolve, reject) => {
      connection.once('end', () => reject(new Error('The line was cut')))
      connection.once('error', reject)
      connection.send({ from: envelope.from, to, use8BitMime: true }, guarded, (error, info) =>
        error ? reject(error) : resolve(info?.rejectedErrors ?? []),
      )
    })
    connection.quit()
    return to.map((address) => resultOf(address, rejected, { address, state: 'sent', reason: null }))
  } catch (error) {
    // As it stood when the line broke: a note that is still being written is written before the dot.
    const wasDotted = isDotted
    // And it must not come after what is noted of this answer.
    await noted.catch(() => undefined)
    return afterFailure(to, failureOf(error), wasDotted)
  } finally {
    // Never asked for where the line broke early, and its file would stay open.
    source?.destroy()
  }
}

function afterFailure(to: readonly string[], failure: Failure, isDotted: boolean): readonly RelayResult[] {
  const [answered] = everyone(to, stateOf(failure, isDotted), failure)
  return to.map((address) =>
    resultOf(address, failure.rejectedErrors ?? [], {
      address,
      state: answered?.state ?? 'temporary',
      reason: answered?.reason ?? null,
    }),
  )
}

/** No answer: before the dot it has surely not gone, after it nobody here can know. */
function stateOf({ responseCode }: Failure, isDotted: boolean): RelayResult['state'] {
  if (responseCode === undefined || responseCode < 400) return isDotted ? 'unconfirmed' : 'temporary'
  // 421 closes the line, whatever it was an answer to.
  return responseCode >= 500 ? 'permanent' : 'temporary'
}

function resultOf(address: string, rejected: readonly Failure[], otherwise: RelayResult): RelayResult {
  const failure = rejected.find((it) => it.recipient === address)
  if (!failure) return otherwise
  return { address, state: stateOf(failure, false), reason: wordsOf(failure) }
}

function everyone(to: readonly string[], state: RelayResult['state'], failure: Failure): readonly RelayResult[] {
  return to.map((address) => ({ address, state, reason: wordsOf(failure) }))
}

function wordsOf({ response, message }: Failure): string {
  return (response || message).replace(/\s+/g, ' ').trim().slice(0, 500)
}

function failureOf(error: unknown): Failure {
  return error instanceof Error ? error : { message: 'unknown' }
}
