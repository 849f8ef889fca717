/**
 * The pool of `npm run test:watch`. Vitest ends a worker after each run; here it stays for the next one, with all that it has
 * loaded and compiled: of a screen test that is most of the time.
 */
import { ForksPoolWorker, type PoolOptions, type PoolWorker, type WorkerRequest } from 'vitest/node'

/** Modules of earlier runs stay in memory until their worker ends. */
const mostRuns = 20

type Warm = { readonly worker: ForksPoolWorker; runs: number }
type Listener = (message: unknown) => void

/** By project, between two runs. */
const idle = new Map<string, Warm[]>()

function makeWorker(options: PoolOptions): PoolWorker {
  const { name, config } = options.project
  const listeners: (readonly [event: string, listener: Listener])[] = []
  let warm: Warm = { worker: new ForksPoolWorker(options), runs: 0 }
  const answer = (type: 'started' | 'stopped') => {
    for (const [event, listener] of listeners.slice())
      if (event === 'message') listener({ type, __vitest_worker_response__: true })
  }
  return {
    name: 'warm',
    cacheFs: true,
    deserialize: (data) => data,
    on: (event, listener) => {
      listeners.push([event, listener])
      warm.worker.on(event, listener)
    },
    off: (event, listener) => warm.worker.off(event, listener),
    start: async () => {
      const found = idle.get(name)?.pop()
      if (found === undefined) return warm.worker.start()
      warm = found
    },
    send: (message: WorkerRequest) => {
      // Vitest would take jsdom away at a stop, which modules that stay loaded hold on to.
      if (message.type === 'stop') return answer('stopped')
      if (message.type === 'start' && warm.runs > 0) return answer('started')
      warm.worker.send(message)
    },
    stop: async () => {
      for (const [event, listener] of listeners.splice(0)) warm.worker.off(event, listener)
      warm.runs += 1
      if (config.isolate || warm.runs === mostRuns) return warm.worker.stop()
      idle.set(name, [...(idle.get(name) ?? []), warm])
    },
  }
}

export const warmWorkers = { name: 'warm', createPoolWorker: makeWorker }
