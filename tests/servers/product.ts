/** The product over the lab: one gateway or more, as a person's browser reaches them; the lines to the servers may be broken ones. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login } from '../../src/contract/endpoints/session/session'
import { createClient } from '../../src/lib/http/createClient'
import { type Listen, makeListen } from '../../src/lib/http/eventStream'
import type { CallGateway } from '../../src/lib/http/outcome'
import { type GatewayProcess, gatewayProcess } from '../support/gateway/gatewayProcess'
import { openReadyPorts, type ReadyPorts } from '../support/gateway/readyPorts'
import { openRoundRobin } from '../support/gateway/roundRobin'
import { removeFolder } from '../support/removeFolder'
import { freshDatabase, labEnv } from './lab/env'
import { type Doors, gatewaySettings } from './lab/gatewaySettings'
import { freePort } from './lab/ports'
import type { LabUser } from './lab/users'

export type Product = {
  readonly gateways: readonly GatewayProcess[]
  /** Calls of someone who has signed in. */
  readonly signIn: (user: LabUser) => Promise<CallGateway>
  /** The same, with streams of events. */
  readonly enter: (user: LabUser) => Promise<{ readonly call: CallGateway; readonly listen: Listen }>
  /** Whether the balancer hands requests to all of them; where there is none, they are tried in turn. */
  readonly areReady: () => boolean
  readonly close: () => Promise<void>
}

export type Wishes = {
  readonly gateways?: number
  /** Ports in place of the lab's own. */
  readonly over?: Partial<Doors>
  /** Requests go only to gateways that say they are ready, and to no other where one refuses all the same. */
  readonly balanced?: boolean
  readonly settings?: Readonly<Record<string, string>>
}

export async function openProduct(options: Wishes = {}): Promise<Product> {
  const { gateways: count = 1, over = {}, balanced = false } = options
  const lab = labEnv()
  const folder = await mkdtemp(join(tmpdir(), 'ep-mail-servers-'))
  const settings = gatewaySettings({ ...lab, databaseUrl: await freshDatabase(), ...over })
  const ports: number[] = []
  const gateways: GatewayProcess[] = []
  for (let index = 0; index < count; index += 1) {
    const port = await freePort()
    const own = { PORT: String(port), SMTP_PORT: String(await freePort()), DATA_DIR: join(folder, String(index)) }
    const env = {
      ...process.env,
      LOGIN_FAILURES_PER_ADDRESS: '1000',
      DEMO: '0',
      ...settings,
      ...options.settings,
      ...own,
    }
    ports.push(port)
    gateways.push(gatewayProcess(env, 'sources'))
  }
  const end = async () => {
    await Promise.all(gateways.map((it) => it.kill()))
    await removeFolder(folder)
  }
  try {
    await Promise.all(gateways.map((it) => it.start()))
  } catch (error) {
    await end()
    throw error
  }
  const ready = balanced ? await openReadyPorts(ports) : null
  let turn = 0
  // One of those that are ready, so that a request that it refuses is one that was lost.
  const next = (it: ReadyPorts) => () =>
    it
      .now()
      .slice(turn++ % Math.max(1, it.now().length))
      .slice(0, 1)
  const front = await openRoundRobin(ready === null ? ports : next(ready))
  const enter: Product['enter'] = async ({ address, password }) => {
    let token: string | null = null
    const reach = { baseUrl: front.url, getToken: () => token, getOrganization: () => null }
    const { call } = createClient({
      ...reach,
      onSessionLost: () => {
        token = null
      },
    })
    const outcome = await call(login, { username: address, password, stay: true })
    if (!outcome.ok) throw new Error(`${address} cannot sign in: ${outcome.code}`)
    token = `${outcome.value.tokenType} ${outcome.value.accessToken}`
    return { call, listen: makeListen({ ...reach, fetch }) }
  }
  return {
    gateways,
    enter,
    signIn: async (user) => (await enter(user)).call,
    areReady: () => ready === null || ready.now().length === count,
    close: async () => {
      await front.close()
      await ready?.close()
      await end()
    },
  }
}
