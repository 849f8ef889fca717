/**
 * Keeps what was deleted for good out of sight for a while, with the folder, the flags and the dates that it had. A `RemovedMails` is one
 * account's; an id that is absent, another account's or removed before `since` is simply not found.
 */
import type { Readable } from 'node:stream'
import type { Filter, Sort } from '../../src/contract/endpoints/mail/mail'
import type { Account } from '../core/account'
import type { FolderId, MailId, ParsedMail, StoredSummary } from '../core/mail'
import type { PartStream } from '../mail/mail.store'
import type { PartReader } from '../mail/mimeReader.port'

export type RemovedQuery = {
  /** What the person wrote, or what came to them. */
  readonly sent: boolean
  readonly since: number
  readonly page: number
  /** 0 asks for the counts alone. */
  readonly pageSize: number
  /** By date means by when it was removed. */
  readonly sort: Sort
  readonly order: 'asc' | 'desc'
  readonly filter: Filter
}

/** `folder` is the one that it would go back to, or empty where nobody knows. */
export type RemovedMail = StoredSummary & { readonly sent: boolean; readonly removedAt: number }

export type RemovedMails = {
  readonly page: (query: RemovedQuery) => Promise<{
    readonly list: readonly RemovedMail[]
    readonly total: number
    readonly unread: number
  }>
  readonly summaries: (ids: readonly MailId[], since: number) => Promise<readonly RemovedMail[]>
  readonly open: (
    id: MailId,
    since: number,
  ) => Promise<{ readonly summary: RemovedMail; readonly parsed: ParsedMail } | null>
  readonly part: (id: MailId, part: string, since: number) => Promise<PartStream | null>
  readonly parts: (
    id: MailId,
    parts: readonly string[],
    since: number,
  ) => Promise<ReadonlyMap<string, PartReader> | null>
  readonly raw: (id: MailId, since: number) => Promise<{ readonly size: number; readonly stream: Readable } | null>
  /**
   * Puts mails back where they lay, or into the folder called `elsewhere` (made where it is missing) where that folder is gone: all of them
   * or none. One that is back already is answered as well. Throws `Refusal('quotaExceeded')`.
   */
  readonly restore: (
    ids: readonly MailId[],
    since: number,
    elsewhere: string,
  ) => Promise<readonly { readonly id: MailId; readonly folder: FolderId }[]>
  /** Forgets mails; answers the ids that went. */
  readonly forget: (ids: readonly MailId[]) => Promise<readonly MailId[]>
}

export type RemovedMailStores = {
  readonly of: (account: Account) => RemovedMails
  /** Removes what has lain in Deleted since `deletedBefore`, and forgets what was removed before `removedBefore`. */
  readonly sweep: (now: number, deletedBefore: number, removedBefore: number) => Promise<void>
}
