/** Configuration → adapters → bindings: with houseStores.ts, houseMail.ts and houseViews.ts the only place that constructs. */
import { paintCaptcha } from './adapters/captcha/paintCaptcha'
import type { OrphanReport } from './adapters/embedded/lostFiles'
import { makeImageFetcher } from './adapters/imageFetcher/imageFetcher'
import { makeOneClick } from './adapters/imageFetcher/oneClick'
import { makeMessageBuilder } from './adapters/messageBuilder'
import { makePasswordHasher } from './adapters/password'
import { makeSignedSms } from './adapters/signedSms'
import type { Config } from './config'
import { alongside, leasesOf } from './houseBackground'
import { openCities } from './houseCities'
import { believedServers, mainDomain, openMail } from './houseMail'
import { openStores, type StoreOptions, type Stores } from './houseStores'
import { sweep } from './houseSweep'
import { openViews } from './houseViews'
import { allBindings, type BindingParts } from './http/bindings'
import { type Handler, type HandlerParts, makeHandler } from './http/handle'
import { openMimeReader } from './mime'
import type { CaptchaPainter } from './ports/captchaPainter'
import type { Checkpoint } from './ports/checkpoint'
import type { CityFinder } from './ports/cityFinder'
import type { Clock } from './ports/clock'
import type { ImageFetcher } from './ports/imageFetcher'
import type { Inbound } from './ports/inbound'
import type { MailLogin } from './ports/mailLogin'
import type { MimeReader } from './ports/mimeReader'
import type { OneClick } from './ports/oneClick'
import type { OutboxStore } from './ports/outboxStore'
import type { ViewCounter } from './ports/pageViews'
import type { PasswordHasher } from './ports/passwordHasher'
import type { Relay } from './ports/relay'
import type { ReplyLog } from './ports/replyLog'
import type { RuleStores } from './ports/ruleStore'
import { makeAuthenticate } from './services/authenticate'
import { makeDeliver } from './services/deliver'
import { endSession } from './services/endAccess'
import { makeJobRunner } from './services/jobs/jobRunner'
import { endingStreams } from './services/news/endingStreams'
import { makeNews } from './services/news/watchNews'
import { type Dispatcher, makeDispatcher } from './services/outbox/dispatcher'
import { withOutboxViews } from './services/outbox/outboxViews'
import type { OutboxParts } from './services/outbox/parts'
import { withSeparateMarks } from './services/outbox/separateMarks'
import { withRecallMarks } from './services/recall/recallMarks'
import { makeWorkRecall } from './services/recall/workRecall'
import { withReceipts } from './services/receipts/arrivedReceipts'
import { withRecoveryViews } from './services/recovery/recoveryViews'
import { makeArrive } from './services/rules/arrive'

/** What a test puts in place of the world. */
export type HouseOptions = StoreOptions & {
  readonly clock?: Clock
  readonly hasher?: PasswordHasher
  readonly imageFetcher?: ImageFetcher
  readonly oneClick?: OneClick
  readonly paintCaptcha?: CaptchaPainter
  readonly mailLogin?: MailLogin
  readonly mime?: MimeReader
  /** In place of the configured one; null sends nothing outside. */
  readonly relay?: Relay | null
  readonly cities?: CityFinder
  readonly checkpoint?: Checkpoint
  readonly report?: HandlerParts['report']
  /** Stands between the dispatcher and its journal: counts what comes of sends. */
  readonly watchOutbox?: (outbox: OutboxStore) => OutboxStore
}

export type HouseParts = BindingParts &
  OutboxParts &
  Pick<Stores, 'db'> & {
    readonly hasher: PasswordHasher
    readonly replyLog: ReplyLog
    readonly viewCounter: ViewCounter
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
  /** Whether the disk has room, and whether the database answers. */
  readonly hasRoom: () => Promise<boolean>
  readonly isHealthy: () => Promise<boolean>
  /** Removes what has run out; what it did with files that nothing refers to, null in the first hour. */
  readonly sweep: () => Promise<OrphanReport | null>
  /** What the outbox has in hand is waited for, `withinMs` at the most when that is given, and then given back. */
  readonly close: (withinMs?: number) => Promise<void>
}

export async function openHouse(config: Config, options: HouseOptions = {}): Promise<House> {
  const { clock = { now: Date.now }, report = toErrorLog, cities = openCities(config.geoipFile) } = options
  const openedAt = clock.now()
  const stores = await openStores(config, clock, options)
  const mime = options.mime ?? openMimeReader({ trustedAuthServIds: believedServers(config) })
  const hasher = options.hasher ?? (await makePasswordHasher())
  const mail = openMail(config, {
    stores,
    mime,
    hasher,
    clock,
    report,
    mailLogin: options.mailLogin,
    checkpoint: options.checkpoint,
  })
  const relay = options.relay === undefined ? mail.relay : options.relay
  const canSendOutside = relay !== null
  const recovery = { removedMails: mail.removedMails, recoveryLog: stores.recoveryLog, clock }
  const waiting = { outbox: stores.outbox, spool: stores.spool, mime, clock }
  const sending = {
    clock,
    spool: stores.spool,
    outbox: options.watchOutbox?.(stores.outbox) ?? stores.outbox,
    mailStores: withRecallMarks(
      withSeparateMarks(withOutboxViews(withRecoveryViews(mail.mailStores, recovery), waiting), stores.outbox),
      stores.recalls,
    ),
    builder: makeMessageBuilder(mime),
    domains: mail.ownDomains,
    canSendOutside,
    wake: () => dispatcher.wake(),
    report: (name: string) => report({ path: 'outbox', name, trace: [] }),
  }
  // Over a mail server, rules are carried out there: nothing arrives through this house.
  const judged =
    mail.rules !== null && config.servers === null
      ? {
          arrive: withReceipts(makeArrive({ ...sending, mime, rules: mail.rules, replyLog: stores.replyLog }), {
            ...{ ...sending, mime, readReceipts: stores.readReceipts },
          }),
        }
      : {}
  const outgoing: OutboxParts = {
    ...sending,
    ...judged,
    accounts: stores.accounts,
    ...{ relay, authServer: config.servers === null ? mainDomain(config) : null },
    ...(options.checkpoint ? { checkpoint: options.checkpoint } : {}),
  }
  const dispatcher: Dispatcher = makeDispatcher(outgoing, leasesOf(config))
  const jobs = makeJobRunner(
    {
      ...outgoing,
      mailJobs: stores.mailJobs,
      uploads: stores.uploads,
      mime,
      report: (name) => report({ path: 'jobs', name, trace: [] }),
      ...(mail.recaller && {
        workRecall: makeWorkRecall({ ...outgoing, recalls: stores.recalls, recaller: mail.recaller }),
      }),
    },
    leasesOf(config),
  )
  const news = makeNews({ arrivals: mail.arrivals, sessions: stores.sessions, clock })
  const sessions = endingStreams(stores.sessions, news)
  const views = openViews(config, stores.viewCounter, clock, report)
  const parts: HouseParts = {
    ...stores,
    sessions,
    news,
    ...views,
    wakeJobs: jobs.wake,
    ...sending,
    ...outgoing,
    ...recovery,
    hasher,
    rules: mail.rules,
    signedOut: mail.signedOut,
    recaller: mail.recaller,
    receiptFinder: mail.receiptFinder,
    recallDomains: config.mailDomains,
    proof: mail.proof,
    mime,
    imageFetcher: options.imageFetcher ?? makeImageFetcher(),
    oneClick: options.oneClick ?? makeOneClick(),
    paintCaptcha: options.paintCaptcha ?? paintCaptcha,
    cities,
    sms: makeSignedSms(config.sms),
    sessionIdleMs: config.sessionIdleMs,
    failures: config.loginFailures,
    captchaAfter: config.captchaAfter,
    defaultDomain: mainDomain(config),
    site: { brand: config.brand, domains: config.mailDomains, canSendOutside, keepsRules: mail.rules !== null },
  }
  return {
    parts,
    report,
    openConnections: mail.openConnections,
    dispatcher: alongside(dispatcher, jobs, mail.readUnread, (name) => report({ path: 'mail', name, trace: [] })),
    inbound: config.servers === null ? makeDeliver(parts) : null,
    handler: makeHandler({
      bindings: allBindings(parts),
      authenticate: makeAuthenticate(parts),
      corsOrigins: config.corsOrigins,
      onSessionEnded: ({ account, tokenHash }) => endSession(parts, { accountId: account.id, tokenHash }),
      report,
    }),
    hasRoom: stores.hasRoom,
    isHealthy: async () => (await parts.accounts.byAddress('').catch(() => undefined)) !== undefined,
    sweep: () => sweep(stores, mail.removedMails, { now: clock.now(), openedAt }),
    close: async (withinMs) => {
      news.close()
      await Promise.all([dispatcher.stop(withinMs), jobs.stop(), views.viewQueue.close(withinMs)])
      await mail.close()
      await mime.close()
      await stores.close()
    },
  }
}

function toErrorLog(bug: { readonly path: string; readonly name: string; readonly trace: readonly string[] }): void {
  console.error(JSON.stringify({ level: 'error', ...bug }))
}
