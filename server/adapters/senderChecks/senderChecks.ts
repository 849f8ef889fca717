/** One thread that checks senders, one message at a time: a message that overstays costs the thread, never the gateway (TRUST S27). */
import type { Worker } from 'node:worker_threads'
import { startThread } from '../../mime/startThread'
import { threadTime } from '../../mime/threadTime'
import type { Clock } from '../../ports/clock'
import { type ArrivingMessage, notChecked, type SenderChecks, type SenderVerdicts } from '../../ports/senderChecks'
import type { FromThread, ToThread } from './checkMessages'
import { makeDnsAnswers, type Resolve } from './dnsAnswers'

export type CheckLimits = {
  /** Milliseconds that a message waits for its verdicts at most, its turn included. */
  readonly wallMs: number
  /** Milliseconds of the thread's CPU time for one message. */
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
  queries: number
  /** When its first query came; milliseconds of `performance.now()`. */
  askedAt: number | null
  /** The thread's CPU time when it began; null before. */
  startedAt: number | null
}

export function openSenderChecks({ server, resolve, clock, limits: given }: CheckOptions): SenderChecks {
  const limits = { ...usualLimits, ...given }
  const dns = makeDnsAnswers(resolve, clock)
  const waiting: Job[] = []
  let running: Job | null = null
  let worker: Worker | null = null
  let thread: string | null = null
  let isClosed = false

  const begin = (job: Job) => {
    job.startedAt = threadTime(thread)
  }
  const end = (verdicts: SenderVerdicts) => {
    const job = running
    running = null
    worker?.unref()
    job?.settle(verdicts)
    next()
  }
  const lose = (lost: Worker) => {
    if (worker !== lost) return
    worker = null
    thread = null
    void lost.terminate()
    end(notChecked)
  }
  const say = (to: Worker, message: ToThread) => to.postMessage(message)
  const answer = async (
    asking: Worker,
    job: Job | null,
    { id, name, type }: { id: number; name: string; type: string },
  ) => {
    if (job === null) return
    job.queries += 1
    job.askedAt ??= performance.now()
    // Slow answers make what they are about unknown, and do not cost the thread or what is known already.
    const leftMs = Math.min(limits.queryMs, limits.dnsMs - (performance.now() - job.askedAt))
    const isOver = job.queries > limits.queries || leftMs <= 0
    say(asking, { kind: 'dns', id, answer: isOver ? { code: 'ETIMEOUT' } : await dns(name, type, leftMs) })
  }
  const start = (): Worker => {
    const started = startThread('senderWorker', import.meta.url, {
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 },
    })
    started.on('message', (said: FromThread) => {
      if (worker !== started) return
      if (said.kind === 'ready') {
        thread = said.thread
        if (running !== null) begin(running)
      } else if (said.kind === 'query') void answer(started, running, said)
      else end(said.verdicts)
    })
    started.on('error', () => lose(started))
    started.on('exit', () => lose(started))
    return started
  }
  const next = () => {
    if (running !== null || isClosed) return
    const job = waiting.shift()
    if (job === undefined) return
    running = job
    worker ??= start()
    worker.ref()
    begin(job)
    say(worker, { kind: 'check', message: job.message, server })
  }
  /** Ends a job that is over a limit, wherever it is. */
  const giveUp = (job: Job) => {
    const at = waiting.indexOf(job)
    if (at >= 0) waiting.splice(at, 1)
    if (running === job && worker !== null) lose(worker)
    else job.settle(notChecked)
  }
  const isBusyTooLong = (job: Job) => {
    const now = running === job ? threadTime(thread) : null
    return now !== null && job.startedAt !== null && now - job.startedAt >= limits.cpuMs
  }
  return {
    check: (message) => {
      if (isClosed || waiting.length >= mostWaiting) return Promise.resolve(notChecked)
      return new Promise((done) => {
        const wall = setTimeout(() => giveUp(job), limits.wallMs)
        const cpu = setInterval(() => {
          if (isBusyTooLong(job)) giveUp(job)
        }, 100)
        const settle = (verdicts: SenderVerdicts) => {
          clearTimeout(wall)
          clearInterval(cpu)
          done(verdicts)
        }
        const job: Job = { message, settle, queries: 0, askedAt: null, startedAt: null }
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
