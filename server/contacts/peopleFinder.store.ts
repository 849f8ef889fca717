/** Finds whom typed words may mean: contacts, those written to, and groups of contacts. */
import type { AccountId } from '../core/account'
import type { Address } from '../core/mail'
import type { ContactGroup } from './contactGroups.store'

/** `uses`: how often one was written to. */
export type PersonFound = Address & { readonly uses: number }

export type PeopleFinder = {
  /**
   * Each word is the beginning of a word of the name (of a Chinese name also of its sound or its initials, or a part of it) or of the
   * address. Those written to most stand first, then by name; `except` are addresses that are not wanted.
   */
  readonly people: (
    account: AccountId,
    words: readonly string[],
    wanted: { readonly except: readonly string[]; readonly most: number },
  ) => Promise<readonly PersonFound[]>
  readonly groups: (account: AccountId, words: readonly string[], most: number) => Promise<readonly ContactGroup[]>
}
