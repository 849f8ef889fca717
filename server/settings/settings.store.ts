/** Keeps what a person has chosen for their account, by name. */
import type { AccountId } from '../core/account'

export type SettingsStore = {
  /** Of settings of which nothing was chosen, nothing is said. */
  readonly load: (account: AccountId) => Promise<Readonly<Record<string, string>>>
  /** Those that are not named stay as they are, also when they are changed at the same moment. */
  readonly change: (account: AccountId, chosen: Readonly<Record<string, string>>) => Promise<void>
}
