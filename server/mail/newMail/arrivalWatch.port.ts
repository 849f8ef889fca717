/** Tells at once that mail has come to somebody's inbox. */
import type { Account } from '../../core/account'

export type ArrivalListeners = {
  /** After an arrival, or several; where the store was away for a while, once it is back and only if something came. */
  readonly onArrival: () => void
  /** This watch tells nothing more: whoever still wants to hear asks anew, and may then be told why not. */
  readonly onEnd: () => void
}

export type ArrivalWatch = {
  /**
   * Resolves once whatever comes from now on is told of, with how to end that. Throws `Refusal('serverCannot')` where the store cannot tell
   * or watches as many inboxes as it may.
   */
  readonly watch: (account: Account, ears: ArrivalListeners) => Promise<() => void>
}
