/** Keeps to whom a person wrote from here, so that they are offered again. */
import type { AccountId } from '../../core/account'
import type { Address } from '../../core/mail'

export type RecentRecipient = Address & {
  /** How many mails went to them. */
  readonly uses: number
}

export type RecentRecipients = {
  /** A mail goes to these; beyond `most` those leave who were written to longest ago. */
  readonly note: (
    account: AccountId,
    people: readonly Address[],
    at: { readonly now: number; readonly most: number },
  ) => Promise<void>
  /** Forgets people by their addresses; how many there were. */
  readonly remove: (account: AccountId, addresses: readonly string[]) => Promise<number>
  /** Those written to last stand first. */
  readonly all: (account: AccountId) => Promise<readonly RecentRecipient[]>
}
