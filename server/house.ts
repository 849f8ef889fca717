/** Configuration → adapters → bindings: with houseStores.ts and houseMail.ts the only place that constructs. */
import { makeImageFetcher } from './adapters/imageFetcher/imageFetcher'
import { makeOneClick } from './adapters/imageFetcher/oneClick'
import { makeMessageBuilder } from './adapters/messageBuilder'
import { makePasswordHasher } from './adapters/password'
import type { Config } from './config'
import { mainDomain, openMail } from './houseMail'
import { openStores, type Stores } from './houseStores'
import { allBindings, type BindingParts } from './http/bindings'
import { type Handler, type HandlerParts, makeHandler } from './http/handle'
import { openMimeReader } from './mime'
import type { Checkpoint } from './ports/checkpoint'
import type { Clock } from './ports/clock'
import type { ImageFetcher } from './ports/imageFetcher'
import type { Inbound } from './ports/inbound'
import type { MailLogin } from './ports/mailLogin'
import type { MimeReader } from './ports/mimeReader'
import type { OneClick } from './ports/oneClick'
import type { OutboxStore } from './ports/outboxStore'
import type { PasswordHasher } from './ports/passwordHasher'
import type { Relay } from './ports/relay'
import type { ReplyLog } from './ports/replyLog'
import type { RuleStores } from './ports/ruleStore'
import { makeAuthenticate } from './services/authenticate'
import { makeDeliver } from './services/deliver'
import { type JobRunner, makeJobRunner } from './services/jobs/jobRunner'
import { type Dispatcher, makeDispatcher } from './services/outbox/dispatcher'
import type { OutboxParts } from './services/outbox/parts'
import { makeArrive } from './services/rules/arrive'

/** What a test puts in place of the world. */
export type HouseOptions = {
  readonly clock?: Clock
  /** In place of the file in `DATA_DIR`. */
  readonly database?: string
  readonly hasher?: PasswordHasher
  readonly imageFetcher?: ImageFetcher
  readonly oneClick?: OneClick
  readonly mailLogin?: MailLogin
  readonly mime?: MimeReader
  /** In place of the configured one; null sends nothing outside. */
  readonly relay?: Relay | null
  readonly checkpoint?: Checkpoint
  readonly report?: HandlerParts['report']
  /** Stands between the dispatcher and its journal: counts what comes of sends. */
  readonly watchOutbox?: (outbox: OutboxStore) => OutboxStore
}

export type HouseParts = BindingParts &
  OutboxParts & {
    readonly hasher: PasswordHasher
    readonly replyLog: ReplyLog
    /** Null where a mail server keeps them and does not say where. */
    readonly rules: RuleStores | null
  }

export type House = {
  readonly parts: HouseParts
  readonly handler: Handler
  /** Works the outbox off once it is started. */
  readonly dispatcher: Dispatcher
  /** Takes mail in; null where a mail server does. */
  readonly inbound: Inbound | null
  readonly report: HandlerParts['report']
  /** How many connections to the mail server are open; null where there is none. */
  readonly openConnections: (() => number) | null
  /** Whether the database answers. */
  readonly isHealthy: () => Promise<boolean>
  /** Removes what has run out: sessions, tries, tickets, uploads that nobody needs, files that a crash left. */
  readonly sweep: () => Promise<void>
  /** What the outbox has in hand is waited for, `withinMs` at the most when that is given, and then given back. */
  readonly close: (withinMs?: number) => Promise<void>
}

const day = 24 * 60 * 60 * 1_000
/** Uploads and stray files are left alone this long: a person may come back to what was being written. */
const keptUploadsMs = 30 * day
const keptStraysMs = day
/** Nobody is answered automatically again before this. */
const keptRepliesMs = 31 * day

/** One process works a file's outbox off, so what a dead one had in hand need not wait longer for its lease to end. */
const aloneMs = { leaseMs: 5_000 }
/** Others may work on the same journal: a lease outlasts a slow moment of the database, and what they leave is looked for. */
const sharedMs = { leaseMs: 15_000, pollMs: 3_000 }

export async function openHouse(config: Config, options: HouseOptions = {}): Promise<House> {
  const { clock = { now: Date.now }, report = toErrorLog } = options
  const stores = await openStores(config, clock, options.database)
  const mime = options.mime ?? openMimeReader()
  const hasher = options.hasher ?? (await makePasswordHasher())
  const mail = openMail(config, { stores, mime, hasher, clock, report, mailLogin: options.mailLogin })
  const relay = options.relay === undefined ? mail.relay : options.relay
  const canSendOutside = relay !== null
  const sending = {
    clock,
    spool: stores.spool,
    outbox: options.watchOutbox?.(stores.outbox) ?? stores.outbox,
    mailStores: mail.mailStores,
    builder: makeMessageBuilder(),
    domains: mail.ownDomains,
    canSendOutside,
    wake: () => dispatcher.wake(),
    report: (name: string) => report({ path: 'outbox', name, trace: [] }),
  }
  // Over a mail server, rules are carried out there: nothing arrives through this house.
  const judged =
    mail.rules !== null && config.servers === null
      ? { arrive: makeArrive({ ...sending, mime, rules: mail.rules, replyLog: stores.replyLog }) }
      : {}
  const outgoing: OutboxParts = {
    ...sending,
    ...judged,
    accounts: stores.accounts,
    relay,
    ...(options.checkpoint ? { checkpoint: options.checkpoint } : {}),
  }
  const dispatcher: Dispatcher = makeDispatcher(outgoing, config.databaseUrl === null ? aloneMs : sharedMs)
  const jobs = makeJobRunner(
    {
      ...outgoing,
      mailJobs: stores.mailJobs,
      report: (name) => report({ path: 'jobs', name, trace: [] }),
    },
    config.databaseUrl === null ? aloneMs : sharedMs,
  )
  const parts: HouseParts = {
    ...stores,
    wakeJobs: jobs.wake,
    ...sending,
    ...outgoing,
    hasher,
    rules: mail.rules,
    signedOut: mail.signedOut,
    proof: mail.proof,
    mime,
    imageFetcher: options.imageFetcher ?? makeImageFetcher(),
    oneClick: options.oneClick ?? makeOneClick(),
    sessionIdleMs: config.sessionIdleMs,
    failures: config.loginFailures,
    defaultDomain: mainDomain(config),
    site: { brand: config.brand, domains: config.mailDomains, canSendOutside },
  }
  return {
    parts,
    report,
    openConnections: mail.openConnections,
    dispatcher: alongside(dispatcher, jobs),
    inbound: config.servers === null ? makeDeliver(parts) : null,
    handler: makeHandler({
      bindings: allBindings(parts),
      authenticate: makeAuthenticate(parts),
      onSessionEnded: ({ tokenHash }) => stores.sessions.close(tokenHash),
      report,
    }),
    isHealthy: () =>
      parts.accounts.byAddress('').then(
        () => true,
        () => false,
      ),
    sweep: () => sweep(stores, clock.now()),
    close: async (withinMs) => {
      await Promise.all([dispatcher.stop(withinMs), jobs.stop()])
      await mail.close()
      await mime.close()
      await stores.db.destroy()
    },
  }
}

/** What works in the background is started and waited for as one. */
function alongside(dispatcher: Dispatcher, jobs: JobRunner): Dispatcher {
  const both = async (one: Promise<void>, other: Promise<void>) => {
    await Promise.all([one, other])
  }
  return {
    wake: dispatcher.wake,
    start: () => {
      dispatcher.start()
      jobs.start()
    },
    drain: () => both(dispatcher.drain(), jobs.drain()),
    stop: (withinMs) => both(dispatcher.stop(withinMs), jobs.stop()),
  }
}

async function sweep(stores: Stores, now: number): Promise<void> {
  const { sessions, tickets, attempts, uploads, mailJobs, replyLog, spool } = stores
  await sessions.sweep(now)
  await tickets.sweep(now)
  await attempts.sweep(now - day)
  await uploads.sweep(now - keptUploadsMs)
  await mailJobs.sweep(now - day)
  await replyLog.sweep(now - keptRepliesMs)
  await spool.sweep(now - keptStraysMs)
}

function toErrorLog(bug: { readonly path: string; readonly name: string; readonly trace: readonly string[] }): void {
  console.error(JSON.stringify({ level: 'error', ...bug }))
}
