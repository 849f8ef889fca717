/** The worker thread: reads one message at a time and answers; a hang or a crash here is the pool's to end. */
import { parentPort, workerData } from 'node:worker_threads'
import { openSource } from './byteSource'
import { findPart, readMail } from './readMail'
import type { WorkerAnswer, WorkerOptions, WorkerRequest } from './workerMessages'

// The pool starts this file with exactly these options.
const options = workerData as WorkerOptions
const port = parentPort

port?.on('message', (request: WorkerRequest) => {
  port.postMessage(answer(request))
})

port?.postMessage({ id: 0, kind: 'ready' } satisfies WorkerAnswer)

function answer(request: WorkerRequest): WorkerAnswer {
  try {
    const source = openSource(request.source)
    try {
      if (request.part !== null) return { id: request.id, kind: 'part', place: findPart(source, request.part) }
      return { id: request.id, kind: 'mail', mail: readMail(source, options.trustedAuthServIds) }
    } finally {
      source.close()
    }
  } catch (error) {
    return { id: request.id, kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
}
