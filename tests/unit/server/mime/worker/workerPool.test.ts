/** A worker that dies on a message takes that message with it and nothing else (TRUST R20). */
import { afterEach, expect, it, vi } from 'vitest'
import type { WorkerRequest, WorkerTask } from '#server/mime/worker/workerMessages'
import { openPool, type WorkerPool } from '#server/mime/worker/workerPool'

const started = vi.hoisted(() => ({ count: 0 }))
/** Which thread, by its number, had which task. */
const had = vi.hoisted((): [thread: number, says: string][] => [])
/** What a thread's code takes alone, and what it may keep beside that. */
const { loadedBytes, mayGrowBytes } = vi.hoisted(() => ({ loadedBytes: 80_000_000, mayGrowBytes: 12 * 1024 * 1024 }))

/** Stands for a thread: dies as the bytes say, and answers everything else. */
vi.mock(import('node:worker_threads'), async (original) => {
  const { EventEmitter: Emitter } = await import('node:events')
  class FakeWorker extends Emitter {
    private readonly thread: number
    constructor() {
      super()
      started.count += 1
      this.thread = started.count
      queueMicrotask(() => this.emit('message', { kind: 'ready', thread: null, heldBytes: loadedBytes }))
    }
    postMessage({ id, task }: WorkerRequest) {
      const says = 'source' in task && 'bytes' in task.source ? Buffer.from(task.source.bytes).toString() : ''
      had.push([this.thread, says])
      queueMicrotask(() => {
        if (says === 'throws') this.emit('error', new Error('uncaught'))
        else if (says === 'exits') this.emit('exit', 1)
        else {
          const heldBytes = loadedBytes + mayGrowBytes + (says === 'grows' ? 1 : 0)
          this.emit('message', { kind: 'answer', id, result: { kind: 'parts', places: new Map() }, heldBytes })
        }
      })
    }
    ref() {}
    unref() {}
    terminate() {
      return Promise.resolve(0)
    }
  }
  const module = await original()
  // The pool uses no more of a worker than this.
  return { ...module, Worker: FakeWorker as unknown as typeof module.Worker }
})

const taskOf = (says: string): WorkerTask => ({ kind: 'parts', source: { bytes: Buffer.from(says) }, parts: ['1'] })
const pools: WorkerPool[] = []

function open(workers: number, timeoutMs = 60_000): WorkerPool {
  const pool = openPool({ timeoutMs, workers, trustedAuthServIds: [] })
  pools.push(pool)
  return pool
}

afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())))

it('R20: an uncaught exception or an exit fails one message, and a new worker reads the next', async () => {
  const pool = open(1)
  const run = async (says: string) => (await pool.run(taskOf(says), { owner: 'a' })).kind
  expect(await Promise.all(['well', 'throws', 'well', 'exits', 'well'].map(run))).toEqual([
    'parts',
    'failed',
    'parts',
    'failed',
    'parts',
  ])
  expect(started.count).toBe(3)
})

it('R20: a worker that ends without a word fails its message at once, and not when its time is up', async () => {
  const result = await open(1, 2_000).run(taskOf('exits'), { owner: 'a' })
  expect(result).toEqual({ kind: 'failed', reason: 'the worker ended' })
})

it('S27: a worker whose heap has grown since it loaded answers, and is replaced before the next message', async () => {
  const pool = open(1)
  const before = started.count
  const run = async (says: string) => (await pool.run(taskOf(says), { owner: 'a' })).kind
  expect(await Promise.all(['well', 'grows', 'well', 'well'].map(run))).toEqual(['parts', 'parts', 'parts', 'parts'])
  expect(started.count - before).toBe(2)
})

it('a task goes to a thread that has loaded, rather than to one that was just replaced', async () => {
  const pool = open(2)
  const run = (says: string, owner: string) => pool.run(taskOf(says), { owner })
  await Promise.all([run('well', 'a'), run('well', 'b')])
  const second = started.count
  await Promise.all([run('grows', 'a'), run('next', 'a')])
  expect(had.at(-1)).toEqual([second, 'next'])
})

it('S27: an account with one job is served next but one, however many jobs another account has queued', async () => {
  const pool = open(1)
  const served: string[] = []
  const run = async (owner: string) => {
    await pool.run(taskOf('well'), { owner })
    served.push(owner)
  }
  await Promise.all([...Array.from({ length: 100 }, () => run('a')), run('b'), run('')])
  expect(served).toHaveLength(102)
  // The first is in hand, and the second waited alone, when the others come.
  expect(served.slice(0, 4)).toEqual(['a', 'a', 'b', ''])
})

it('S27: one account never has all workers at once', async () => {
  const pool = open(2)
  const before = started.count
  await Promise.all(Array.from({ length: 10 }, () => pool.run(taskOf('well'), { owner: 'a' })))
  expect(started.count - before).toBe(1)
  await Promise.all(['a', 'b'].map((owner) => pool.run(taskOf('well'), { owner })))
  expect(started.count - before).toBe(2)
})

it('a pool that is closed answers what waits, and what comes later', async () => {
  const pool = open(1)
  const waiting = ['a', 'b', 'a'].map((owner) => pool.run(taskOf('well'), { owner }))
  await pool.close()
  const late = pool.run(taskOf('well'), { owner: 'a' })
  for (const result of await Promise.all([...waiting, late])) expect(result).toMatchObject({ reason: 'closed' })
})
