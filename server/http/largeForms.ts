/**
 * Forms that are too large for many of them to be in memory at once (TRUST S27, decision 42). Each
 * comes into a file, so that a slow network holds nothing else, and waits there for room in turn.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { limits } from '../../src/contract/limits'
import { Refusal } from '../core/refusal'
import { makeFairQueue } from '../kit/locks/fairQueue'
import { makeKeyedSemaphore } from '../kit/locks/keyedSemaphore'
import type { RawForm } from './binding'
import { FormTooLarge, readFormBody } from './form'

export type LargeFormOptions = {
  /** Where they lie on their way; the system's own folder for such files by default. */
  readonly folder?: string
  /** Bytes, still encoded, of forms that are read and answered at once. */
  readonly mostInHand?: number
  /** Milliseconds for which a whole form waits before it is refused. */
  readonly waitMs?: number
  /** Frees what answered forms have left on the heap. */
  readonly collect?: () => void
  /** What an error of the file system means to whoever asks. */
  readonly errorOf?: (error: unknown) => unknown
}

/** Answers `work`. Throws `FormTooLarge`, and `Refusal('tooManyTries')` after too long a wait. */
export type LargeForms = <T>(
  body: Readable,
  limits: { readonly owner: string; readonly mostBytes: number },
  work: (form: RawForm) => Promise<T>,
) => Promise<T>

type Waiting = { readonly bytes: number; readonly start: () => void; isOver: boolean }

/** Forms of one account that come or wait at once: further ones are not read yet. */
const mostOfOne = 4
const usualWaitMs = 60_000
/** Seconds after which whoever was refused may ask again. */
const retryAfter = 10
/** Bytes of answered forms after which the heap is collected: V8 waits for several times more. */
const collectedBytes = 8 * 1024 * 1024

export function makeLargeForms(options: LargeFormOptions = {}): LargeForms {
  const { folder = tmpdir(), collect = collectHeap, errorOf = (error: unknown) => error } = options
  const inOrder = makeKeyedSemaphore()
  const turns = makeTurns(options)
  let answeredBytes = 0
  const finish = (bytes: number) => {
    answeredBytes += bytes
    // The frames that held the form are gone with the next turn of the loop.
    setImmediate(() => {
      if (answeredBytes >= collectedBytes) {
        answeredBytes = 0
        collect()
      }
      turns.giveBack(bytes)
    })
  }
  return (body, { owner, mostBytes }, work) =>
    inOrder(
      owner,
      async () => mostOfOne,
      async () => {
        const file = await intoFile(folder, body, mostBytes).catch((error: unknown) => {
          throw errorOf(error)
        })
        try {
          await turns.take(owner, file.size)
        } catch (error) {
          await file.close()
          throw error
        }
        try {
          const read = readFormBody(file.read(), { bytes: mostBytes, fields: limits.formFields })
          return await work(await read.finally(file.close))
        } finally {
          finish(file.size)
        }
      },
    )
}

/** Room for so many bytes. Nobody overtakes whose turn it is: a large form would wait for ever. */
export function makeTurns({ mostInHand = limits.textFormBytes, waitMs = usualWaitMs }: LargeFormOptions) {
  const queue = makeFairQueue<Waiting>()
  let inHand = 0
  let first: Waiting | null = null
  const pump = () => {
    for (;;) {
      first ??= queue.take(() => true)?.job ?? null
      if (first === null) return
      if (!first.isOver) {
        // One that is larger than all the room has it alone.
        if (inHand > 0 && inHand + first.bytes > mostInHand) return
        inHand += first.bytes
        first.start()
      }
      first = null
    }
  }
  return {
    take: (owner: string, bytes: number) =>
      new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.isOver = true
          reject(new Refusal('tooManyTries', { payload: { retryAfter } }))
        }, waitMs)
        const start = () => {
          clearTimeout(timer)
          resolve()
        }
        const waiting: Waiting = { bytes, start, isOver: false }
        queue.push(owner, waiting)
        pump()
      }),
    giveBack: (bytes: number) => {
      inHand -= bytes
      pump()
    },
  }
}

/** A file without a name: it is gone with its handle, however this process ends. */
async function intoFile(folder: string, body: Readable, mostBytes: number) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `form-${randomBytes(16).toString('hex')}`)
  const handle = await open(path, 'wx+', 0o600)
  try {
    await unlink(path)
    let size = 0
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > mostBytes) throw new FormTooLarge()
      await handle.writeFile(chunk)
    }
    return {
      size,
      read: () => handle.createReadStream({ start: 0, autoClose: false }),
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

let collectMajor: ((options: { readonly type: 'major' }) => void) | null = null

/** No API of Node starts a collection; V8's own function needs no flag of the command line. */
function collectHeap(): void {
  if (collectMajor === null) {
    setFlagsFromString('--expose-gc')
    collectMajor = runInNewContext('gc')
  }
  collectMajor?.({ type: 'major' })
}
