/** A few workers, for which accounts take turns; who overstays or grows is replaced (TRUST R20). */
import type { Worker } from 'node:worker_threads'
import { makeFairQueue } from '../../kit/locks/fairQueue'
import { startThread } from './startThread'
import { threadTime } from './threadTime'
import type { WorkerMessage, WorkerOptions, WorkerResult, WorkerTask } from './workerMessages'

type Job = {
  readonly id: number
  readonly task: WorkerTask
  readonly limitMs: number
  readonly done: (result: WorkerResult) => void
}
/** What a worker has in hand. `checks` counts how often it was looked at; `startedAt` is its CPU time when it began. */
type Running = { readonly job: Job; readonly owner: string; checks: number; startedAt: number | null }
type Seat = {
  worker: Worker | null
  running: Running | null
  timer: NodeJS.Timeout | null
  thread: string | null
  isReady: boolean
  /** What the thread's heap took when it had loaded. */
  loadedBytes: number
}

export type PoolOptions = WorkerOptions & {
  /** Milliseconds of a worker's CPU time that one task may take. */
  readonly timeoutMs: number
  readonly workers: number
  /** Megabytes of a worker's heap, in place of the usual ones. */
  readonly heapMegabytes?: number
}

export type TaskOptions = {
  /** Who takes turns with others. */
  readonly owner: string
  /** In place of the pool's `timeoutMs`, where it is less. */
  readonly limitMs?: number
}

export type WorkerPool = {
  /** Answers always: with `failed` after a timeout, a crash or the closing. */
  readonly run: (task: WorkerTask, options: TaskOptions) => Promise<WorkerResult>
  readonly close: () => Promise<void>
}

/** Megabytes of a worker's heap; the largest message and draft take less than half. */
const usualHeapMegabytes = 128
/** Bytes by which a worker may have grown since it loaded: only its end gives a grown heap back. */
const mostGrownBytes = 12 * 1024 * 1024
/** Milliseconds that a thread may take to load. */
const startMs = 30_000
/** A task that waits (for a disk, for a CPU) is ended after this many times its limit of CPU time. */
const waitFactor = 12

export function openPool(options: PoolOptions): WorkerPool {
  const queue = makeFairQueue<Job>()
  const seats: Seat[] = Array.from({ length: options.workers }, () => ({
    ...{ worker: null, running: null, timer: null, thread: null, isReady: false, loadedBytes: 0 },
  }))
  // One account never has all workers, however long its tasks take.
  const mostOfOne = Math.max(1, options.workers - 1)
  let closed = false
  let next = 1

  const settle = (seat: Seat, result: WorkerResult) => {
    const { running, timer } = seat
    if (running === null) return
    if (timer !== null) clearInterval(timer)
    seat.running = null
    seat.timer = null
    seat.worker?.unref()
    running.job.done(result)
    fill()
  }
  const lose = (seat: Seat, worker: Worker, reason: string) => {
    if (seat.worker !== worker) return
    seat.worker = null
    void worker.terminate()
    settle(seat, { kind: 'failed', reason })
  }
  const watch = (seat: Seat, running: Running) => {
    const everyMs = Math.min(250, Math.max(10, running.job.limitMs / 10))
    return setInterval(() => {
      running.checks += 1
      const { worker } = seat
      if (worker === null || !isOver(seat, running, everyMs)) return
      // The answer may have been posted while this thread stood still: one turn of the loop delivers it.
      setImmediate(() => {
        if (seat.running === running) lose(seat, worker, 'timeout')
      })
    }, everyMs)
  }
  const start = (seat: Seat): Worker => {
    const worker = spawn(options)
    worker.on('message', (message: WorkerMessage) => {
      if (seat.worker !== worker) return
      if (message.kind === 'ready') {
        seat.isReady = true
        seat.thread = message.thread
        seat.loadedBytes = message.heldBytes
        // The limit is the task's: the time in which the thread loaded does not count.
        if (seat.running !== null) begin(seat, seat.running)
      } else if (seat.running?.job.id === message.id) {
        if (message.heldBytes - seat.loadedBytes > mostGrownBytes) renew(seat, worker)
        settle(seat, message.result)
      }
    })
    worker.on('error', (error) => lose(seat, worker, String(error)))
    worker.on('exit', () => lose(seat, worker, 'the worker ended'))
    seat.worker = worker
    seat.isReady = false
    seat.thread = null
    return worker
  }
  const renew = (seat: Seat, worker: Worker) => {
    void worker.terminate()
    // At once, so that the next task does not wait for it to load.
    start(seat)
  }
  const fill = () => {
    const runningOf = (owner: string) => seats.filter(({ running }) => running?.owner === owner).length
    // A thread that has loaded comes before one that a task would wait for.
    for (const seat of [...seats.filter(isLoaded), ...seats.filter((one) => !isLoaded(one))]) {
      if (seat.running !== null || closed) continue
      const taken = queue.take((owner) => runningOf(owner) < mostOfOne)
      if (taken === null) return
      const { owner, job } = taken
      const running: Running = { job, owner, checks: 0, startedAt: null }
      seat.running = running
      const worker = seat.worker ?? start(seat)
      worker.ref()
      begin(seat, running)
      seat.timer = watch(seat, running)
      worker.postMessage({ id: job.id, task: job.task })
    }
  }
  return {
    run: (task, { owner, limitMs = options.timeoutMs }) =>
      new Promise((done) => {
        if (closed) {
          done({ kind: 'failed', reason: 'closed' })
          return
        }
        queue.push(owner, { id: next++, task, limitMs: Math.min(limitMs, options.timeoutMs), done })
        fill()
      }),
    close: async () => {
      closed = true
      for (const job of queue.clear()) job.done({ kind: 'failed', reason: 'closed' })
      const workers = seats.flatMap((seat) => (seat.worker === null ? [] : [seat.worker]))
      for (const seat of seats) if (seat.worker !== null) lose(seat, seat.worker, 'closed')
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

const isLoaded = ({ worker, isReady }: Seat) => worker !== null && isReady

function begin(seat: Seat, running: Running): void {
  running.checks = 0
  running.startedAt = threadTime(seat.thread)
}

/** Checks stand for wall time: while this process stands still there are none, so that time does not count either. */
function isOver(seat: Seat, { job, checks, startedAt }: Running, everyMs: number): boolean {
  const waitedMs = checks * everyMs
  if (!seat.isReady) return waitedMs >= startMs
  const now = threadTime(seat.thread)
  if (now === null || startedAt === null) return waitedMs >= job.limitMs
  return now - startedAt >= job.limitMs || waitedMs >= job.limitMs * waitFactor
}

function spawn(options: PoolOptions): Worker {
  const { heapMegabytes: maxOldGenerationSizeMb = usualHeapMegabytes } = options
  const settings = {
    workerData: { trustedAuthServIds: options.trustedAuthServIds } satisfies WorkerOptions,
    resourceLimits: { maxOldGenerationSizeMb, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 },
  }
  return startThread('mimeWorker', import.meta.url, settings)
}
