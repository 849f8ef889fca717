/**
 * The pool of `npm run test:watch`. Vitest ends a worker after each run; here it waits for the next one with all that it has loaded
 * and compiled, which takes most of the time of a screen test. The messages are those of Vitest 4.1 (birpc: `q` asks, `s` answers).
 */
import type { ForksPoolWorker, PoolOptions, PoolWorker, TestProject, WorkerRequest } from 'vitest/node'

/** What earlier runs have loaded stays in memory until the worker ends. */
const mostRuns = 20

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether `npm run test:watch` has run this worker before. */
    readonly isWarm?: boolean
  }
}

type Message = { readonly type?: string; readonly error?: unknown; readonly t?: string; readonly i?: string }
type Listener = (message: Message) => void

type Timeouts = {
  readonly testTimeout: number
  readonly hookTimeout: number
  readonly expect: { readonly poll: { readonly timeout: number } }
}

type WarmWorker = {
  readonly fork: ForksPoolWorker
  readonly project: TestProject
  runs: number
  /** Files that have changed while it was idle. */
  readonly changed: Set<string>
  /** Its questions that Vitest has not answered: of what it loads, for the most part. */
  readonly unanswered: Set<string>
  /** Whether its last run ended well, with all loaded that it had begun to load: what is cut off stays missing. */
  isWhole: boolean
}

const canRunAgain = ({ project, runs, unanswered, isWhole }: WarmWorker) =>
  isWhole && unanswered.size === 0 && runs < mostRuns && !project.config.isolate

/**
 * `firstRun`: milliseconds for the first run of a worker, which loads what it tests. Imports Vitest itself only here: builds read
 * the configuration, too.
 */
export async function warmWorkers(firstRun: Timeouts) {
  const { ForksPoolWorker } = await import('vitest/node')
  const idle = new Set<WarmWorker>()
  process.once('exit', () => {
    for (const { fork } of idle) void fork.stop()
  })

  function takeIdle(project: TestProject): WarmWorker | undefined {
    for (const warm of idle) {
      if (warm.project.name !== project.name) continue
      idle.delete(warm)
      // A changed configuration makes another project of the same name.
      if (warm.project === project && canRunAgain(warm)) return warm
      void warm.fork.stop()
    }
    return undefined
  }

  const patient = (config: TestProject['serializedConfig']) => ({
    ...config,
    testTimeout: Math.max(config.testTimeout, firstRun.testTimeout),
    hookTimeout: Math.max(config.hookTimeout, firstRun.hookTimeout),
    expect: { ...config.expect, ...firstRun.expect },
  })

  async function startWorker(options: PoolOptions): Promise<WarmWorker> {
    const fork = new ForksPoolWorker(options)
    const unanswered = new Set<string>()
    const warm: WarmWorker = { fork, project: options.project, runs: 0, changed: new Set(), unanswered, isWhole: false }
    await fork.start()
    fork.on('message', ({ type, error, t, i }: Message) => {
      if (t === 'q' && i !== undefined) unanswered.add(i)
      if (type === 'testfileFinished') warm.isWhole = error === undefined && unanswered.size === 0
    })
    return warm
  }

  function run(warm: WarmWorker, message: WorkerRequest & { readonly type: 'run' }): void {
    const files = message.context.invalidates ?? []
    for (const { changed } of idle) for (const file of files) changed.add(file)
    const isWarm = warm.runs > 0
    const config = isWarm ? warm.project.serializedConfig : patient(warm.project.serializedConfig)
    const providedContext = { ...message.context.providedContext, isWarm }
    const context = { ...message.context, config, providedContext, invalidates: [...files, ...warm.changed] }
    warm.changed.clear()
    warm.isWhole = false
    warm.fork.send({ ...message, context })
  }

  /** One run of a worker. */
  function createPoolWorker(options: PoolOptions): PoolWorker {
    let warm: WarmWorker
    const listeners: (readonly [event: string, listener: Listener])[] = []
    const answer = (type: 'started' | 'stopped') => {
      const message = { type, __vitest_worker_response__: true }
      for (const [event, listener] of [...listeners]) if (event === 'message') listener(message)
    }
    return {
      name: 'warm',
      cacheFs: true,
      deserialize: (data) => data,
      on: (event, listener) => {
        listeners.push([event, listener])
        warm.fork.on(event, listener)
      },
      off: (event, listener) => warm.fork.off(event, listener),
      start: async () => {
        warm = takeIdle(options.project) ?? (await startWorker(options))
      },
      send: (message: WorkerRequest & Message) => {
        if (message.t === 's' && message.i !== undefined) warm.unanswered.delete(message.i)
        if (message.type === 'run') run(warm, message)
        else if (message.type === 'start' && warm.runs > 0) answer('started')
        // Vitest would take jsdom away from the modules that stay.
        else if (message.type === 'stop') answer('stopped')
        else warm.fork.send(message)
      },
      stop: async () => {
        for (const [event, listener] of listeners.splice(0)) warm.fork.off(event, listener)
        warm.runs += 1
        if (canRunAgain(warm)) idle.add(warm)
        else await warm.fork.stop()
      },
    }
  }
  return { name: 'warm', createPoolWorker }
}
