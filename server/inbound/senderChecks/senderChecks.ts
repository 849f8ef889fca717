/**
 * One thread that checks senders, a few messages at once, so that nobody waits for another's DNS. A message that overstays costs the thread,
 * never the gateway (TRUST S27); which of several it was nobody can say, so each is then checked once more, alone.
 */
import type { Worker } from 'node:worker_threads'
import type { Clock } from '../../kit/clock'
import { startThread } from '../../mime/worker/startThread'
import { threadTime } from '../../mime/worker/threadTime'
import { type ArrivingMessage, notChecked, type SenderChecks, type SenderVerdicts } from '../senderChecks.port'
import { type DnsAnswer, makeDnsAnswers, type Resolve } from './dnsAnswers'
import type { FromThread, ToThread } from './threadMessages'

export type CheckLimits = {
  /** Milliseconds that a message waits for its verdicts at most, its turn included. */
  readonly wallMs: number
  /** Milliseconds of the thread's CPU time in which no message is done. */
  readonly cpuMs: number
  /** DNS queries of one message. */
  readonly queries: number
  /** Milliseconds for one query, and for all of one message. */
  readonly queryMs: number
  readonly dnsMs: number
}

const usualLimits: CheckLimits = { wallMs: 10_000, cpuMs: 5_000, queries: 60, queryMs: 3_000, dnsMs: 6_000 }
/** Messages that wait for their turn; more would not have it in time. */
const mostWaiting = 100
/** Messages that are checked at once: nearly all their time is waiting for DNS. */
const atOnce = 8
/** Milliseconds between two looks at the thread's CPU time. */
const watchMs = 100

export type CheckOptions = {
  /** Our name in Authentication-Results. */
  readonly server: string
  readonly resolve: Resolve
  readonly clock: Clock
  readonly limits?: Partial<CheckLimits>
}

type Job = {
  readonly message: ArrivingMessage
  readonly settle: (verdicts: SenderVerdicts) => void
  /** Ends when nobody waits for its verdicts any more: its queries are answered at once then. */
  readonly over: AbortController
  queries: number
  /** When its first query came; milliseconds of `performance.now()`. */
  askedAt: number | null
  /** A thread was lost with it and others: nothing is checked beside it now. */
  isAlone: boolean
}

export function openSenderChecks({ server, resolve, clock, limits: given }: CheckOptions): SenderChecks {
  const limits = { ...usualLimits, ...given }
  const dns = makeDnsAnswers(resolve, clock)
  const waiting: Job[] = []
  const running = new Map<number, Job>()
  let count = 0
  let worker: Worker | null = null
  let thread: string | null = null
  let watch: NodeJS.Timeout | undefined
  /** The thread's CPU time when a message was last begun with nothing beside it, or done. */
  let since: number | null = null
  let isClosed = false

  const end = (check: number, verdicts: SenderVerdicts) => {
    const job = running.get(check)
    running.delete(check)
    since = threadTime(thread)
    if (running.size === 0) worker?.unref()
    job?.settle(verdicts)
    next()
  }
  const lose = (lost: Worker) => {
    if (worker !== lost) return
    worker = null
    thread = null
    clearInterval(watch)
    void lost.terminate()
    const jobs = [...running.values()]
    running.clear()
    const again = jobs.filter(({ over }) => !isClosed && jobs.length > 1 && !over.signal.aborted)
    for (const job of jobs) {
      if (!again.includes(job)) job.settle(notChecked)
      Object.assign(job, { isAlone: true, queries: 0, askedAt: null })
    }
    waiting.unshift(...again)
    next()
  }
  const say = (to: Worker, message: ToThread) => to.postMessage(message)
  const answer = async (asking: Worker, { check, id, name, type }: Extract<FromThread, { kind: 'query' }>) => {
    const job = running.get(check)
    if (job === undefined) return
    job.queries += 1
    job.askedAt ??= performance.now()
    // Slow answers make what they are about unknown, and do not cost the thread or what is known already.
    const leftMs = Math.min(limits.queryMs, limits.dnsMs - (performance.now() - job.askedAt))
    const isOver = job.queries > limits.queries || leftMs <= 0 || job.over.signal.aborted
    const given = isOver ? tooLate : await Promise.race([dns(name, type, leftMs), ended(job.over.signal)])
    say(asking, { kind: 'dns', id, answer: given })
  }
  const start = (): Worker => {
    const started = startThread('senderWorker', import.meta.url, {
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 },
    })
    started.on('message', (said: FromThread) => {
      if (worker !== started) return
      if (said.kind === 'ready') {
        thread = said.thread
        since = threadTime(thread)
      } else if (said.kind === 'query') void answer(started, said)
      else end(said.check, said.verdicts)
    })
    started.on('error', () => lose(started))
    started.on('exit', () => lose(started))
    watch = setInterval(() => {
      const now = running.size > 0 ? threadTime(thread) : null
      if (now !== null && since !== null && now - since >= limits.cpuMs) lose(started)
    }, watchMs).unref()
    return started
  }
  const next = () => {
    while (!isClosed) {
      const [job] = waiting
      const [beside] = running.values()
      if (job === undefined || running.size >= atOnce) return
      if (beside !== undefined && (job.isAlone || beside.isAlone)) return
      waiting.shift()
      if (beside === undefined) since = threadTime(thread)
      worker ??= start()
      worker.ref()
      const check = count++
      running.set(check, job)
      say(worker, { kind: 'check', check, message: job.message, server })
    }
  }
  /** Ends the wait for a message. What the thread still does for it ends by its other limits. */
  const giveUp = (job: Job) => {
    const at = waiting.indexOf(job)
    if (at >= 0) waiting.splice(at, 1)
    job.over.abort()
    job.settle(notChecked)
    // Where CPU time is not known, a thread that overstays is known by this alone.
    if (at < 0 && worker !== null && threadTime(thread) === null) lose(worker)
  }
  return {
    check: (message) => {
      if (isClosed || waiting.length >= mostWaiting) return Promise.resolve(notChecked)
      return new Promise((done) => {
        const wall = setTimeout(() => giveUp(job), limits.wallMs)
        const settle = (verdicts: SenderVerdicts) => {
          clearTimeout(wall)
          done(verdicts)
        }
        const over = new AbortController()
        const job: Job = { message, settle, over, queries: 0, askedAt: null, isAlone: false }
        waiting.push(job)
        next()
      })
    },
    close: async () => {
      isClosed = true
      for (const job of waiting.splice(0)) job.settle(notChecked)
      const last = worker
      if (last !== null) {
        lose(last)
        await last.terminate()
      }
    },
  }
}

const tooLate: DnsAnswer = { code: 'ETIMEOUT' }

function ended(signal: AbortSignal): Promise<DnsAnswer> {
  return new Promise((settle) => signal.addEventListener('abort', () => settle(tooLate), { once: true }))
}
