/** The product over the lab: one gateway or more, as a person's browser reaches them; the lines to the servers may be broken ones. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login } from '../../src/contract/endpoints/session'
import { createClient } from '../../src/lib/http/createClient'
import type { CallGateway } from '../../src/lib/http/outcome'
import { type GatewayProcess, gatewayProcess } from '../support/gatewayProcess'
import { openRoundRobin } from '../support/roundRobin'
import { freshDatabase, labEnv } from './lab/env'
import { type Doors, gatewaySettings } from './lab/gatewaySettings'
import { freePort } from './lab/ports'
import type { LabUser } from './lab/users'

export type Product = {
  readonly gateways: readonly GatewayProcess[]
  /** Calls of someone who has signed in. */
  readonly signIn: (user: LabUser) => Promise<CallGateway>
  readonly close: () => Promise<void>
}

/** `over`: ports in place of the lab's own. */
export async function openProduct(
  options: { readonly gateways?: number; readonly over?: Partial<Doors> } = {},
): Promise<Product> {
  const { gateways: count = 1, over = {} } = options
  const lab = labEnv()
  const folder = await mkdtemp(join(tmpdir(), 'ep-mail-servers-'))
  const settings = gatewaySettings({ ...lab, databaseUrl: await freshDatabase(), ...over })
  const ports: number[] = []
  const gateways: GatewayProcess[] = []
  for (let index = 0; index < count; index += 1) {
    const port = await freePort()
    const own = { PORT: String(port), SMTP_PORT: String(await freePort()), DATA_DIR: join(folder, String(index)) }
    const env = { ...process.env, LOGIN_FAILURES_PER_ADDRESS: '1000', DEMO: '0', ...settings, ...own }
    ports.push(port)
    gateways.push(gatewayProcess(env, 'sources'))
  }
  const end = async () => {
    await Promise.all(gateways.map((it) => it.kill()))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await Promise.all(gateways.map((it) => it.start()))
  } catch (error) {
    await end()
    throw error
  }
  const front = await openRoundRobin(ports)
  return {
    gateways,
    signIn: async ({ address, password }) => {
      let token: string | null = null
      const { call } = createClient({
        baseUrl: front.url,
        getToken: () => token,
        getOrganization: () => null,
        onSessionLost: () => {
          token = null
        },
      })
      const outcome = await call(login, { username: address, password })
      if (!outcome.ok) throw new Error(`${address} cannot sign in: ${outcome.code}`)
      token = `${outcome.value.tokenType} ${outcome.value.accessToken}`
      return call
    },
    close: async () => {
      await front.close()
      await end()
    },
  }
}
