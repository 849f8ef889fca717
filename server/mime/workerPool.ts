/** A few workers and one queue, first come first served; a worker that overstays is ended and replaced (TRUST R20). */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { MimeSource } from '../ports/mimeReader'
import type { WorkerAnswer, WorkerOptions } from './workerMessages'

type Job = {
  readonly id: number
  readonly source: MimeSource
  readonly part: string | null
  readonly done: (answer: WorkerAnswer) => void
}
type Seat = { worker: Worker | null; job: Job | null; timer: NodeJS.Timeout | null }
export type PoolOptions = WorkerOptions & { readonly timeoutMs: number; readonly workers: number }

export type WorkerPool = {
  /** Answers always: with `failed` after a timeout, a crash or the closing. */
  readonly run: (source: MimeSource, part: string | null) => Promise<WorkerAnswer>
  readonly close: () => Promise<void>
}

export function openPool(options: PoolOptions): WorkerPool {
  const queue: Job[] = []
  const seats: Seat[] = Array.from({ length: options.workers }, () => ({ worker: null, job: null, timer: null }))
  let closed = false
  let next = 1

  const settle = (seat: Seat, answer: WorkerAnswer) => {
    const { job, timer } = seat
    if (job === null) return
    if (timer !== null) clearTimeout(timer)
    seat.job = null
    seat.timer = null
    seat.worker?.unref()
    job.done(answer)
    fill()
  }
  const lose = (seat: Seat, worker: Worker, reason: string) => {
    if (seat.worker !== worker) return
    seat.worker = null
    void worker.terminate()
    if (seat.job !== null) settle(seat, { id: seat.job.id, kind: 'failed', reason })
  }
  const start = (seat: Seat): Worker => {
    const worker = spawn(options)
    worker.on('message', (answer: WorkerAnswer) => {
      if (seat.worker === worker && seat.job?.id === answer.id) settle(seat, answer)
    })
    worker.on('error', (error) => lose(seat, worker, String(error)))
    worker.on('exit', () => lose(seat, worker, 'the worker ended'))
    seat.worker = worker
    return worker
  }
  const fill = () => {
    for (const seat of seats) {
      if (seat.job !== null || closed) continue
      const job = queue.shift()
      if (job === undefined) return
      seat.job = job
      const fresh = seat.worker === null
      const worker = seat.worker ?? start(seat)
      worker.ref()
      const arm = () => {
        if (seat.job === job) seat.timer = setTimeout(() => lose(seat, worker, 'timeout'), options.timeoutMs)
      }
      // The time limit is the mail's, not the time a thread needs to start.
      if (fresh) worker.once('online', arm)
      else arm()
      worker.postMessage({ id: job.id, source: job.source, part: job.part })
    }
  }
  return {
    run: (source, part) =>
      new Promise((done) => {
        const id = next++
        if (closed) done({ id, kind: 'failed', reason: 'closed' })
        else {
          queue.push({ id, source, part, done })
          fill()
        }
      }),
    close: async () => {
      closed = true
      for (const job of queue.splice(0)) job.done({ id: job.id, kind: 'failed', reason: 'closed' })
      const workers = seats.flatMap((seat) => (seat.worker === null ? [] : [seat.worker]))
      for (const seat of seats) if (seat.worker !== null) lose(seat, seat.worker, 'closed')
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

function spawn(options: PoolOptions): Worker {
  const inSource = import.meta.url.endsWith('.ts')
  const beside = new URL('./mimeWorker.js', import.meta.url)
  // The build may put this module into a folder of shared chunks, one below the worker's.
  const built = existsSync(fileURLToPath(beside)) ? beside : new URL('../mimeWorker.js', import.meta.url)
  return new Worker(inSource ? new URL('./mimeWorker.ts', import.meta.url) : built, {
    execArgv: inSource ? ['--import', 'tsx'] : [],
    workerData: { trustedAuthServIds: options.trustedAuthServIds } satisfies WorkerOptions,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  })
}
