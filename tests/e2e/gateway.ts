/** Real gateways in processes of their own, on free ports, that a journey may kill and start again. Usually one. */
import { test as base } from '@playwright/test'
import type Mail from 'nodemailer/lib/mailer'
import { freePort } from '../servers/lab/ports'
import { type GatewayProcess, gatewayProcess } from '../support/gatewayProcess'
import { openRoundRobin } from '../support/roundRobin'
import { makeDataFolder, makePlace, type Place, type Settings } from './place'

/** So many behind one address, which take requests in turn: only where their state is in a database that they share. */
const count = Number(process.env.EP_E2E_GATEWAYS ?? 1)

export class TestGateway {
  private constructor(
    readonly url: string,
    private readonly env: NodeJS.ProcessEnv,
    private readonly place: Place,
    private readonly processes: readonly GatewayProcess[],
    private readonly drop: () => Promise<void>,
  ) {}

  static async make(settings: Settings = {}): Promise<TestGateway> {
    const [place, folder] = await Promise.all([makePlace(settings), makeDataFolder()])
    const env = { ...process.env, DEMO: '0', DATA_DIR: folder.path, ...place.settings }
    if (count === 1) {
      const only = gatewayProcess({ ...env, PORT: String(await freePort()) })
      return new TestGateway(only.url, env, place, [only], folder.drop)
    }
    const members = await Promise.all(
      Array.from({ length: count }, async () => {
        const [port, smtpPort, own] = await Promise.all([freePort(), freePort(), makeDataFolder()])
        const ports = { PORT: String(port), SMTP_PORT: String(smtpPort) }
        return { port, own, process: gatewayProcess({ ...env, ...ports, DATA_DIR: own.path }) }
      }),
    )
    const front = await openRoundRobin(members.map(({ port }) => port))
    const drop = async () => {
      await front.close()
      await Promise.all([folder.drop(), ...members.map(({ own }) => own.drop())])
    }
    return new TestGateway(
      front.url,
      env,
      place,
      members.map((it) => it.process),
      drop,
    )
  }

  /** Starts it and waits until it answers. */
  async start(): Promise<void> {
    await Promise.all(this.processes.map((it) => it.start()))
  }

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    await Promise.all(this.processes.map((it) => it.kill()))
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
    await this.drop()
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
