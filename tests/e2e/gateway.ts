/** A real gateway in a process of its own, on free ports and in a folder of its own, that a journey may kill and start again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { test as base } from '@playwright/test'
import type Mail from 'nodemailer/lib/mailer'
import { freePort } from '../servers/lab/ports'
import { makeDataFolder, makePlace, type Place, root, type Settings } from './place'

export class TestGateway {
  #child: ChildProcess | null = null
  private constructor(
    readonly url: string,
    private readonly env: NodeJS.ProcessEnv,
    private readonly place: Place,
    private readonly dropFolder: () => Promise<void>,
  ) {}

  static async make(settings: Settings = {}): Promise<TestGateway> {
    const [port, folder, place] = await Promise.all([freePort(), makeDataFolder(), makePlace(settings)])
    const env = { ...process.env, DATA_DIR: folder.path, PORT: String(port), DEMO: '0', ...place.settings }
    return new TestGateway(`http://127.0.0.1:${port}`, env, place, folder.drop)
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
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }

  async addAccount(address: string, password: string, tier = 'soho', name = ''): Promise<void> {
    await this.place.addAccount({ address, password, tier, name }, this.env)
  }

  /** Delivers a mail as an ordinary mail program would. */
  async deliver(mail: Mail.Options): Promise<void> {
    await this.place.deliver(mail)
  }

  async end(): Promise<void> {
    await this.kill()
    await this.place.end()
    await this.dropFolder()
  }
}

type Fixtures = { readonly settings: Settings; readonly gateway: TestGateway }

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
