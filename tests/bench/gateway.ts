/** The built gateway in a process of its own, called over its real sockets, whose memory can be asked for. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const startMs = 60_000

type BenchForm = Readonly<Record<string, string | readonly string[]>>

export type BenchGateway = {
  readonly url: string
  readonly pid: number | undefined
  readonly smtpPort: number
  readonly call: (method: 'GET' | 'POST', path: string, form?: BenchForm) => Promise<unknown>
  /** Bytes as they stand, to a call whose other fields are in the address. */
  readonly sendBytes: (
    path: string,
    form: Readonly<Record<string, string>>,
    bytes: Uint8Array<ArrayBuffer>,
  ) => Promise<void>
  readonly signIn: (who: { readonly username: string; readonly password: string }) => Promise<void>
  /** Most megabytes that the process has held in memory since its start; null where the system does not say. */
  readonly peakMegabytes: () => Promise<number | null>
  readonly close: () => Promise<void>
}

/** `settings`: beyond a free port and no demo, in the words of the gateway's configuration. */
export async function startGateway(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchGateway> {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      SMTP_PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'error',
      ...settings,
    },
  })
  const { url, smtpPort } = await announced(child)
  let token = ''

  const call: BenchGateway['call'] = async (method, path, form = {}) => {
    const pairs = Object.entries(form).flatMap(([name, value]) => [value].flat().map((one) => [name, one]))
    const text = new URLSearchParams(pairs).toString()
    const answer = await fetch(`${url}/webmail/${path}${method === 'GET' && text ? `?${text}` : ''}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(method === 'POST' ? { body: text } : {}),
    })
    const said: unknown = await answer.json()
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${JSON.stringify(said)}`)
    return said
  }

  return {
    url,
    pid: child.pid,
    smtpPort,
    call,
    sendBytes: async (path, form, body) => {
      const answer = await fetch(`${url}/webmail/${path}?${new URLSearchParams(form)}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
        body,
      })
      if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`)
      await answer.arrayBuffer()
    },
    signIn: async (who) => {
      const said = await call('POST', 'login/loginService.action', { ...who, timezone: 'Asia/Shanghai' })
      token = String(Object(said).accessToken)
    },
    peakMegabytes: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
      const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]
      return kibibytes === undefined ? null : (Number(kibibytes) * 1_024) / 1e6
    },
    close: async () => {
      if (child.exitCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Waits until both ports are said. */
async function announced(child: ChildProcess): Promise<{ readonly url: string; readonly smtpPort: number }> {
  const found = new Promise<{ url: string; smtpPort: number }>((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (bytes) => {
      said += bytes
      const url = /is at (http:\S+)/.exec(said)?.[1]
      const port = /taken in at \S+:(\d+)/.exec(said)?.[1]
      if (url !== undefined && port !== undefined) resolve({ url, smtpPort: Number(port) })
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The gateway ended with ${code}: ${said}`)))
  })
  const isUp = new AbortController()
  const late = pause(startMs, null, { ref: false, signal: isUp.signal }).then(() => {
    child.kill('SIGKILL')
    throw new Error('The gateway does not start')
  })
  // Once it is up, nothing is late any more.
  late.catch(() => undefined)
  return Promise.race([found, late]).finally(() => isUp.abort())
}
