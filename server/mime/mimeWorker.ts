/** The worker thread: does one task at a time and answers; a hang or a crash here is the pool's to end. */
import { parentPort, workerData } from 'node:worker_threads'
import { openSource } from './byteSource'
import { recordOf, unpackedMail } from './mailRecord'
import { findParts, readMail } from './readMail'
import { ownThread } from './threadTime'
import type { WorkerMessage, WorkerOptions, WorkerRequest, WorkerResult, WorkerTask } from './workerMessages'

// The pool starts this file with exactly these options.
const options = workerData as WorkerOptions
const port = parentPort

port?.on('message', ({ id, task }: WorkerRequest) => {
  const result = resultOf(task)
  port.postMessage({ kind: 'answer', id, result } satisfies WorkerMessage, transferable(result))
})

port?.postMessage({ kind: 'ready', thread: ownThread() } satisfies WorkerMessage)

function resultOf(task: WorkerTask): WorkerResult {
  try {
    return done(task)
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
}

function done(task: WorkerTask): WorkerResult {
  if (task.kind === 'record' && task.query.packed) {
    const known = unpackedMail(task.query.packed)
    if (known.readable) return { kind: 'record', record: recordOf(known, task.query.mark) }
  }
  const source = openSource(task.source)
  try {
    if (task.kind === 'parts') return { kind: 'parts', places: findParts(source, task.parts) }
    const mail = readMail(source, options.trustedAuthServIds)
    return task.kind === 'mail' ? { kind: 'mail', mail } : { kind: 'record', record: recordOf(mail, task.query.mark) }
  } finally {
    source.close()
  }
}

/** Bytes that go to the pool without being copied. Those of a shared buffer cannot. */
function transferable(result: WorkerResult): ArrayBuffer[] {
  const bytes = result.kind === 'record' ? [result.record.packed] : []
  return bytes.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  )
}
