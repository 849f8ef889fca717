/** Keeps links to files by the hash of their secret, and the tickets of their downloads. */
import type { AccountId } from '../../core/account'

export type NewLink = {
  readonly id: string
  readonly accountId: AccountId
  readonly fileId: string
  /** As it was called when the link was made. */
  readonly name: string
  readonly size: number
  readonly madeAt: number
  readonly expiresAt: number
}

export type StoredLink = NewLink & { readonly downloads: number; readonly isRevoked: boolean }

export type FileLinkStore = {
  /** False where that many are open. */
  readonly add: (secretHash: string, link: NewLink, most: number) => Promise<boolean>
  /** Newest first, ended ones among them. */
  readonly list: (
    account: AccountId,
    at: { readonly page: number; readonly pageSize: number },
  ) => Promise<{ readonly list: readonly StoredLink[]; readonly total: number }>
  readonly findOwn: (account: AccountId, id: string) => Promise<StoredLink | null>
  /** False where none may be renewed; `full` where it had ended and too many are open. */
  readonly renew: (
    account: AccountId,
    id: string,
    to: { readonly now: number; readonly expiresAt: number; readonly most: number },
  ) => Promise<boolean | 'full'>
  /** For good; false where there is none to withdraw. */
  readonly revoke: (account: AccountId, id: string, now: number) => Promise<boolean>
  readonly find: (secretHash: string) => Promise<StoredLink | null>
  /** Counts a download, and notes the ticket by which it begins. */
  readonly open: (link: StoredLink, ticketHash: string, expiresAt: number) => Promise<void>
  /** The link of a ticket that has not run out, whatever became of the link. */
  readonly ofTicket: (ticketHash: string, now: number) => Promise<StoredLink | null>
  /** Forgets links that ended before `before`, and tickets that have run out. */
  readonly sweep: (before: number, now: number) => Promise<void>
}
