/** What every part of the IMAP adapter works with. */
import type { ImapFlow, MailboxObject } from 'imapflow'
import type { Account, AccountId } from '../../core/account'
import type { Clock } from '../../kit/clock'
import type { Database } from '../../sql/openDatabase'
import type { MimeReader } from '../mimeReader.port'
import type { Spool } from '../spool/spool.store'

/** `quick` is the line on which a person waits; `slow` (a long search, a large file) may keep its own busy for minutes. */
export type Lane = 'quick' | 'slow'

export type WithMailbox = {
  readonly lane?: Lane
  /** EXAMINE in place of SELECT. */
  readonly readOnly?: boolean
  /** Whether the work may be done a second time on a new connection when the first one broke: true only for what changes nothing. */
  readonly again?: boolean
}

export type ImapPool = {
  /** Runs work on a connection of this account with no particular mailbox selected (LIST, STATUS, CREATE …). */
  readonly use: <T>(
    account: Account,
    work: (client: ImapFlow) => Promise<T>,
    options?: Omit<WithMailbox, 'readOnly'>,
  ) => Promise<T>
  /** Runs work with a mailbox selected. Throws `Refusal('notFound')` where there is no such mailbox. */
  readonly within: <T>(
    account: Account,
    path: string,
    work: (client: ImapFlow, mailbox: MailboxObject) => Promise<T>,
    options?: WithMailbox,
  ) => Promise<T>
  /** Closes what is open in this account's name and at rest, and the rest as soon as its work is done. */
  readonly release: (id: AccountId) => void
  /** Closes what is open in this account's name. */
  readonly forget: (id: AccountId) => void
  /** How many are open now, for whoever watches the gateway. */
  readonly openConnections: () => number
  readonly close: () => Promise<void>
}

export type ImapContext = {
  readonly pool: ImapPool
  readonly mime: MimeReader
  readonly spool: Spool
  readonly db: Database
  readonly clock: Clock
}
