/** A worker that dies on a message takes that message with it and nothing else (TRUST R20). */
import { afterEach, expect, it, vi } from 'vitest'
import type { WorkerRequest } from '../../../../server/mime/workerMessages'
import { openPool } from '../../../../server/mime/workerPool'

const started = vi.hoisted(() => ({ count: 0 }))

/** Stands for a thread: dies as the bytes say, and answers everything else. */
vi.mock(import('node:worker_threads'), async (original) => {
  const { EventEmitter: Emitter } = await import('node:events')
  class FakeWorker extends Emitter {
    constructor() {
      super()
      started.count += 1
      queueMicrotask(() => this.emit('message', { id: 0, kind: 'ready' }))
    }
    postMessage({ id, source }: WorkerRequest) {
      const says = 'bytes' in source ? Buffer.from(source.bytes).toString() : ''
      queueMicrotask(() => {
        if (says === 'throws') this.emit('error', new Error('uncaught'))
        else if (says === 'exits') this.emit('exit', 1)
        else this.emit('message', { id, kind: 'part', place: null })
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

const pool = openPool({ timeoutMs: 60_000, workers: 1, trustedAuthServIds: [] })
const run = async (says: string) => (await pool.run({ bytes: Buffer.from(says) }, '1')).kind

afterEach(() => pool.close())

it('R20: an uncaught exception or an exit fails one message, and a new worker reads the next', async () => {
  expect(await Promise.all(['well', 'throws', 'well', 'exits', 'well'].map(run))).toEqual([
    'part',
    'failed',
    'part',
    'failed',
    'part',
  ])
  expect(started.count).toBe(3)
})
