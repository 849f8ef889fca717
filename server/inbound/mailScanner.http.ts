/** rspamd over HTTP: `/checkv2` judges, `/learnspam` and `/learnham` of the controller teach. */
import { type IncomingMessage, request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { pipeline } from 'node:stream'
import * as v from 'valibot'
import { asciiAddress } from '../../src/contract/mail/domainSpelling'
import type { Clock } from '../kit/clock'
import {
  type Lesson,
  type MailScanner,
  notScanned,
  type ScannedEnvelope,
  type ScanResult,
  type StoredMessage,
} from './mailScanner.port'

export type RspamdOptions = {
  /** Of a worker that scans. */
  readonly url: string
  /** Of the controller. */
  readonly learnUrl: string
  readonly password: string | null
  readonly clock: Clock
  /** Told when it does not answer any more, and when it does again. */
  readonly onAway?: (isAway: boolean) => void
  /** Aborts after so many milliseconds. */
  readonly deadline?: (ms: number) => AbortSignal
}

/** Milliseconds for all of a scan, connecting included, and for all of a lesson. */
const scanMs = 5_000
const learnMs = 30_000
/** Bytes of an answer that are read. */
const mostAnswer = 1024 * 1024
/** Scans in a row without a verdict after which nobody waits for one. */
const mostFailures = 3
/** Milliseconds until one message tries again. */
const restMs = 30_000
/** Bytes of a message that may take too long without saying anything about the scanner. */
const largeBytes = 4 * 1024 * 1024
/** Characters of what the other side said. */
const mostSaid = 320

type Answer = { readonly status: number; readonly text: string }

/** Of its actions; `soft reject` and `greylist` would only have a message brought again. */
const junkActions: readonly string[] = ['add header', 'rewrite subject', 'quarantine', 'reject', 'discard']
const scanned = v.object({
  is_skipped: v.optional(v.boolean(), false),
  action: v.string(),
  score: v.number(),
})
const learnt = v.object({ success: v.optional(v.boolean()), error: v.optional(v.string()) })

export function makeRspamd({
  url,
  learnUrl,
  password,
  deadline = AbortSignal.timeout,
  ...it
}: RspamdOptions): MailScanner {
  const breaker = makeBreaker(it.clock, it.onAway ?? (() => undefined))
  return {
    scan: async (message, envelope) => {
      const outcome = breaker.begin()
      if (outcome === null) return notScanned
      try {
        const { status, text } = await post(`${url}/checkv2`, headersOf(envelope), message, deadline(scanMs))
        // It answers, and does not want this one.
        if (status >= 400 && status < 500) outcome('answered')
        if (status >= 400 && status < 500) return notScanned
        const result = resultOf(status, text)
        outcome('answered')
        return result
      } catch {
        outcome(message.size > largeBytes ? 'unknown' : 'failed')
        return notScanned
      }
    },
    learn: async (lesson, message) => {
      const path = { junk: 'learnspam', ham: 'learnham' }[lesson]
      const headers = password === null ? {} : { password }
      try {
        return lessonResult(lesson, await post(`${learnUrl}/${path}`, headers, message, deadline(learnMs)))
      } catch {
        return 'away'
      }
    },
  }
}

/** Throws for what is no answer of rspamd. */
function resultOf(status: number, text: string): ScanResult {
  if (status !== 200) throw new Error(`Status ${status}`)
  const said = v.parse(scanned, JSON.parse(text))
  if (junkActions.includes(said.action)) return { verdict: 'junk', score: said.score }
  // Its operator lets such messages pass unseen.
  return said.is_skipped ? notScanned : { verdict: 'ham', score: said.score }
}

/** What it knows already, or what is too short to learn from, is no failure. */
function lessonResult(lesson: Lesson, { status, text }: Answer): 'learnt' | 'refused' | 'away' {
  if (status === 204 || status === 208) return 'learnt'
  const { success, error = '' } = v.parse(learnt, JSON.parse(text))
  if (error.includes(`already learned as ${lesson === 'junk' ? 'spam' : 'ham'}`)) return 'learnt'
  if (status === 200 && success === true) return 'learnt'
  return status < 500 ? 'refused' : 'away'
}

type Outcome = 'answered' | 'failed' | 'unknown'

/** After failures in a row nobody waits; one message at a time finds out whether it is back. */
function makeBreaker(clock: Clock, onAway: (isAway: boolean) => void) {
  let failures = 0
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
        if (outcome === 'unknown') return
        const wasOpen = failures >= mostFailures
        failures = outcome === 'failed' ? failures + 1 : 0
        if (outcome === 'failed') restedAt = clock.now()
        if (wasOpen !== failures >= mostFailures) onAway(!wasOpen)
      }
    },
  }
}

/** Each value is cut down to what a header may hold: the other side wrote it. */
function headersOf({ from, recipients, ip, helo, id }: ScannedEnvelope): Record<string, string | string[]> {
  const clean = (text: string) => text.slice(0, mostSaid).replaceAll(/[^\x21-\x7e]/g, '')
  return {
    from: plainAddresses([from]),
    rcpt: plainAddresses(recipients),
    ip: clean(ip),
    helo: clean(helo),
    'queue-id': clean(id),
  }
}

/** rspamd takes other letters for a broken address, and holds that against the message. */
function plainAddresses(addresses: readonly string[]): string[] {
  return addresses.map(asciiAddress).filter((it) => it.length <= mostSaid && /^[\x21-\x7e]+$/.test(it))
}

/** Sends and reads in pieces; rejects where no whole answer came in time. */
function post(
  address: string,
  headers: Readonly<Record<string, string | string[]>>,
  message: StoredMessage,
  signal: AbortSignal,
): Promise<Answer> {
  const url = new URL(address)
  const request = url.protocol === 'https:' ? secure : plain
  return new Promise((resolve, reject) => {
    const size = String(message.size)
    const asked = request(url, {
      ...{ method: 'POST', headers: { ...headers, 'content-length': size }, signal, agent: false },
    })
    let isAnswered = false
    asked.on('error', (error) => {
      // Whoever has answered may close before it has read all.
      if (!isAnswered || signal.aborted) reject(error)
    })
    asked.once('response', (answer) => {
      isAnswered = true
      textOf(answer)
        .then((text) => resolve({ status: answer.statusCode ?? 0, text }), reject)
        .finally(() => asked.destroy())
    })
    message.open().then(
      // What breaks off on the way is told by the request.
      (stream) => pipeline(stream, asked, () => undefined),
      (error: unknown) => {
        asked.destroy()
        reject(error)
      },
    )
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
