/** rspamd over HTTP: `/checkv2` judges, `/learnspam` and `/learnham` of the controller teach. */
import { type IncomingMessage, request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { pipeline } from 'node:stream'
import * as v from 'valibot'
import { asciiAddress } from '../../src/contract/mail/domainSpelling'
import type { ScanVerdict } from '../core/mail'
import type { Clock } from '../kit/clock'
import type { Lesson, MailScanner, ScannedEnvelope, StoredMessage } from './mailScanner.port'

export type RspamdOptions = {
  /** Of a worker that scans. */
  readonly url: string
  /** Of the controller; null where it is not taught. */
  readonly learnUrl: string | null
  readonly password: string | null
  readonly clock: Clock
  /** Told when it does not answer any more, and when it does again. */
  readonly onAway?: (isAway: boolean) => void
  /** Told once of a status that refuses every message, until it answers otherwise. */
  readonly onRefused?: (status: number) => void
  /** Aborts after so many milliseconds. */
  readonly deadline?: (ms: number) => AbortSignal
}

/** Milliseconds for a scan, connecting included, for the question after it, and for a lesson. */
const scanMs = 4_500
const pingMs = 500
const learnMs = 30_000
/** Bytes of an answer that are read. */
const mostAnswer = 1024 * 1024
/** Scans in a row without a verdict after which nobody waits for one. */
const mostFailures = 3
/** The same of scans that took too long while it said that it is there. */
const mostSilences = 10
/** Milliseconds until one message tries again. */
const restMs = 30_000
/** Bytes of a message that may break off without saying anything about the scanner. */
const largeBytes = 4 * 1024 * 1024
/** Characters of what the other side said. */
const mostSaid = 320

type Answer = { readonly status: number; readonly text: string }
type Headers = Readonly<Record<string, string | string[]>>

/** Of its actions; `soft reject` and `greylist` would only have a message brought again. */
const junkActions: readonly string[] = ['add header', 'rewrite subject', 'quarantine', 'reject', 'discard']
const scanned = v.object({ is_skipped: v.optional(v.boolean(), false), action: v.string() })
const learnt = v.object({ success: v.optional(v.boolean()), error: v.optional(v.string()) })
/** Of an answer to every message, whatever it holds. */
const refusals: readonly number[] = [401, 403, 404, 405]

export function makeRspamd(options: RspamdOptions): MailScanner {
  const { learnUrl, password, deadline = AbortSignal.timeout } = options
  const scan = makeScan(options, deadline)
  if (learnUrl === null) return { scan, learn: null }
  return {
    scan,
    learn: async (lesson, message, stopped) => {
      const path = { junk: 'learnspam', ham: 'learnham' }[lesson]
      const asked = post(password === null ? {} : { password }, message)
      const signal = AbortSignal.any([deadline(learnMs), stopped])
      try {
        return lessonResult(lesson, await send(`${learnUrl}/${path}`, asked, message, signal))
      } catch {
        return 'away'
      }
    },
  }
}

function makeScan({ url, ...it }: RspamdOptions, deadline: (ms: number) => AbortSignal): MailScanner['scan'] {
  const breaker = makeBreaker(it.clock, it.onAway ?? (() => undefined))
  let isRefused = false
  const noteRefusal = (status: number) => {
    const was = isRefused
    isRefused = refusals.includes(status)
    if (isRefused && !was) it.onRefused?.(status)
  }
  /** A sender with slow DNS holds up one message; one that hangs does not answer this either. */
  const answersPing = () =>
    send(`${url}/ping`, { method: 'GET', headers: {} }, null, deadline(pingMs)).then(
      ({ status }) => status < 500,
      () => false,
    )
  return async (message, envelope) => {
    const attempt = breaker.begin()
    if (attempt === null) return 'unscanned'
    let outcome: Outcome = 'tooLarge'
    let isConnected = false
    const signal = deadline(scanMs)
    const onConnected = () => {
      isConnected = true
    }
    try {
      const asked = { ...post(headersOf(envelope), message), onConnected }
      const { status, text } = await send(`${url}/checkv2`, asked, message, signal)
      noteRefusal(status)
      outcome = 'failed'
      if (refusals.includes(status)) return 'unscanned'
      // It answers, and does not want this one.
      const verdict = status >= 400 && status < 500 ? 'unscanned' : verdictOf(status, text)
      outcome = 'answered'
      return verdict
    } catch {
      if (!isConnected) outcome = 'failed'
      else if (signal.aborted) outcome = (await answersPing()) ? 'silent' : 'failed'
      else outcome = message.size > largeBytes ? 'tooLarge' : 'failed'
      return 'unscanned'
    } finally {
      attempt(outcome)
    }
  }
}

/** Throws for what is no answer of rspamd. */
function verdictOf(status: number, text: string): ScanVerdict {
  if (status !== 200) throw new Error(`Status ${status}`)
  const said = v.parse(scanned, JSON.parse(text))
  if (junkActions.includes(said.action)) return 'junk'
  // Its operator lets such messages pass unseen.
  return said.is_skipped ? 'unscanned' : 'ham'
}

/** What it knows already, or what is too short to learn from, is no failure. */
function lessonResult(lesson: Lesson, { status, text }: Answer): 'learnt' | 'refused' | 'away' {
  if (status === 204 || status === 208) return 'learnt'
  if (status >= 500) return 'away'
  const said = v.safeParse(v.pipe(v.string(), v.parseJson(), learnt), text)
  // A proxy in front of it refuses in HTML.
  if (!said.success) return status >= 400 ? 'refused' : 'away'
  const { success, error = '' } = said.output
  if (error.includes(`already learned as ${lesson === 'junk' ? 'spam' : 'ham'}`)) return 'learnt'
  return status === 200 && success === true ? 'learnt' : 'refused'
}

/** `silent`: it is there and took too long. `tooLarge`: it broke off, which says nothing. */
type Outcome = 'answered' | 'failed' | 'silent' | 'tooLarge'

/** After failures in a row nobody waits; one message at a time finds out whether it is back. */
function makeBreaker(clock: Clock, onAway: (isAway: boolean) => void) {
  let failures = 0
  let silences = 0
  let restedAt = 0
  let isTrying = false
  return {
    /** Null where it is not to be asked; else tells what came of it, once. */
    begin: (): ((outcome: Outcome) => void) | null => {
      const isOpen = failures >= mostFailures
      const rested = clock.now() - restedAt
      // A clock that was set back makes nobody wait longer.
      if (isOpen && (isTrying || (rested >= 0 && rested < restMs))) return null
      if (isOpen) isTrying = true
      return (outcome) => {
        if (isOpen) isTrying = false
        if (outcome === 'tooLarge') return
        silences = outcome === 'silent' ? silences + 1 : 0
        const isSilent = silences >= mostSilences || (isOpen && silences > 0)
        if (outcome === 'silent' && !isSilent) return
        const wasOpen = failures >= mostFailures
        failures = outcome === 'answered' ? 0 : isSilent ? mostFailures : failures + 1
        if (outcome !== 'answered') restedAt = clock.now()
        if (wasOpen !== failures >= mostFailures) onAway(!wasOpen)
      }
    },
  }
}

/** Each value is cut down to what a header may hold: the other side wrote it. */
function headersOf({ from, recipients, client, id }: ScannedEnvelope): Headers {
  const clean = (text: string) => text.slice(0, mostSaid).replaceAll(/[^\x21-\x7e]/g, '')
  return {
    from: plainAddresses([from]),
    rcpt: plainAddresses(recipients),
    ...(client && { ip: clean(client.ip), helo: clean(client.helo) }),
    'queue-id': clean(id),
  }
}

/** rspamd takes other letters for a broken address, and holds that against the message. */
function plainAddresses(addresses: readonly string[]): string[] {
  return addresses.map(asciiAddress).filter((it) => it.length <= mostSaid && /^[\x21-\x7e]+$/.test(it))
}

const post = (headers: Headers, { size }: StoredMessage) => ({
  method: 'POST',
  headers: { ...headers, 'content-length': String(size) },
})

type Asked = { readonly method: string; readonly headers: Headers; readonly onConnected?: () => void }

/** Sends and reads in pieces; rejects where no whole answer came in time, however it ends. */
function send(
  address: string,
  { onConnected, ...how }: Asked,
  message: StoredMessage | null,
  signal: AbortSignal,
): Promise<Answer> {
  const url = new URL(address)
  const isSecure = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const asked = (isSecure ? secure : plain)(url, { ...how, signal, agent: false })
    const fail = (error: unknown) => {
      reject(error)
      asked.destroy()
    }
    let isAnswered = false
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
    if (onConnected) asked.once('socket', (socket) => socket.once(isSecure ? 'secureConnect' : 'connect', onConnected))
    asked.on('error', (error) => {
      // Whoever has answered may close before it has read all.
      if (!isAnswered || signal.aborted) reject(error)
    })
    asked.once('upgrade', (_answer, socket) => {
      socket.destroy()
      fail(new Error('Another protocol'))
    })
    asked.once('close', () => {
      if (!isAnswered) reject(new Error('Closed without an answer'))
    })
    asked.once('response', (answer) => {
      isAnswered = true
      textOf(answer)
        .then((text) => resolve({ status: answer.statusCode ?? 0, text }), reject)
        .finally(() => asked.destroy())
    })
    if (message === null) asked.end()
    // What breaks off on the way is told by the request.
    else message.open().then((stream) => pipeline(stream, asked, () => undefined), fail)
  })
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer) {
    const bytes: Buffer = chunk
    size += bytes.length
    if (size > mostAnswer) throw new Error('Too long an answer')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}
