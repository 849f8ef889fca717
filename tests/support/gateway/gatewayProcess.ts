/** A gateway in a process of its own, which may be killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

export type GatewayProcess = {
  readonly url: string
  /** Starts it and waits until it answers. */
  readonly start: () => Promise<void>
  /** Ends it, and whatever it has started, as a power cut would. */
  readonly kill: () => Promise<void>
  /** Ends it as an administrator would. */
  readonly stop: () => Promise<void>
  /** Null where it does not run. */
  readonly pid: () => number | null
  /** All that it has written since its last start, on either stream. */
  readonly said: () => string
}

/** What was built is started at once; the sources serve no app, and need no build. */
const programs = {
  built: ['dist/server/main.js'],
  sources: ['--import', 'tsx', 'server/main.ts'],
}

/** Each leads a process group of its own, which no signal of a terminal reaches. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGKILL')
})

/** `env`: with the `PORT` on which it is to answer. */
export function gatewayProcess(
  env: NodeJS.ProcessEnv & { readonly PORT: string },
  program: keyof typeof programs = 'built',
): GatewayProcess {
  const url = `http://127.0.0.1:${env.PORT}`
  let child: ChildProcess | null = null
  let said = ''
  const end = async (signal: NodeJS.Signals) => {
    const ending = child
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    // Once what it wrote has come, too.
    const ended = new Promise((resolve) => ending.once('close', resolve))
    if (signal === 'SIGKILL' && ending.pid !== undefined) process.kill(-ending.pid, signal)
    else ending.kill(signal)
    await ended
  }
  return {
    url,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    pid: () => (child?.exitCode === null && child.signalCode === null ? (child.pid ?? null) : null),
    said: () => said,
    start: async () => {
      const started = spawn(process.execPath, programs[program], { cwd: root, env, stdio: 'pipe', detached: true })
      running.add(started)
      started.once('close', () => running.delete(started))
      child = started
      said = ''
      for (const stream of [started.stdout, started.stderr]) {
        stream.on('data', (bytes) => {
          said += bytes
        })
      }
      for (let tries = 0; tries < 600; tries += 1) {
        if (started.exitCode !== null) throw new Error(`the gateway ended: ${said}`)
        const answer = await fetch(`${url}/healthz`).catch(() => null)
        if (answer?.ok) return
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`the gateway does not answer: ${said}`)
    },
  }
}
