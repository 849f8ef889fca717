/** A real gateway in a process of its own, on free ports and in a folder of its own, that a journey may kill and start again. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test as base } from '@playwright/test'
import nodemailer from 'nodemailer'
import type Mail from 'nodemailer/lib/mailer'

const root = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

export class TestGateway {
  #child: ChildProcess | null = null
  private constructor(
    readonly url: string,
    readonly smtpPort: number,
    private readonly env: NodeJS.ProcessEnv,
    private readonly folder: string,
  ) {}

  static async make(settings: Readonly<Record<string, string>> = {}): Promise<TestGateway> {
    const [port, smtpPort] = [await freePort(), await freePort()]
    const folder = await mkdtemp(join(tmpdir(), 'ep-mail-e2e-'))
    const env = {
      ...process.env,
      DATA_DIR: folder,
      PORT: String(port),
      SMTP_PORT: String(smtpPort),
      DEMO: '0',
      ...settings,
    }
    return new TestGateway(`http://127.0.0.1:${port}`, smtpPort, env, folder)
  }

  /** Starts it and waits until it answers. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ['dist/server/main.js'], { cwd: root, env: this.env, stdio: 'pipe' })
    this.#child = child
    let said = ''
    child.stdout?.on('data', (bytes) => {
      said += bytes
    })
    child.stderr?.on('data', (bytes) => {
      said += bytes
    })
    for (let tries = 0; tries < 200; tries += 1) {
      if (child.exitCode !== null) throw new Error(`the gateway ended: ${said}`)
      const answer = await fetch(`${this.url}/healthz`).catch(() => null)
      if (answer?.ok) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`the gateway does not answer: ${said}`)
  }

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }

  async addAccount(address: string, password: string, tier = 'soho', name = ''): Promise<void> {
    const args = ['server/bin/account.mjs', 'add', address, '--password', password, '--tier', tier]
    await run(process.execPath, name ? [...args, '--name', name] : args, { cwd: root, env: this.env })
  }

  /** Delivers a mail as an ordinary mail program would. */
  async deliver(mail: Mail.Options): Promise<void> {
    const transport = nodemailer.createTransport({
      host: '127.0.0.1',
      port: this.smtpPort,
      secure: false,
      ignoreTLS: true,
    })
    await transport.sendMail(mail)
    transport.close()
  }

  async end(): Promise<void> {
    await this.kill()
    await rm(this.folder, { recursive: true, force: true })
  }
}

type Fixtures = { readonly settings: Readonly<Record<string, string>>; readonly gateway: TestGateway }

export const test = base.extend<Fixtures>({
  settings: [{}, { option: true }],
  gateway: async ({ settings }, use) => {
    const gateway = await TestGateway.make(settings)
    await gateway.start()
    await use(gateway)
    await gateway.end()
  },
  baseURL: async ({ gateway }, use) => {
    await use(gateway.url)
  },
})

export { expect } from '@playwright/test'
