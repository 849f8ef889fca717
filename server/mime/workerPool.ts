/** A few workers and one queue, first come first served; a worker that overstays is ended and replaced (TRUST R20). */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions as WorkerSettings } from 'node:worker_threads'
import type { MimeSource } from '../ports/mimeReader'
import type { WorkerAnswer, WorkerOptions } from './workerMessages'

type Job = {
  readonly id: number
  readonly source: MimeSource
  readonly part: string | null
  readonly done: (answer: WorkerAnswer) => void
}
type Seat = { worker: Worker | null; job: Job | null; timer: NodeJS.Timeout | null; ready: boolean }
export type PoolOptions = WorkerOptions & { readonly timeoutMs: number; readonly workers: number }

export type WorkerPool = {
  /** Answers always: with `failed` after a timeout, a crash or the closing. */
  readonly run: (source: MimeSource, part: string | null) => Promise<WorkerAnswer>
  readonly close: () => Promise<void>
}

/** Milliseconds that a thread may take to load. */
const startMs = 30_000

export function openPool(options: PoolOptions): WorkerPool {
  const queue: Job[] = []
  const seats: Seat[] = Array.from({ length: options.workers }, () => ({
    worker: null,
    job: null,
    timer: null,
    ready: false,
  }))
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
  // The time limit is the mail's: a thread that still loads has a longer one.
  const limit = (seat: Seat, worker: Worker, ms: number) => {
    if (seat.timer !== null) clearTimeout(seat.timer)
    seat.timer = seat.job === null ? null : setTimeout(() => lose(seat, worker, 'timeout'), ms)
  }
  const start = (seat: Seat): Worker => {
    const worker = spawn(options)
    worker.on('message', (answer: WorkerAnswer) => {
      if (seat.worker !== worker) return
      if (answer.kind === 'ready') {
        seat.ready = true
        limit(seat, worker, options.timeoutMs)
      } else if (seat.job?.id === answer.id) settle(seat, answer)
    })
    worker.on('error', (error) => lose(seat, worker, String(error)))
    worker.on('exit', () => lose(seat, worker, 'the worker ended'))
    seat.worker = worker
    seat.ready = false
    return worker
  }
  const fill = () => {
    for (const seat of seats) {
      if (seat.job !== null || closed) continue
      const job = queue.shift()
      if (job === undefined) return
      seat.job = job
      const worker = seat.worker ?? start(seat)
      worker.ref()
      limit(seat, worker, seat.ready ? options.timeoutMs : startMs)
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
  const settings = {
    workerData: { trustedAuthServIds: options.trustedAuthServIds } satisfies WorkerOptions,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 },
  }
  if (import.meta.url.endsWith('.ts')) return fromSource(settings)
  const beside = new URL('./mimeWorker.js', import.meta.url)
  // The build may put this module into a folder of shared chunks, one below the worker's.
  return new Worker(existsSync(beside) ? beside : new URL('../mimeWorker.js', import.meta.url), settings)
}

/** In tests the worker is TypeScript: a thread of Node 20 takes no loader from `--import`, so it registers its own. */
function fromSource(settings: WorkerSettings): Worker {
  const loader = pathToFileURL(
    createRequire(import.meta.url)
      .resolve('tsx/esm/api')
      .replace(/cjs$/, 'mjs'),
  ).href
  // Written without `new URL(…, import.meta.url)`, which a transform for browsers takes for the address of an asset.
  const entry = import.meta.url.replace(/[^/]*$/, 'mimeWorker.ts')
  const code = `import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(entry)}) })`
  return new Worker(code, { ...settings, eval: true, execArgv: [] })
}
