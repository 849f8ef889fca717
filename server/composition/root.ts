/** Configuration → adapters → bindings: with stores.ts, mail.ts and pageViews.ts beside it the only place that constructs. */

import { makeFactorGate } from '../administration/policies/factorGate'
import { makeAskedOutside } from '../administration/policies/outside'
import { makeOwnDomains } from '../administration/policies/ownDomains'
import { makeTxtRecords } from '../administration/policies/txtRecords'
import { makeWorkMemberRemoval } from '../administration/workMemberRemoval'
import type { Config } from '../config/readConfig'
import { makeCardWriter } from '../contacts/cards/writtenCard'
import { makeWorkContactImport } from '../contacts/imports/workContactImport'
import type { AccountId } from '../core/account'
import type { OwnerNotes } from '../core/notes/ownerNotes'
import { makeSharedFiles } from '../files/sharedFiles'
import { type Handler, type HandlerDeps, makeHandler } from '../http/handle'
import { makeLargeForms } from '../http/largeForms'
import { makeDeliver } from '../inbound/deliver'
import type { Inbound } from '../inbound/inbound.port'
import { makeTeaching } from '../inbound/learning/teaching'
import { makeRspamd } from '../inbound/mailScanner.http'
import type { MailScanner } from '../inbound/mailScanner.port'
import { type Resolve, systemResolve } from '../inbound/senderChecks/dnsAnswers'
import type { Clock } from '../kit/clock'
import type { OrphanReport } from '../kit/files/lostFiles'
import { makeWorkAccountArchive } from '../leaving/accountArchive'
import { removeClosedAccounts } from '../leaving/closing'
import { makeImageFetcher } from '../mail/images/imageFetcher.http'
import type { ImageFetcher } from '../mail/images/imageFetcher.port'
import { makeOneClick } from '../mail/images/oneClick.http'
import { type JobRunner, makeJobRunner } from '../mail/jobs/jobRunner'
import type { MimeReader } from '../mail/mimeReader.port'
import { endingStreams } from '../mail/newMail/endingStreams'
import { makeNewMailWatch } from '../mail/newMail/watchNewMail'
import type { OneClick } from '../mail/read/oneClick.port'
import { dataPathsOf } from '../mail/spool/dataPaths'
import { withOutboxFolder } from '../mail/virtual/outboxFolder'
import { withRecallMarks } from '../mail/virtual/recallMarks'
import { withRecoveryFolder } from '../mail/virtual/recoveryFolder'
import { withSeparateMarks } from '../mail/virtual/separateMarks'
import type { PaymentProvider } from '../membership/payments/paymentProvider.port'
import { openMimeReader } from '../mime'
import { makeWorkMailboxMove } from '../organizations/workMailboxMove'
import type { DispatchDeps } from '../outbox/dispatch/dispatchDeps'
import { type Dispatcher, makeDispatcher } from '../outbox/dispatch/dispatcher'
import type { Relay } from '../outbox/dispatch/relay.port'
import { putSystemMail } from '../outbox/dispatch/systemMail'
import type { OutboxStore } from '../outbox/outbox.store'
import { withReceipts } from '../outbox/receipts/arrivedReceipts'
import { makeMessageBuilder } from '../outbox/send/messageBuilder.mime'
import type { ViewCounter } from '../pageViews/pageViews.store'
import { makeSignedSms } from '../phone/smsGateway.http'
import { makeTellOwner } from '../protection/ownerNotices'
import { applyNewPasswords } from '../protection/passwordReset'
import { makeAlternateAddress, makePhoneBound, makeSecureMailboxVerified } from '../protection/protection'
import { makeWorkRecall } from '../recall/workRecall'
import { makeArrive } from '../rules/arrival/arrive'
import type { ReplyLog } from '../rules/arrival/replyLog.store'
import { withConfirmedTargets } from '../rules/forwarding/mayForward'
import type { RuleStores } from '../rules/rules.store'
import { makeWorkRules } from '../rules/running/workRuleRun'
import { sieveRuleFile } from '../rules/sieve/readRules'
import { makeAuthenticate } from '../session/authenticate'
import type { CaptchaPainter } from '../session/captcha/captchaPainter.port'
import { paintCaptcha } from '../session/captcha/painter/paintCaptcha'
import { endSession } from '../session/endAccess'
import { passkeySiteOf } from '../session/passkeys/passkeyProof'
import type { PasswordGuesses } from '../session/password/guesses/passwordGuesses.port'
import { openPasswordGuesses } from '../session/password/guesses/passwordGuesses.zxcvbn'
import type { MailLogin } from '../session/password/mailLogin.port'
import { makePasswordHasher } from '../session/password/passwordHasher.argon2'
import type { PasswordHasher } from '../session/password/passwordHasher.port'
import type { CityFinder } from '../session/signIns/cityFinder.port'
import { asProductError } from '../sql/driverErrors'
import { alongside, leasesOf } from './background'
import { openCities } from './cities'
import { believedServers, mainDomain, openMail } from './mail'
import { openViews } from './pageViews'
import { openChannels, openPayments } from './payments'
import { allBindings, type BindingDeps } from './routes'
import { openSealer, openStores, type StoreOptions, type Stores } from './stores'
import { sweep } from './sweep'

/** What a test puts in place of the world. */
export type GatewayOptions = StoreOptions & {
  readonly clock?: Clock
  readonly hasher?: PasswordHasher
  readonly passwordGuesses?: PasswordGuesses
  readonly imageFetcher?: ImageFetcher
  readonly oneClick?: OneClick
  readonly paintCaptcha?: CaptchaPainter
  readonly mailLogin?: MailLogin
  readonly mime?: MimeReader
  /** In place of the configured one; null sends nothing outside. */
  readonly relay?: Relay | null
  readonly cities?: CityFinder
  readonly paymentProviders?: readonly PaymentProvider[]
  readonly resolve?: Resolve
  /** In place of the configured one; null scans nothing. */
  readonly scanner?: MailScanner | null
  /** Told when the scanner does not answer any more, and when it does again. */
  readonly onScannerAway?: (isAway: boolean) => void
  readonly report?: HandlerDeps['report']
  /** Stands between the dispatcher and its journal: counts what comes of sends. */
  readonly watchOutbox?: (outbox: OutboxStore) => OutboxStore
}

export type GatewayDeps = BindingDeps &
  DispatchDeps &
  Pick<Stores, 'archivedRows' | 'db' | 'deleteAccountData' | 'shareCopies' | 'testPayments'> & {
    readonly hasher: PasswordHasher
    readonly replyLog: ReplyLog
    readonly viewCounter: ViewCounter
    /** Null where a mail server keeps them and does not say where. */
    readonly rules: RuleStores | null
  }

export type Gateway = {
  readonly parts: GatewayDeps
  readonly handler: Handler
  /** Works the outbox off once it is started. */
  readonly dispatcher: Dispatcher
  /** Takes mail in; null where a mail server does. */
  readonly inbound: Inbound | null
  /** What judges what is taken in; null where nothing does. */
  readonly scanner: MailScanner | null
  readonly report: HandlerDeps['report']
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

export async function openGateway(config: Config, options: GatewayOptions = {}): Promise<Gateway> {
  const { clock = { now: Date.now }, report = toErrorLog, cities = openCities(config.geoipFile) } = options
  const openedAt = clock.now()
  const stores = await openStores(config, clock, options)
  const sealer = openSealer(config)
  const mime = options.mime ?? openMimeReader({ trustedAuthServIds: believedServers(config) })
  const hasher = options.hasher ?? (await makePasswordHasher())
  const passwordGuesses = options.passwordGuesses ?? openPasswordGuesses()
  const ownDomains = makeOwnDomains(config.mailDomains, stores.domainClaims)
  await ownDomains.refresh()
  const mail = openMail(config, {
    stores,
    ownDomains: ownDomains.list,
    mime,
    hasher,
    clock,
    report,
    mailLogin: options.mailLogin,
    checkpoint: options.checkpoint,
    wakeJobs: () => jobs.wake(),
  })
  const relay = options.relay === undefined ? mail.relay : options.relay
  const canSendOutside = relay !== null
  const recovery = { removedMails: mail.removedMails, recoveryLog: stores.recoveryLog, clock }
  const waiting = { outbox: stores.outbox, spool: stores.spool, mime, clock }
  const sending = {
    clock,
    askedOutside: makeAskedOutside(stores),
    spool: stores.spool,
    outbox: options.watchOutbox?.(stores.outbox) ?? stores.outbox,
    mailStores: withRecallMarks(
      withSeparateMarks(withOutboxFolder(withRecoveryFolder(mail.mailStores, recovery), waiting), stores.outbox),
      stores.recalls,
    ),
    builder: makeMessageBuilder(mime),
    cardWriter: makeCardWriter(stores),
    settings: stores.settings,
    domains: mail.ownDomains,
    canSendOutside,
    wake: () => dispatcher.wake(),
    report: (name: string) => report({ path: 'outbox', name, trace: [] }),
  }
  // Over a mail server, rules are carried out there: nothing arrives through this house.
  const judged =
    mail.rules !== null && config.servers === null
      ? {
          arrive: withReceipts(
            makeArrive({
              ...{ ...sending, mime, rules: mail.rules },
              ...{
                replyLog: stores.replyLog,
                contacts: stores.contacts,
                forwardTargets: stores.forwardTargets,
                policies: stores.policies,
                organizations: stores.organizations,
                checksSenders: config.checkSenders,
              },
            }),
            { ...sending, mime, readReceipts: stores.readReceipts },
          ),
        }
      : {}
  const outgoing: DispatchDeps = {
    ...sending,
    ...judged,
    accounts: stores.accounts,
    ...{ relay, authServer: config.servers === null ? mainDomain(config) : null },
    ...(options.checkpoint ? { checkpoint: options.checkpoint } : {}),
  }
  const dispatcher: Dispatcher = makeDispatcher(outgoing, leasesOf(config))
  const scanner = scannerOf(config, clock, { ...options, report })
  const learn = scanner?.learn ?? null
  const teaching =
    learn &&
    makeTeaching({ ...stores, ...sending, learn, report: (name) => report({ path: 'scanner', name, trace: [] }) })
  const learning = teaching === null ? {} : { teach: teaching.teach }
  const jobs: JobRunner = makeJobRunner(
    {
      ...outgoing,
      ...learning,
      mailJobs: stores.mailJobs,
      uploads: stores.uploads,
      mime,
      report: (name) => report({ path: 'jobs', name, trace: [] }),
      workContacts: makeWorkContactImport({ ...stores, clock }),
      ...(mail.movedMails && {
        workMove: makeWorkMailboxMove({ ...stores, movedMails: mail.movedMails, sealer, clock }),
        workRemoval: makeWorkMemberRemoval({ ...stores, ...sending, movedMails: mail.movedMails }),
      }),
      ...(mail.workAttachments && { workAttachments: mail.workAttachments }),
      workRules: makeWorkRules({ ...stores, ...sending }),
      workArchive: makeWorkAccountArchive({ ...stores, ...sending, rules: mail.rules }),
      ...(mail.recaller && {
        workRecall: makeWorkRecall({ ...outgoing, recalls: stores.recalls, recaller: mail.recaller }),
      }),
    },
    leasesOf(config),
  )
  const channels = await openChannels(config, { ...stores, clock })
  const { recaller } = mail
  const ownerNotes: OwnerNotes = {
    settings: stores.settings,
    // Without a recaller nothing puts a message into a mailbox unasked.
    putMail: async (...note) => {
      if (recaller !== null) await putSystemMail({ ...outgoing, recaller }, ...note)
    },
  }
  const payments = openPayments({
    ...outgoing,
    ...stores,
    ownerNotes,
    report,
    brand: config.brand,
    channels,
    ...(options.paymentProviders && { given: options.paymentProviders }),
  })
  const tellOwner = makeTellOwner({ ...sending, putMail: ownerNotes.putMail })
  const appUrl = config.publicUrl ?? `http://${config.host}:${config.port}`
  const passkeySite = passkeySiteOf(appUrl)
  const news = makeNewMailWatch({ arrivals: mail.arrivals, sessions: stores.sessions, clock })
  const sessions = endingStreams(stores.sessions, news)
  const applyNew = () => applyNewPasswords({ ...stores, sessions, tellOwner, clock })
  const applyDue = () =>
    // Where a new password that is due cannot be written, the one before stays.
    applyNew().catch((error: unknown) =>
      report({ path: 'protection', name: error instanceof Error ? error.name : typeof error, trace: [] }),
    )
  /** An address that agrees after the organization has turned forwarding off agrees to nothing. */
  const mayStillForward = async (id: AccountId) => {
    const account = await stores.accounts.byId(id)
    return account !== null && !(await stores.policies.of(account.organization)).forwardingOff
  }
  const views = openViews(config, stores.viewCounter, clock, report)
  const parts: GatewayDeps = {
    ...stores,
    sessions,
    news,
    ...views,
    wakeJobs: jobs.wake,
    ...learning,
    ...payments.calls,
    ownerNotes,
    sealer,
    ...sending,
    ...outgoing,
    ...recovery,
    hasher,
    passwordGuesses,
    rules:
      mail.rules &&
      withConfirmedTargets(mail.rules, { ...stores, domains: mail.ownDomains, restsWhileOff: config.servers === null }),
    ruleFile: sieveRuleFile,
    knowsContacts: config.servers === null,
    signedOut: mail.signedOut,
    recaller: mail.recaller,
    receiptFinder: mail.receiptFinder,
    recallDomains: config.servers === null ? ownDomains.list : config.mailDomains,
    ownDomains,
    productDomains: config.mailDomains,
    txtRecords: makeTxtRecords(options.resolve ?? systemResolve(config.dnsServers)),
    proof: {
      prove: async (address, password) => {
        await applyDue()
        return mail.proof.prove(address, password)
      },
    },
    mime,
    sharedMails: mail.sharedMails,
    sharedFiles: makeSharedFiles({ files: stores.files, clock }),
    attachmentStores: mail.attachmentStores,
    movedMails: mail.movedMails,
    imageFetcher: options.imageFetcher ?? makeImageFetcher(),
    oneClick: options.oneClick ?? makeOneClick(),
    paintCaptcha: options.paintCaptcha ?? paintCaptcha,
    cities,
    sms: makeSignedSms(config.sms),
    appUrl,
    registration: { mode: config.registration, domains: config.mailDomains },
    alternateAddress: makeAlternateAddress({ ...stores, ...sending, appUrl }),
    welcoming: { putMail: ownerNotes.putMail, brand: payments.calls.payee, appUrl },
    tellOwner,
    passkeySite,
    applyDue,
    phoneBound: makePhoneBound({ ...stores, tellOwner }),
    keepsPasswords: config.servers === null,
    onVerified: {
      forwarding: async (account, address, now) =>
        (await mayStillForward(account)) && stores.forwardTargets.confirm(account, address, now),
      secureMailbox: makeSecureMailboxVerified({ ...stores, tellOwner }),
      // Its page uses the secret up with the new password.
      passwordReset: async () => false,
      stopReset: stores.passwordResets.stop,
    },
    stillAsked: {
      forwarding: async (account, address) =>
        (await mayStillForward(account)) &&
        (await stores.forwardTargets.list(account)).some((it) => it.address === address && !it.isConfirmed),
      secureMailbox: async (account, address) => (await stores.secureMailboxes.find(account)).pending === address,
    },
    fileLimit: config.fileLimit,
    sessionIdleMs: config.sessionIdleMs,
    failures: config.loginFailures,
    captchaAfter: config.captchaAfter,
    defaultDomain: mainDomain(config),
    site: {
      ...{ brand: config.brand, domains: config.mailDomains, canSendOutside },
      keepsRules: mail.rules !== null,
      passkeyOrigin: config.servers === null ? (passkeySite?.origin ?? null) : null,
    },
  }
  return {
    parts,
    report,
    openConnections: mail.openConnections,
    dispatcher: alongside(dispatcher, [jobs, payments.work, ...(teaching ? [teaching] : [])], mail.readUnread, (name) =>
      report({ path: 'mail', name, trace: [] }),
    ),
    inbound: config.servers === null ? makeDeliver(parts) : null,
    scanner,
    handler: makeHandler({
      bindings: allBindings(parts),
      authenticate: makeAuthenticate(parts),
      mayCall: makeFactorGate(parts),
      corsOrigins: config.corsOrigins,
      largeForms: makeLargeForms({ folder: dataPathsOf(config.dataDir).forms, errorOf: asProductError }),
      onSessionEnded: ({ account, tokenHash }) => endSession(parts, { accountId: account.id, tokenHash }),
      report,
    }),
    hasRoom: stores.hasRoom,
    isHealthy: async () => (await parts.accounts.byAddress('').catch(() => undefined)) !== undefined,
    sweep: async () => {
      await applyNew()
      await ownDomains.refresh()
      await removeClosedAccounts({ ...parts, report: (name) => report({ path: 'leaving', name, trace: [] }) })
      return sweep(stores, mail.removedMails, { now: clock.now(), openedAt })
    },
    close: async (withinMs) => {
      news.close()
      await Promise.all([
        ...[dispatcher.stop(withinMs), jobs.stop(), payments.work.stop(), teaching?.stop()],
        views.viewQueue.close(withinMs),
      ])
      await mail.close()
      await mime.close()
      await passwordGuesses.close()
      await stores.close()
    },
  }
}

function scannerOf(
  { scanner }: Config,
  clock: Clock,
  { scanner: given, onScannerAway: onAway, report }: GatewayOptions,
): MailScanner | null {
  if (given !== undefined || scanner === null) return given ?? null
  const onRefused = (status: number) => report?.({ path: 'scanner', name: `ScanRefused${status}`, trace: [] })
  return makeRspamd({ ...scanner, clock, onRefused, ...(onAway && { onAway }) })
}

function toErrorLog(bug: { readonly path: string; readonly name: string; readonly trace: readonly string[] }): void {
  console.error(JSON.stringify({ level: 'error', ...bug }))
}
