/**
 * Lists and mails of one account, kept in this browser's database so that the next visit shows them before the gateway answers. A copy and
 * nothing more: whatever cannot be kept or read is simply not there, and no method rejects.
 */
import type { Mail } from '../../contract/shapes'

/** The first page of a list of mails, or the folders with their counts; what keeps it alone reads the content. */
export type CachedList = { readonly key: string; readonly content: unknown }

export type MailCache = {
  readonly lists: () => Promise<readonly CachedList[]>
  readonly changeLists: (put: readonly CachedList[], gone: readonly string[]) => Promise<void>
  /** Ids of the mails that are kept. */
  readonly ids: () => Promise<readonly string[]>
  /** Null when it is not kept; whatever is asked for counts as used. */
  readonly mail: (id: string) => Promise<Mail | null>
  /** Keeps mails, and lets go those that were used longest ago where there are too many of them. Answers whether they could be kept. */
  readonly put: (mails: readonly Mail[]) => Promise<boolean>
  readonly remove: (ids: readonly string[]) => Promise<void>
}

export type MailCacheOpener = {
  /** For an account that is signed in here; what another one left is wiped first. */
  readonly open: (account: string) => Promise<MailCache>
  /** Nothing of anybody is kept any more. */
  readonly wipe: () => Promise<void>
}
