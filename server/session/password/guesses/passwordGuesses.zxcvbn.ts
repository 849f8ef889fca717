/**
 * One thread with the lists of common passwords, started at the first question and kept:
 * loading them takes 0.2 s of CPU time, an answer up to 0.1 s.
 */
import type { Worker } from 'node:worker_threads'
import { startThread } from '../../../mime/worker/startThread'
import type { GuessAnswer, GuessQuestion, PasswordGuesses } from './passwordGuesses.port'

type Waiting = { readonly settle: (power: number) => void; readonly fail: (error: Error) => void }

export function openPasswordGuesses(): PasswordGuesses {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let count = 0

  const lose = (lost: Worker, error: Error) => {
    if (worker !== lost) return
    worker = null
    for (const { fail } of waiting.values()) fail(error)
    waiting.clear()
  }
  const start = (): Worker => {
    const started = startThread('guessWorker', import.meta.url, { resourceLimits: { maxOldGenerationSizeMb: 128 } })
    started.on('message', ({ id, power }: GuessAnswer) => {
      waiting.get(id)?.settle(power)
      waiting.delete(id)
      // Nobody waits: it keeps no process alive.
      if (waiting.size === 0) started.unref()
    })
    started.on('error', (error) => lose(started, error))
    started.on('exit', () => lose(started, new Error('The thread for passwords ended')))
    return started
  }
  return {
    powerOf: (password, own) =>
      new Promise((settle, fail) => {
        worker ??= start()
        worker.ref()
        const id = count++
        waiting.set(id, { settle, fail })
        worker.postMessage({ id, password, own } satisfies GuessQuestion)
      }),
    close: async () => {
      await worker?.terminate()
    },
  }
}
