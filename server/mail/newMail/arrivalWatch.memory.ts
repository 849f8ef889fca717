/** Arrivals in the inboxes of this store, told within the process: no other writes to it. */
import type { AccountId } from '../../core/account'
import type { ArrivalListeners, ArrivalWatch } from './arrivalWatch.port'

export type Arrivals = ArrivalWatch & {
  /** After the mail is safe. */
  readonly tell: (account: AccountId) => void
}

export function makeArrivals(): Arrivals {
  const watchers = new Map<AccountId, Set<ArrivalListeners>>()
  return {
    watch: async ({ id }, given) => {
      // The same ears may be given twice.
      const ears = { ...given }
      const own = watchers.get(id) ?? new Set()
      watchers.set(id, own.add(ears))
      return () => {
        own.delete(ears)
        if (own.size === 0 && watchers.get(id) === own) watchers.delete(id)
      }
    },
    tell: (account) => {
      for (const { onArrival } of watchers.get(account) ?? []) onArrival()
    },
  }
}
