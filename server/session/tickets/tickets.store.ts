/** Short-lived tickets of one user, kept by hash: a download, a form, a renewal, a return. */
import type { AccountId } from '../../core/account'

export type TicketKind = 'download' | 'form' | 'renewal' | 'return'

/** `tokenHash` names the session that must be open, else the ticket itself. */
export type TicketOwner = { readonly accountId: AccountId; readonly tokenHash: string }

export type TicketStore = {
  readonly issue: (ticketHash: string, owner: TicketOwner, kind: TicketKind, expiresAt: number) => Promise<void>
  readonly owner: (ticketHash: string, kind: TicketKind, now: number) => Promise<TicketOwner | null>
  /** Those of an account, or of the one session of it that is named. */
  readonly revokeAll: (accountId: AccountId, tokenHash?: string) => Promise<void>
  readonly sweep: (now: number) => Promise<void>
}
