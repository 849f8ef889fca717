/** A gateway in a process of its own that one account and one sender may ill-treat, over its real sockets. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openMailbox, signIn } from '../../bench/fullMailbox'
import { freePort } from '../../servers/lab/ports'
import { gatewayProcess } from '../gateway/gatewayProcess'
import { removeFolder } from '../removeFolder'
import { type Canary, openCanary } from './canary'

type Values = Readonly<Record<string, string | readonly string[]>>
export type Reply = { readonly status: number; readonly json: Readonly<Record<string, unknown>> }

export type Target = {
  readonly canary: Canary
  readonly post: (path: string, values: Values) => Promise<Reply>
  /** A form that is no form of ours, as it stands. */
  readonly postBytes: (path: string, body: Uint8Array<ArrayBuffer>, type?: string) => Promise<Reply>
  readonly get: (path: string, values?: Values) => Promise<Reply>
  /** Sends a message as it stands, dots and all, over SMTP; answers the last line that the gateway said. */
  readonly smtp: (message: Buffer) => Promise<string>
  /** Uploads a file to be imported, has it imported and waits until that has ended; answers the job. */
  readonly importFile: (name: string, bytes: Buffer) => Promise<unknown>
  /** Ids of the newest mails of a folder. */
  readonly ids: (folder: string, count: number) => Promise<readonly string[]>
  /** All that the process has written. */
  readonly said: () => string
  readonly close: () => Promise<void>
}

const form = 'application/x-www-form-urlencoded'
const partBytes = 1024 * 1024

type TargetOptions = {
  /** They lie in the inbox of its one account. */
  readonly mails: number
  /** As `Filling` has them. */
  readonly since?: number
  readonly written?: number
  readonly program?: 'sources' | 'built'
}

export async function openTarget({ program = 'sources', ...filling }: TargetOptions): Promise<Target> {
  const folder = await mkdtemp(join(tmpdir(), 'ep-mail-canary-'))
  const drop = () => removeFolder(folder)
  const [port, smtpPort, metricsPort] = [await freePort(), await freePort(), await freePort()]
  const gateway = gatewayProcess(
    {
      PATH: process.env.PATH,
      DATA_DIR: folder,
      DEMO: '0',
      PORT: String(port),
      SMTP_PORT: String(smtpPort),
      METRICS_PORT: String(metricsPort),
      MAIL_DOMAINS: 'ep.test',
      LOG_LEVEL: 'error',
    },
    program,
  )
  try {
    await (await openMailbox(folder, { address: signIn.username, ...filling })).close()
    await gateway.start()
  } catch (error) {
    await gateway.kill()
    await drop()
    throw error
  }
  const canary = openCanary({ url: gateway.url, metricsPort, pid: gateway.pid() })
  let token = ''

  const ask = async (path: string, init: RequestInit): Promise<Reply> => {
    const headers = { ...(token && { authorization: `Bearer ${token}` }), ...init.headers }
    const answer = await fetch(`${gateway.url}/webmail/${path}`, { ...init, headers })
    const text = await answer.text()
    const json: unknown = text.startsWith('{') ? JSON.parse(text) : {}
    return { status: answer.status, json: Object(json) }
  }
  const postBytes: Target['postBytes'] = (path, body, type = form) =>
    ask(path, { method: 'POST', headers: { 'content-type': type }, body })
  const post: Target['post'] = (path, values) => postBytes(path, new Uint8Array(Buffer.from(encoded(values))))
  const get: Target['get'] = (path, values = {}) => ask(`${path}?${encoded(values)}`, {})

  const importFile: Target['importFile'] = async (name, bytes) => {
    const begun = await post('jobs/startImportUpload.action', {
      name,
      type: 'message/rfc822',
      size: String(bytes.length),
    })
    const uploadId = String(begun.json.uploadId)
    for (let offset = 0; offset < bytes.length; offset += partBytes)
      await postBytes(
        `writemail/uploadPart.action?${encoded({ uploadId, offset: String(offset) })}`,
        new Uint8Array(bytes.subarray(offset, offset + partBytes)),
        'application/octet-stream',
      )
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await post('writemail/finishUpload.action', { uploadId, sha256 })
    const started = await post('jobs/startImport.action', { folder: 'inbox', uploads: [uploadId] })
    const id = String(Object(started.json.job).id)
    for (;;) {
      const { json } = await get('jobs/mailJobs.action', { id })
      const [job] = Array.isArray(json.jobs) ? json.jobs : []
      if (Object(job).state !== 'running') return job
      await pause(50)
    }
  }

  const signedIn = await post('login/loginService.action', { ...signIn, timezone: 'Asia/Shanghai' })
  token = String(signedIn.json.accessToken)
  return {
    canary,
    post,
    postBytes,
    get,
    importFile,
    smtp: (message) => sendRaw(smtpPort, message),
    ids: async (of, count) => {
      const found: string[] = []
      for (let page = 1; found.length < count; page += 1) {
        const { json } = await post('query/queryfolder2.action', { folder: of, page: String(page), pageSize: '200' })
        const list: readonly unknown[] = Array.isArray(json.list) ? json.list : []
        if (list.length === 0) break
        found.push(...list.map((row) => String(Object(row).id)))
      }
      return found.slice(0, count)
    },
    said: gateway.said,
    close: async () => {
      await canary.close()
      await gateway.kill()
      await drop()
    },
  }
}

function encoded(values: Values): string {
  const pairs = Object.entries(values).flatMap(([key, value]) => [value].flat().map((one) => [key, one]))
  return new URLSearchParams(pairs).toString()
}

/** `message` ends in CR LF; its dots are stuffed already, or not at all. */
async function sendRaw(port: number, message: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let said = ''
  socket.on('data', (bytes) => {
    said += bytes.toString('latin1')
  })
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  /** Waits for one more whole answer. */
  const answer = async (): Promise<string> => {
    for (;;) {
      const end = /^(?:\d{3}-[^\n]*\n)*\d{3} [^\n]*\n/.exec(said)
      if (end !== null) {
        said = said.slice(end[0].length)
        return end[0].trim()
      }
      if (socket.destroyed) return 'closed'
      await Promise.race([once(socket, 'data').catch(() => undefined), closed])
    }
  }
  await answer()
  for (const line of ['EHLO canary.test', 'MAIL FROM:<a@far.test>', `RCPT TO:<${signIn.username}>`, 'DATA']) {
    socket.write(`${line}\r\n`)
    await answer()
  }
  const step = 1024 * 1024
  for (let at = 0; at < message.length && !socket.destroyed; at += step)
    if (!socket.write(message.subarray(at, at + step))) await Promise.race([once(socket, 'drain'), closed])
  socket.write('.\r\n')
  const last = await answer()
  socket.end('QUIT\r\n')
  await closed
  return last
}
