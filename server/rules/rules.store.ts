/** Keeps what a person wants done with mail that arrives, and sees to it that it is done. */
import type { RuleFeature } from '#contract/mail/ruleDraft'
import type { Account } from '../core/account'
import type { RuleSet } from '../core/rules/rules'

export type StoredRules = {
  readonly rules: RuleSet
  /** Opaque; another one whenever anything that `replace` would write over has changed. */
  readonly version: string
  /** False where a mail server has rules of ours that somebody has switched off there. The next `replace` switches them on. */
  readonly isInForce: boolean
}

/** What stands around the rules on a mail server. */
export type Surroundings = {
  /** Rules of other programs, which are kept; `name` is that of a script of its own. */
  readonly foreign: readonly { readonly name: string | null; readonly script: string }[]
  /** What the mail server cannot do. */
  readonly lacking: readonly RuleFeature[]
}

export type RuleStore = {
  /** The empty set where none was ever kept. */
  readonly load: () => Promise<StoredRules>
  readonly surroundings: () => Promise<Surroundings>
  /**
   * Puts the whole set in place of the one that was loaded under `version`; answers the new version. Throws `Refusal`: `rulesChanged`
   * where somebody else was quicker, what `checkRules` throws, `serverCannot` where a mail server cannot do what is asked,
   * `quotaExceeded` where it does not fit there.
   */
  readonly replace: (rules: RuleSet, version: string) => Promise<{ readonly version: string }>
}

export type RuleStores = {
  readonly of: (account: Account) => RuleStore
}
