/** Short-lived tickets of one user, kept by hash: a download link, an anti-forgery token. */
import type { AccountId } from '../core/account'

export type TicketStore = {
  readonly issue: (
    ticketHash: string,
    accountId: AccountId,
    kind: 'download' | 'form',
    expiresAt: number,
  ) => Promise<void>
  readonly owner: (ticketHash: string, kind: 'download' | 'form', now: number) => Promise<AccountId | null>
  readonly revokeAll: (accountId: AccountId) => Promise<void>
  readonly sweep: (now: number) => Promise<void>
}
