/** Configuration → adapters → bindings: the only place that constructs. */
import { mkdirSync } from 'node:fs'
import { makeAccountStore } from './adapters/embedded/accountStore'
import { makeAttemptStore } from './adapters/embedded/attemptStore'
import { makeInboxCursors } from './adapters/embedded/inboxCursors'
import { createEmbeddedMailStores } from './adapters/embedded/mailStores'
import { makeOutboxStore } from './adapters/embedded/outboxStore'
import { placesOf } from './adapters/embedded/places'
import { makeSessionStore } from './adapters/embedded/sessionStore'
import { openSpool } from './adapters/embedded/spool'
import { makeTicketStore } from './adapters/embedded/ticketStore'
import { makeUploadFiles } from './adapters/embedded/uploadFiles'
import { makeUploadStore } from './adapters/embedded/uploadStore'
import { makeImageFetcher } from './adapters/imageFetcher/imageFetcher'
import { makeMessageBuilder } from './adapters/messageBuilder'
import { makePasswordHasher } from './adapters/password'
import { makeSmtpRelay } from './adapters/relay/smtpRelay'
import type { Config } from './config'
import { allBindings, type BindingParts } from './http/bindings'
import { type Handler, type HandlerParts, makeHandler } from './http/handle'
import { openMimeReader } from './mime'
import type { Checkpoint } from './ports/checkpoint'
import type { Clock } from './ports/clock'
import type { ImageFetcher } from './ports/imageFetcher'
import type { Inbound } from './ports/inbound'
import type { MimeReader } from './ports/mimeReader'
import type { PasswordHasher } from './ports/passwordHasher'
import type { Relay } from './ports/relay'
import { makeAuthenticate } from './services/authenticate'
import { makeDeliver } from './services/deliver'
import { type Dispatcher, makeDispatcher } from './services/outbox/dispatcher'
import type { OutboxParts } from './services/outbox/parts'
import { makeProofByHash } from './services/proofByHash'
import { migrate } from './sql/migrate'
import { openDatabase } from './sql/openDatabase'

/** What a test puts in place of the world. */
export type HouseOptions = {
  readonly clock?: Clock
  /** In place of the file in `DATA_DIR`. */
  readonly database?: string
  readonly hasher?: PasswordHasher
  readonly imageFetcher?: ImageFetcher
  readonly mime?: MimeReader
  /** In place of the configured one; null sends nothing outside. */
  readonly relay?: Relay | null
  readonly checkpoint?: Checkpoint
  readonly report?: HandlerParts['report']
}

export type HouseParts = BindingParts & OutboxParts & { readonly hasher: PasswordHasher }

export type House = {
  readonly parts: HouseParts
  readonly handler: Handler
  /** Works the outbox off once it is started. */
  readonly dispatcher: Dispatcher
  /** Takes mail in. */
  readonly inbound: Inbound
  readonly report: HandlerParts['report']
  /** Whether the database answers. */
  readonly isHealthy: () => Promise<boolean>
  /** Removes what has run out: sessions, tries, tickets, uploads that nobody needs, files that a crash left. */
  readonly sweep: () => Promise<void>
  readonly close: () => Promise<void>
}

const day = 24 * 60 * 60 * 1_000
/** Uploads and stray files are left alone this long: a person may come back to what was being written. */
const keptUploadsMs = 30 * day
const keptStraysMs = day

export async function openHouse(config: Config, options: HouseOptions = {}): Promise<House> {
  const { clock = { now: Date.now }, report = toErrorLog } = options
  const places = placesOf(config.dataDir)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const db = openDatabase(options.database ?? places.database)
  await migrate(db)
  const mime = options.mime ?? openMimeReader()
  const spool = openSpool({ db, dataDir: config.dataDir })
  const outgoing: OutboxParts = {
    clock,
    spool,
    accounts: makeAccountStore(db),
    outbox: makeOutboxStore(db),
    mailStores: createEmbeddedMailStores({ db, spool, mime, clock }),
    builder: makeMessageBuilder(),
    relay: options.relay === undefined ? relayOf(config) : options.relay,
    report: (name) => report({ path: 'outbox', name, trace: [] }),
    ...(options.checkpoint ? { checkpoint: options.checkpoint } : {}),
  }
  // One process works this database off, so what a dead one had in hand need not wait longer for its lease to end.
  const dispatcher = makeDispatcher(outgoing, { leaseMs: 5_000 })
  const hasher = options.hasher ?? (await makePasswordHasher())
  const parts: HouseParts = {
    ...outgoing,
    attempts: makeAttemptStore(db),
    sessions: makeSessionStore(db),
    tickets: makeTicketStore(db),
    uploads: makeUploadStore(db, makeUploadFiles(places.uploads)),
    hasher,
    proof: makeProofByHash({ accounts: outgoing.accounts, hasher }),
    imageFetcher: options.imageFetcher ?? makeImageFetcher(),
    inboxCursors: makeInboxCursors(db),
    sessionIdleMs: config.sessionIdleMs,
    failures: config.loginFailures,
    domains: config.mailDomains,
    defaultDomain: mainDomain(config),
    canSendOutside: outgoing.relay !== null,
    site: { brand: config.brand, domains: config.mailDomains, canSendOutside: outgoing.relay !== null },
    wake: dispatcher.wake,
  }
  return {
    parts,
    report,
    dispatcher,
    inbound: makeDeliver(parts),
    handler: makeHandler({ bindings: allBindings(parts), authenticate: makeAuthenticate(parts), report }),
    isHealthy: () =>
      parts.accounts.byAddress('').then(
        () => true,
        () => false,
      ),
    sweep: async () => {
      const now = clock.now()
      await parts.sessions.sweep(now)
      await parts.tickets.sweep(now)
      await parts.attempts.sweep(now - day)
      await parts.uploads.sweep(now - keptUploadsMs)
      await spool.sweep(now - keptStraysMs)
    },
    close: async () => {
      await dispatcher.stop()
      await mime.close()
      await db.destroy()
    },
  }
}

/** The domain in whose name the gateway speaks. */
export function mainDomain({ mailDomains }: Config): string {
  return mailDomains[0] ?? 'localhost'
}

function relayOf(config: Config): Relay | null {
  if (config.relay === null) return null
  const { user, password, ...server } = config.relay
  const signIn = user === null ? ('nobody' as const) : { user, password: password ?? '' }
  return makeSmtpRelay({ ...server, name: mainDomain(config), signInOf: async () => signIn })
}

function toErrorLog(bug: { readonly path: string; readonly name: string; readonly trace: readonly string[] }): void {
  console.error(JSON.stringify({ level: 'error', ...bug }))
}
