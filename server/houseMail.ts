/** Where mail lies and how it leaves: in the house's own store, or on a mail server that each person signs in to. */
import { createEmbeddedMailStores } from './adapters/embedded/mailStores'
import { createImapMailStores } from './adapters/imap/imapMailStores'
import { makeImapLogin } from './adapters/imap/login'
import { makeImapPool } from './adapters/imap/pool'
import { makeSpares } from './adapters/imap/spares'
import { makeSmtpRelay } from './adapters/relay/smtpRelay'
import { makeSealer } from './adapters/sealer'
import { makeSieveRuleStores } from './adapters/sieve/ruleStores'
import type { Config } from './config'
import type { AccountId } from './core/account'
import { isLoopback } from './core/loopback'
import type { Stores } from './houseStores'
import type { HandlerParts } from './http/handle'
import type { Clock } from './ports/clock'
import type { MailLogin } from './ports/mailLogin'
import type { MailStores } from './ports/mailStores'
import type { MimeReader } from './ports/mimeReader'
import type { PasswordHasher } from './ports/passwordHasher'
import type { Relay } from './ports/relay'
import type { RuleStores } from './ports/ruleStore'
import type { SignInProof } from './ports/signInProof'
import { makeCredentials } from './services/credentials'
import { makeProofByHash } from './services/proofByHash'
import { makeProofByMailServer } from './services/proofByMailServer'

export type MailParts = {
  readonly stores: Stores
  readonly mime: MimeReader
  readonly hasher: PasswordHasher
  readonly clock: Clock
  readonly report: HandlerParts['report']
  /** In place of asking the mail server. */
  readonly mailLogin?: MailLogin | undefined
}

export type Mail = {
  readonly mailStores: MailStores
  readonly proof: SignInProof
  /** Null where rules are kept nowhere. */
  readonly rules: RuleStores | null
  /** Null where nothing carries mail to others. */
  readonly relay: Relay | null
  /** Told of an account that is signed in nowhere any more. */
  readonly signedOut: (id: AccountId) => void
  /** How many connections to the mail server are open; null where there is none. */
  readonly openConnections: (() => number) | null
  /** Domains whose mail the house itself delivers. */
  readonly ownDomains: readonly string[]
  readonly close: () => Promise<void>
}

/** The domain in whose name the gateway speaks. */
export function mainDomain({ mailDomains }: Config): string {
  return mailDomains[0] ?? 'localhost'
}

export function openMail(config: Config, parts: MailParts): Mail {
  return config.servers === null ? embeddedMail(config, parts) : serverMail(config, config.servers, parts)
}

function embeddedMail(config: Config, { stores, mime, hasher, clock }: MailParts): Mail {
  const { db, accounts, fileSpool } = stores
  // `readConfig` lets no database of many gateways stand beside mail in files.
  if (fileSpool === null) throw new Error('Mail that is kept here needs the files of this machine')
  return {
    mailStores: createEmbeddedMailStores({ db, spool: fileSpool, mime, clock }),
    proof: makeProofByHash({ accounts, hasher }),
    rules: stores.rules,
    relay: relayOf(config),
    signedOut: () => undefined,
    openConnections: null,
    ownDomains: config.mailDomains,
    close: async () => undefined,
  }
}

function serverMail(config: Config, servers: NonNullable<Config['servers']>, parts: MailParts): Mail {
  const { stores, mime, clock, report } = parts
  const { accounts, db, sessions, outbox, spool } = stores
  const { defaultTier, imap, sieve, submission } = servers
  const sealer = makeSealer(servers.key)
  const credentials = makeCredentials({ sessions, outbox, sealer, clock })
  const reportImap = ({ what, code }: { readonly what: string; readonly code: string }) =>
    report({ path: `imap ${what}`, name: code, trace: [] })
  const spares = makeSpares()
  const pool = makeImapPool({ ...imap, credentials, spares, report: reportImap })
  const mailLogin = parts.mailLogin ?? makeImapLogin({ ...imap, spares, report: reportImap })
  const signInOf = async (sender: string) => {
    const [account, password] = [await accounts.byId(sender), await credentials.passwordOf(sender)]
    return account && password !== null ? { user: account.address, password } : null
  }
  const name = mainDomain(config)
  const mailStores = createImapMailStores({ pool, mime, spool, db, clock })
  return {
    mailStores,
    proof: makeProofByMailServer({ accounts, mailLogin, sealer, defaultTier }),
    rules: sieve && makeSieveRuleStores({ ...sieve, credentials, folderPath: mailStores.pathOf }),
    relay: submission
      ? makeSmtpRelay({ ...submission, name, signInOf, isOwnMachine: isLoopback(submission.host), silenceMs: 120_000 })
      : relayOf(config),
    // The mail server knows its own mailboxes: whoever a mail goes to, it goes there.
    ownDomains: [],
    signedOut: mailStores.release,
    openConnections: pool.openConnections,
    close: () => pool.close(),
  }
}

function relayOf(config: Config): Relay | null {
  if (config.relay === null) return null
  const { user, password, ...server } = config.relay
  const signIn = user === null ? ('nobody' as const) : { user, password: password ?? '' }
  return makeSmtpRelay({ ...server, name: mainDomain(config), signInOf: async () => signIn })
}
