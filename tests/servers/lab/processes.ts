/** Servers as child processes: each in a group of its own, written down for the guard, ended by pid. */
import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Program = {
  readonly command: string
  readonly args: readonly string[]
  /** What the server prints goes to this file. */
  readonly log: string
  readonly stopSignal: 'SIGTERM' | 'SIGINT'
  readonly env?: NodeJS.ProcessEnv
  readonly uid?: number
  readonly gid?: number
}

export type Running = {
  readonly pid: number
  readonly isAlive: () => boolean
  /** Ends it as an administrator would; what does not end within 10 s is killed with its whole group. */
  readonly stop: () => Promise<void>
  /** Ends it as a power cut would. */
  readonly kill: () => Promise<void>
}

const patienceMs = 10_000

function startTimeOf(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // The group is empty.
  }
}

/** `folder`: the lab's, where the guard finds the list. */
export function startProgram(folder: string, program: Program): Running {
  const log = openSync(program.log, 'a')
  const child = spawn(program.command, program.args, {
    // Of a group of its own, so that Ctrl-C reaches the one who stops it in order, and only that one.
    detached: true,
    stdio: ['ignore', log, log],
    cwd: '/',
    env: program.env ?? process.env,
    ...(program.uid === undefined ? {} : { uid: program.uid, gid: program.gid }),
  })
  closeSync(log)
  const { pid } = child
  let ended = pid === undefined
  const end = new Promise<void>((resolve) => {
    const done = () => {
      ended = true
      resolve()
    }
    child.once('exit', done)
    child.once('error', done)
  })
  if (pid === undefined) throw new Error(`${program.command} cannot be run`)
  appendFileSync(join(folder, 'processes'), `${pid} ${startTimeOf(pid)} ${program.stopSignal}\n`)
  const kill = async () => {
    signalGroup(pid, 'SIGKILL')
    await end
  }
  return {
    pid,
    isAlive: () => !ended,
    kill,
    stop: async () => {
      if (ended) return
      child.kill(program.stopSignal)
      const patience = setTimeout(() => signalGroup(pid, 'SIGKILL'), patienceMs)
      await end
      clearTimeout(patience)
      // Children of a master that has gone.
      signalGroup(pid, 'SIGKILL')
    },
  }
}

/** Runs a command to its end; rejects with what it printed. */
export async function runOnce(
  command: string,
  args: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly uid?: number; readonly gid?: number } = {},
): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/', ...options })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes) => {
      said += bytes
    })
  }
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed (${code}): ${said}`)
}

/** The process that cleans up `folder` should this one die; `dismiss` it once nothing is left to clean. */
export function startGuard(folder: string): { readonly dismiss: () => Promise<void> } {
  const guard: ChildProcess = spawn(process.execPath, [fileURLToPath(new URL('guard.mjs', import.meta.url)), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  })
  const end = new Promise<void>((resolve) => guard.once('exit', () => resolve()))
  guard.unref()
  return {
    dismiss: async () => {
      guard.ref()
      guard.stdin?.end()
      await end
    },
  }
}
