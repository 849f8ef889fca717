/** Where mail lies and how it leaves: in the house's own store, or on a mail server that each person signs in to. */
import type { Config } from '../config/readConfig'
import type { Account, AccountId } from '../core/account'
import type { HandlerDeps } from '../http/handle'
import type { Checkpoint } from '../kit/checkpoint'
import type { Clock } from '../kit/clock'
import { isLoopback } from '../kit/network/loopback'
import type { AttachmentStores } from '../mail/attachments/attachments.store'
import type { MessageFileSource } from '../mail/attachments/fileSource.port'
import { makeFolderLooks } from '../mail/attachments/folderLooks'
import { makeIndexedAttachments, withIndexedArrivals } from '../mail/attachments/indexedAttachments'
import { makeWorkAttachmentIndex } from '../mail/attachments/workAttachmentIndex'
import { makeHandoverConnections } from '../mail/imap/connection/handoverConnections'
import { makeImapLogin } from '../mail/imap/connection/mailLogin'
import { makeImapPool } from '../mail/imap/connection/pool'
import { createImapMailStores } from '../mail/imap/mailStores'
import { makeImapArrivals } from '../mail/imap/newMail/arrivals'
import { makeImapRecaller } from '../mail/imap/recall/recaller'
import type { JobRunnerDeps } from '../mail/jobs/jobRunner'
import type { MailStore, MailStores } from '../mail/mail.store'
import type { MimeReader } from '../mail/mimeReader.port'
import { makeArrivals } from '../mail/newMail/arrivalWatch.memory'
import type { ArrivalWatch } from '../mail/newMail/arrivalWatch.port'
import { readAllAgain } from '../mail/sqlite/arrival/unreadMessages'
import { createAttachmentStores } from '../mail/sqlite/attachments/attachmentPages'
import { enterAllDue } from '../mail/sqlite/attachments/attachmentRows'
import { createEmbeddedMailStores } from '../mail/sqlite/mailStores'
import { createMovedMails } from '../mail/sqlite/movedMails'
import { makeEmbeddedRecaller } from '../mail/sqlite/recaller'
import { createRemovedMailStores } from '../mail/sqlite/removed/removedMails'
import type { MovedMails } from '../organizations/mailboxMoves.store'
import type { Relay } from '../outbox/dispatch/relay.port'
import type { ReceiptFinder } from '../outbox/receipts/readReceipts.store'
import { makeSmtpRelay } from '../outbox/smtp/smtpRelay'
import type { Recaller } from '../recall/recaller.port'
import type { RemovedMailStores } from '../recovery/removedMails.store'
import { withEndingForward } from '../rules/forwarding/mayForward'
import type { RuleStores } from '../rules/rules.store'
import { makeSieveRuleStores } from '../rules/sieve/ruleStores'
import { makeCredentials } from '../session/password/credentials'
import type { MailLogin } from '../session/password/mailLogin.port'
import type { PasswordHasher } from '../session/password/passwordHasher.port'
import { makeProofByHash } from '../session/password/proofByHash'
import { makeProofByMailServer } from '../session/password/proofByMailServer'
import { makeSealer } from '../session/password/sealer.aes'
import type { SignInProof } from '../session/password/signInProof.port'
import { makeSharedCopies } from '../shares/sharedMails.copies'
import { makeSharedMailbox } from '../shares/sharedMails.mailbox'
import type { SharedMails } from '../shares/sharedMails.port'
import { openDkim } from './dkim'
import type { Stores } from './stores'

export type MailDeps = {
  readonly stores: Stores
  /** Where mail is kept here: as they stand now. */
  readonly ownDomains: readonly string[]
  readonly mime: MimeReader
  readonly hasher: PasswordHasher
  readonly clock: Clock
  readonly report: HandlerDeps['report']
  /** In place of asking the mail server. */
  readonly mailLogin?: MailLogin | undefined
  readonly checkpoint?: Checkpoint | undefined
  /** There is long work. */
  readonly wakeJobs: () => void
}

export type Mail = {
  readonly mailStores: MailStores
  readonly arrivals: ArrivalWatch
  readonly sharedMails: SharedMails
  readonly attachmentStores: AttachmentStores
  /** Reads files of a mailbox for their list; null where they are entered as they arrive. */
  readonly workAttachments: NonNullable<JobRunnerDeps['workAttachments']> | null
  /** Null where a mail server keeps the mail. */
  readonly movedMails: MovedMails | null
  /** What was deleted for good; null where a mail server keeps the mail. */
  readonly removedMails: RemovedMailStores | null
  readonly proof: SignInProof
  /** Null where rules are kept nowhere. */
  readonly rules: RuleStores | null
  /** Null where nothing carries mail to others. */
  readonly relay: Relay | null
  /** Null where receipts are read as they arrive. */
  readonly receiptFinder: ReceiptFinder | null
  /** Null where nothing takes mail out of another's mailbox. */
  readonly recaller: Recaller | null
  /** Told of an account that is signed in nowhere any more. */
  readonly signedOut: (id: AccountId) => void
  /** How many connections to the mail server are open; null where there is none. */
  readonly openConnections: (() => number) | null
  /** Domains whose mail the house itself delivers. */
  readonly ownDomains: readonly string[]
  /** Reads messages again that could not be read as they arrived, and enters files of those before. */
  readonly readUnread: (goOn: () => boolean) => Promise<void>
  readonly close: () => Promise<void>
}

/** The domain in whose name the gateway speaks. */
export function mainDomain({ mailDomains }: Config): string {
  return mailDomains[0] ?? 'localhost'
}

/** Under whose name Authentication-Results are believed: our own too, where nobody else brings mail in under it. */
export function believedServers(config: Config): readonly string[] {
  return config.servers === null ? [...config.authServers, mainDomain(config)] : config.authServers
}

export function openMail(config: Config, deps: MailDeps): Mail {
  return config.servers === null ? embeddedMail(config, deps) : serverMail(config, config.servers, deps)
}

function embeddedMail(config: Config, { stores, ownDomains, mime, hasher, clock }: MailDeps): Mail {
  const { db, accounts, fileSpool } = stores
  // `readConfig` lets no database of many gateways stand beside mail in files.
  if (fileSpool === null) throw new Error('Mail that is kept here needs the files of this machine')
  const arrivals = makeArrivals()
  const mailStores = createEmbeddedMailStores({ db, spool: fileSpool, mime, clock, onArrival: arrivals.tell })
  return {
    mailStores,
    arrivals,
    sharedMails: makeSharedMailbox(mailStores),
    attachmentStores: createAttachmentStores(db),
    workAttachments: null,
    movedMails: createMovedMails({ db, spool: fileSpool, mime, clock }),
    removedMails: createRemovedMailStores({ db, spool: fileSpool, mime, clock }),
    proof: makeProofByHash({ accounts, hasher }),
    rules: withEndingForward(stores.rules, clock),
    relay: relayOf(config),
    receiptFinder: null,
    recaller: makeEmbeddedRecaller({ db, spool: fileSpool, accounts, mailStores }),
    signedOut: () => undefined,
    openConnections: null,
    ownDomains,
    readUnread: async (goOn) => {
      await readAllAgain({ db, spool: fileSpool, mime, clock }, goOn)
      await enterAllDue(db, goOn)
    },
    close: async () => undefined,
  }
}

/** The mail server counts its mail alone: a person's files share the room with it. */
function countingFiles(inner: MailStores, files: Stores['files']): MailStores {
  const counting = (account: Account, store: MailStore): MailStore => ({
    ...store,
    quota: async () => {
      const quota = await store.quota()
      return { ...quota, used: quota.used + (await files.bytes(account.id)) }
    },
  })
  return { ...inner, of: (account) => counting(account, inner.of(account)) }
}

/** One look at an account's folders serves the list and the job. */
function indexingOf({ stores, clock, wakeJobs }: MailDeps, fileSource: MessageFileSource) {
  const known = { ...stores, clock, wakeJobs, fileSource }
  return { ...known, folderLooks: makeFolderLooks(known) }
}

function serverMail(config: Config, servers: NonNullable<Config['servers']>, deps: MailDeps): Mail {
  const { stores, mime, clock, report } = deps
  const { accounts, db, sessions, outbox, spool } = stores
  const { admin, defaultTier, imap, sieve, submission } = servers
  const sealer = makeSealer(servers.key)
  const credentials = makeCredentials({ sessions, outbox, sealer, clock })
  const reportImap = ({ what, code }: { readonly what: string; readonly code: string }) =>
    report({ path: `imap ${what}`, name: code, trace: [] })
  const spares = makeHandoverConnections()
  const pool = makeImapPool({ ...imap, credentials, spares, report: reportImap })
  const arrivals = makeImapArrivals({ ...imap, credentials, most: servers.watched, report: reportImap })
  const mailLogin = deps.mailLogin ?? makeImapLogin({ ...imap, spares, report: reportImap })
  const signInOf = async (sender: string) => {
    const [account, password] = [await accounts.byId(sender), await credentials.passwordOf(sender)]
    return account && password !== null ? { user: account.address, password } : null
  }
  const name = mainDomain(config)
  const mailStores = createImapMailStores({ pool, mime, spool, db, clock })
  const indexing = indexingOf(deps, mailStores.fileSource)
  const recaller =
    admin &&
    makeImapRecaller({
      ...{ mime, spool, db, clock, admin },
      server: { ...imap, report: reportImap },
      domains: config.mailDomains,
      ...(deps.checkpoint ? { checkpoint: deps.checkpoint } : {}),
    })
  return {
    mailStores: countingFiles(mailStores, stores.files),
    arrivals: withIndexedArrivals(arrivals, indexing),
    sharedMails: makeSharedCopies({ mailStores, clock, shareCopies: stores.shareCopies }),
    attachmentStores: makeIndexedAttachments(indexing),
    workAttachments: makeWorkAttachmentIndex(indexing),
    movedMails: null,
    removedMails: null,
    proof: makeProofByMailServer({ accounts, mailLogin, sealer, defaultTier }),
    rules: sieve && makeSieveRuleStores({ ...sieve, credentials, folderPath: mailStores.pathOf }),
    relay: submission
      ? makeSmtpRelay({ ...submission, name, signInOf, isOwnMachine: isLoopback(submission.host), silenceMs: 120_000 })
      : relayOf(config),
    receiptFinder: mailStores.receiptFinder,
    // Each person's sign-in opens their own mailbox alone.
    recaller,
    // The mail server knows its own mailboxes: whoever a mail goes to, it goes there.
    ownDomains: [],
    // Nothing that was read is kept here.
    readUnread: async () => undefined,
    signedOut: (id) => {
      arrivals.forget(id)
      mailStores.release(id)
    },
    openConnections: () => pool.openConnections() + arrivals.openConnections() + (recaller?.openConnections() ?? 0),
    close: async () => {
      arrivals.close()
      await pool.close()
      await recaller?.close()
    },
  }
}

function relayOf(config: Config): Relay | null {
  if (config.relay === null) return null
  const { user, password, ...server } = config.relay
  const signIn = user === null ? ('nobody' as const) : { user, password: password ?? '' }
  return makeSmtpRelay({ ...server, dkim: openDkim(config), name: mainDomain(config), signInOf: async () => signIn })
}
