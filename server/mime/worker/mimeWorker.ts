/** The worker thread: does one task at a time and answers; a hang or a crash here is the pool's to end. */
import { getHeapStatistics } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { writeBody } from '../build/writtenBody'
import { previewOf } from '../read/bodies'
import { openSource } from '../read/byteSource'
import { recordOf, unpackedMail } from '../read/mailRecord'
import { findParts, readMail } from '../read/readMail'
import { ownThread } from './threadTime'
import type { WorkerMessage, WorkerOptions, WorkerRequest, WorkerResult, WorkerTask } from './workerMessages'

// The pool starts this file with exactly these options.
const options = workerData as WorkerOptions
const port = parentPort

port?.on('message', ({ id, task }: WorkerRequest) => {
  const result = resultOf(task)
  port.postMessage({ kind: 'answer', id, result, heldBytes: heldBytes() } satisfies WorkerMessage, transferable(result))
})

port?.postMessage({ kind: 'ready', thread: ownThread(), heldBytes: heldBytes() } satisfies WorkerMessage)

function heldBytes(): number {
  const heap = getHeapStatistics()
  return heap.total_heap_size + heap.external_memory
}

function resultOf(task: WorkerTask): WorkerResult {
  try {
    return done(task)
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
}

function done(task: WorkerTask): WorkerResult {
  if (task.kind === 'body') return { kind: 'body', body: writeBody(task.text, task.isPlain) }
  if (task.kind === 'preview') return { kind: 'preview', preview: previewOf(task.said) }
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

/** Memory that goes to the pool without being copied; small buffers share theirs with others. */
function transferable(result: WorkerResult): ArrayBuffer[] {
  const memory = new Set<ArrayBuffer>()
  for (const { buffer } of bytesIn(result)) {
    if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) memory.add(buffer)
  }
  return [...memory]
}

function bytesIn(result: WorkerResult): readonly Uint8Array[] {
  if (result.kind === 'record') return [result.record.packed]
  if (result.kind !== 'body') return []
  const { html, text, embedded } = result.body
  return [...(html === null ? [] : [html.bytes]), text.bytes, ...embedded.map(({ bytes }) => bytes)]
}
