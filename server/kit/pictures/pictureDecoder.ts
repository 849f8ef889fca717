/** Decodes pictures in processes of their own (docs/decisions/0081, TRUST S27). */
import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as v from 'valibot'
import { makeKeyedSemaphore } from '../locks/keyedSemaphore'
import { pictureType } from './pictureType'

export type PictureTask = {
  /** `small`: a WebP to look at; `kept`: what is stored in place of the file that came. */
  readonly way: 'small' | 'kept'
  /** The longer side, in pixels: larger ones are made smaller. */
  readonly side: number
  /** Pixels of the file that came, by its header. */
  readonly mostPixels: number
}

/** What goes to the process that decodes. */
export type PictureRequest = PictureTask & { readonly bytes: Uint8Array }

/** Bytes of a picture that it answers. */
const mostAnswered = 8 * 1024 * 1024

/** Whatever a hostile picture made of the process, no other kind comes of it. */
const picture = v.object({
  type: v.picklist(['image/webp', 'image/png', 'image/jpeg']),
  bytes: v.pipe(
    v.instance(Uint8Array),
    v.check(({ length }) => length <= mostAnswered),
  ),
})
const decoded = v.variant('kind', [
  v.object({ kind: v.literal('done'), picture }),
  /** It is broken, has too many pixels, or took too much memory. */
  v.object({ kind: v.literal('broken') }),
  /** It took too long, which says nothing of the picture. */
  v.object({ kind: v.literal('late') }),
])
export type DecodedPicture = v.InferOutput<typeof decoded>

type Ask = (request: PictureRequest) => Promise<DecodedPicture>

/** Pictures that a gateway decodes at once: small ones keep no turn of a photo or logo. */
const atOnce = { small: 2, kept: 1 } as const
/** Milliseconds that a process may take to start. */
const startMs = 30_000
/** Milliseconds between two looks at its memory. */
const lookMs = 50

/**
 * Reads in turn: those that wait take no memory. What is none of `types` by its first bytes is
 * broken. Throws where no process can be started.
 */
export function makePictureDecoder(ask: Ask = makePictureProcesses()) {
  const turns = makeKeyedSemaphore()
  return (
    read: () => Promise<Uint8Array>,
    { types, ...task }: PictureTask & { readonly types: readonly string[] },
  ): Promise<DecodedPicture> =>
    turns(
      task.way,
      async () => atOnce[task.way],
      async () => {
        const bytes = await read()
        return types.includes(pictureType(bytes) ?? '') ? ask({ ...task, bytes }) : { kind: 'broken' }
      },
    )
}

type Limits = {
  readonly limitMs: number
  /** Of its memory, beside what others left in it. */
  readonly mostBytes: number
}

/** Each has one picture at a time; after `restMs` without any it gives its memory back. */
export function makePictureProcesses({
  program = ownProgram(),
  limitMs = 15_000,
  mostBytes = 640 * 1024 * 1024,
  restMs = 30_000,
  /** One that has more left of what it decoded does not take another. */
  restBytes = 200 * 1024 * 1024,
} = {}): Ask {
  const resting = new Map<ChildProcess, NodeJS.Timeout>()
  const rested = (): ChildProcess | null => {
    for (const [child, timer] of resting) {
      clearTimeout(timer)
      resting.delete(child)
      if (child.connected && !child.killed) return held(child, 'ref')
    }
    return null
  }
  const rest = (child: ChildProcess) => {
    held(child, 'unref')
    const stop = () => {
      resting.delete(child)
      child.kill('SIGKILL')
    }
    resting.set(child, setTimeout(stop, restMs).unref())
  }
  return async (request) => {
    const child = rested() ?? (await started(program))
    const result = await answerOf(child, request, { limitMs, mostBytes })
    if (!child.connected || child.killed) return result
    if (memoryOf(child) > restBytes) child.kill('SIGKILL')
    else rest(child)
    return result
  }
}

/** The one that all pictures of this process go through. */
export const decodePicture = makePictureDecoder()

/** Whether this process waits for it before it ends. */
function held(child: ChildProcess, how: 'ref' | 'unref'): ChildProcess {
  child[how]()
  child.channel?.[how]()
  return child
}

function ownProgram(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  if (import.meta.url.endsWith('.ts')) return join(here, 'pictureProcess.ts')
  const beside = join(here, 'pictureProcess.js')
  // The build may put this module into a folder of shared chunks, one below the program.
  return existsSync(beside) ? beside : join(here, '..', 'pictureProcess.js')
}

const silent = ['ignore', 'ignore', 'ignore'] as const

/** How the allocator gives memory back (mallopt(3)): of the environment it gets no more. */
const ownEnvironment = (): NodeJS.ProcessEnv => {
  const { MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_ } = process.env
  return { MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_ }
}

/** It gets nothing of the gateway's environment with its keys. */
async function started(program: string): Promise<ChildProcess> {
  const isSource = program.endsWith('.ts')
  const loader = isSource ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] : []
  const settings: ForkOptions = {
    env: ownEnvironment(),
    execArgv: loader,
    serialization: 'advanced',
    stdio: [...silent, 'ipc'],
  }
  const child = fork(program, [], settings)
  return new Promise((resolve, reject) => {
    const fail = () => {
      clearTimeout(timer)
      child.kill('SIGKILL')
      reject(new Error('The process for pictures does not start'))
    }
    const timer = setTimeout(fail, startMs)
    child.once('message', () => {
      clearTimeout(timer)
      child.off('exit', fail)
      child.off('error', fail)
      resolve(child)
    })
    child.once('exit', fail)
    // The system starts no more processes: there is no end to wait for.
    child.once('error', fail)
    // Of a process that cannot be signalled or written to, its end tells.
    child.on('error', () => undefined)
  })
}

/** Of these a picture can be the cause; any other was sent by a person or the system. */
const faults: ReadonlySet<unknown> = new Set<NodeJS.Signals>(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGABRT'])

function answerOf(
  child: ChildProcess,
  request: PictureRequest,
  { limitMs, mostBytes }: Limits,
): Promise<DecodedPicture> {
  const before = memoryOf(child)
  return new Promise((resolve) => {
    const end = (result: DecodedPicture, isOver = false) => {
      clearTimeout(timer)
      clearInterval(watch)
      child.off('message', answered)
      child.off('exit', ended)
      if (isOver) child.kill('SIGKILL')
      resolve(result)
    }
    const answered = (answer: unknown) => {
      const read = v.safeParse(decoded, answer)
      end(read.success ? read.output : { kind: 'broken' }, !read.success)
    }
    const ended = (code: number | null, signal: NodeJS.Signals | null) =>
      end({ kind: faults.has(signal) || (signal === null && code !== 0) ? 'broken' : 'late' }, true)
    const timer = setTimeout(() => end({ kind: 'late' }, true), limitMs)
    const watch = setInterval(() => {
      if (memoryOf(child) - before > mostBytes) end({ kind: 'broken' }, true)
    }, lookMs)
    child.on('message', answered)
    child.on('exit', ended)
    child.send(request, () => undefined)
  })
}

/** Bytes of memory that a process takes; 0 where the kernel does not tell (proc_pid_status(5)). */
function memoryOf({ pid }: ChildProcess): number {
  try {
    return 1_024 * Number(/^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
