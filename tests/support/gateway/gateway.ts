/** The gateway whole, in memory and without a socket: the product's own rules under a screen test. */
import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { TierId } from '#contract/tiers'
import { type Gateway, type GatewayOptions, openGateway } from '#server/composition/root'
import { type Config, readConfig } from '#server/config/readConfig'
import type { Account } from '#server/core/account'
import type { Incoming, Outgoing } from '#server/http/binding'
import { openPasswordGuesses } from '#server/session/password/guesses/passwordGuesses.zxcvbn'
import type { PasswordHasher } from '#server/session/password/passwordHasher.port'
import { removeFolderNow } from '../removeFolder'
import { migratedDatabase } from '../stores/migratedDatabase'
import { sharedReader } from '../stores/sharedReader'

export type TestGatewayOptions = Omit<GatewayOptions, 'clock' | 'database'> & {
  /** Epoch milliseconds at which the clock stands; it moves only when set. */
  readonly now?: number
  readonly env?: Readonly<Record<string, string>>
  /** A folder of the test's own, kept at the end: for a gateway that is opened again. */
  readonly dataDir?: string
}

export type NewTestAccount = {
  readonly password?: string
  readonly tier?: TierId
  readonly displayName?: string
  readonly dueAt?: number | null
}

export const testPassword = 'Passw0rd!a'

export type TestGateway = Awaited<ReturnType<typeof makeTestGateway>>

export async function makeTestGateway(options: TestGatewayOptions = {}) {
  const folder = options.dataDir ?? mkdtempSync(join(tmpdir(), 'ep-mail-test-'))
  const clock = settableClock(options.now ?? Date.UTC(2026, 10, 21, 1, 30))
  const config: Config = readConfig({ DATA_DIR: folder, DEMO: '0', ...options.env })
  const database = options.dataDir === undefined ? { database: await migratedDatabase() } : {}
  // Who is believed about senders is said to the reader at its start.
  const mime = config.authServers.length === 0 ? { mime: sharedReader() } : {}
  const house: Gateway = await openGateway(config, {
    hasher: quickHasher,
    passwordGuesses,
    ...mime,
    ...options,
    ...database,
    clock,
  })
  const { accounts, hasher, mailStores } = house.parts
  house.dispatcher.start()

  const handle = (incoming: Partial<Incoming> & Pick<Incoming, 'method' | 'path'>): Promise<Outgoing> =>
    house.handler({ query: '', headers: {}, body: null, remoteAddress: '192.0.2.1', ...incoming })

  /** Makes a mailbox with `testPassword`, unless told otherwise. */
  async function account(address: string, wanted: NewTestAccount = {}): Promise<Account> {
    const { password = testPassword, tier = 'soho', displayName = address.split('@')[0] ?? '', dueAt = null } = wanted
    const passwordHash = await hasher.hash(password)
    const made = await accounts.add({ address, displayName, passwordHash, tier, organization: null, dueAt })
    if (!made) throw new Error(`${address} exists already`)
    return made
  }

  /** Puts a message into a folder of a mailbox, as if it had just arrived; answers its id. */
  async function deliver(address: string, raw: string | Uint8Array, into = 'inbox'): Promise<string> {
    const owner = await accounts.byAddress(address)
    if (!owner) throw new Error(`There is no mailbox ${address}`)
    // A Buffer, since jsdom's encoder makes arrays of another realm.
    const bytes = typeof raw === 'string' ? Buffer.from(raw.replaceAll(/\r?\n/g, '\r\n')) : raw
    const source = { kind: 'bytes', bytes } as const
    const kept = { folder: into, source, flags: {}, receivedAt: clock.now(), key: null }
    return (await mailStores.of(owner).append(kept)).id
  }

  return {
    handle,
    fetch: (request: Request): Promise<Response> => overFetch(handle, request),
    account,
    deliver,
    clock,
    config,
    house,
    stores: house.parts,
    /** Waits until every mail that is due has gone. */
    drain: () => house.dispatcher.drain(),
    close: async () => {
      await house.close()
      if (options.dataDir === undefined) removeFolderNow(folder)
    },
  }
}

/** One for all gateways of a test file: its thread takes a while to start. */
const passwordGuesses = { ...openPasswordGuesses(), close: async () => undefined }

/** The real one is slow on purpose; its own tests show it. */
const quickHasher: PasswordHasher = {
  hash: async (password) => createHash('sha256').update(password).digest('hex'),
  verify: async (hash, password) => hash !== null && hash === (await quickHasher.hash(password)),
}

function settableClock(start: number) {
  let instant = start
  return {
    now: () => instant,
    set: (to: number) => {
      instant = to
    },
    advance: (byMs: number) => {
      instant += byMs
    },
  }
}

async function overFetch(handle: (incoming: Incoming) => Promise<Outgoing>, request: Request): Promise<Response> {
  const url = new URL(request.url)
  const body = request.method === 'POST' ? Readable.from([new Uint8Array(await request.arrayBuffer())]) : null
  const {
    status,
    headers,
    body: said,
  } = await handle({
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    headers: Object.fromEntries(request.headers),
    body,
    remoteAddress: '192.0.2.1',
  })
  return new Response(typeof said === 'string' ? said : new Uint8Array(await bytesOf(said)), { status, headers })
}

/** All of a stream. */
export async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(Buffer.from(chunk)))
  await finished(stream)
  return Buffer.concat(chunks)
}
