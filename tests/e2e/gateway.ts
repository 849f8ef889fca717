/** Real gateways in processes of their own, on free ports, that a journey may kill and start again. Usually one. */
import { test as base, expect } from '@playwright/test'
import type Mail from 'nodemailer/lib/mailer'
import { names } from '../servers/lab/env'
import { freePort } from '../servers/lab/ports'
import { type GatewayProcess, gatewayProcess } from '../support/gateway/gatewayProcess'
import { openRoundRobin } from '../support/gateway/roundRobin'
import {
  builtCommand,
  endLeases,
  makeDataFolder,
  makePlace,
  onceHeld,
  organize,
  type Place,
  readCaptchas,
  type Settings,
} from './setup'

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

  /** Ends it as soon as a mailbox holds so many messages; answers the subjects of these. */
  killOnceHeld(address: string, least: number): Promise<readonly string[]> {
    return onceHeld({ address, least }, this.env, () => this.kill())
  }

  /** The subjects of all messages of a mailbox. */
  subjects(address: string): Promise<readonly string[]> {
    return onceHeld({ address, least: 0 }, this.env, async () => undefined)
  }

  /** Starts it after a kill, as if a minute had passed: then what was under way goes on. */
  async startLater(): Promise<void> {
    await endLeases(this.env)
    await this.start()
  }

  private readonly added: string[] = []

  async addAccount(address: string, password: string, tier = 'soho', name = ''): Promise<void> {
    await this.place.addAccount({ address, password, tier, name }, this.env)
    this.added.push(address)
  }

  /** `until`: its last day, such as `2027-01-31`. */
  async setTier(address: string, tier: string, until: string): Promise<void> {
    await builtCommand('account', ['tier', address, tier, '--until', until], this.env)
  }

  /** An organization with a domain, and its members, one of whom administers it. */
  async addOrganization(
    code: string,
    domain: string,
    members: readonly string[],
    administrator?: string,
  ): Promise<void> {
    await organize({ code, domain, members, administrator }, this.env)
  }

  /** Makes a member the administrator of its organization. */
  async appoint(code: string, address: string): Promise<void> {
    await builtCommand('organization', ['appoint', code, address], this.env)
  }

  /** As the payer of an order at the test provider. */
  async pay(number: string): Promise<void> {
    await builtCommand('pay', [number], this.env)
  }

  /** As a person who reads the pictures of all captchas. */
  readCaptchas(): Promise<void> {
    return readCaptchas(this.env)
  }

  /** As if nobody had ever been here. Answers false where it cannot, and nothing was done. */
  async clear(): Promise<boolean> {
    const { removeAccount } = this.place
    if (removeAccount === null) return false
    for (const address of this.added.splice(0)) await removeAccount(address, this.env)
    return true
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

type Watch = { readonly stopped: RegExp | null }

/**
 * What the page's policy (decision 35) stops is a fault of the app. `stopped` names what it may stop:
 * Chromium tells of a hostile message's handlers and base while the sanitiser parses them.
 */
const watched = base.extend<Watch>({
  stopped: [null, { option: true }],
  context: async ({ context, stopped }, use) => {
    const violations: string[] = []
    await context.exposeFunction('tellViolation', (violation: string) => violations.push(violation))
    await context.addInitScript(() => {
      if (window !== window.top) return
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
        // Exposed by the test.
        const { tellViolation } = globalThis as unknown as { tellViolation: (violation: string) => void }
        tellViolation(`${document.URL}: ${violatedDirective} ${blockedURI} ${sample}`)
      })
    })
    await use(context)
    expect(violations.filter((it) => stopped?.test(it) !== true)).toEqual([])
  },
})

type Fixtures = { readonly settings: Settings; readonly isKilled: boolean; readonly gateway: TestGateway }
/** The gateway that the worker's last journey has left clean, if there is one. */
type Left = { gateway: TestGateway | null }

/**
 * To each journey its own gateway, as far as it can tell: what the last one left is handed on without its mailboxes, since to start one takes
 * a second. One with settings of its own, or that is killed (`isKilled`), has a process that nobody else has.
 */
export const test = watched.extend<Fixtures, { readonly left: Left }>({
  settings: [{}, { option: true }],
  isKilled: [false, { option: true }],
  left: [
    async ({ browserName: _browser }, use) => {
      const left: Left = { gateway: null }
      await use(left)
      await left.gateway?.end()
    },
    { scope: 'worker' },
  ],
  gateway: async ({ settings, isKilled, left }, use) => {
    const isUsual = !isKilled && Object.keys(settings).length === 0
    const gateway = (isUsual ? left.gateway : null) ?? (await TestGateway.make(settings))
    if (gateway === left.gateway) left.gateway = null
    else await gateway.start()
    await use(gateway)
    if (isUsual && left.gateway === null && (await gateway.clear())) left.gateway = gateway
    else await gateway.end()
  },
  baseURL: async ({ gateway }, use) => {
    await use(gateway.url)
  },
})

/** Whether mail, passwords and rules are kept by servers of their own. */
export const isOverServers = process.env[names.databaseUrl] !== undefined

/** The server whose Authentication-Results a shared gateway believes. */
export const authServer = 'mx.ep.test'

/** One gateway for all journeys of a worker, each with mailboxes of its own: where none ends it, starting it anew shows nothing more. */
export const testOverShared = watched.extend<Record<never, never>, { readonly gateway: TestGateway }>({
  gateway: [
    async ({ browserName: _browser }, use) => {
      const gateway = await TestGateway.make({ AUTH_SERVERS: authServer })
      await gateway.start()
      await use(gateway)
      await gateway.end()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ gateway }, use) => {
    await use(gateway.url)
  },
})

export { expect }
