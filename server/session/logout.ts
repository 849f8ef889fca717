/** Ends the session that asks, and with it what it confirmed and its download links. */
import type { AccountId } from '../core/account'
import type { Caller } from '../core/caller'
import type { Clock } from '../kit/clock'
import { endSession, type SessionStores } from './endAccess'
import type { SessionStore } from './session.store'

export type LogoutDeps = SessionStores & {
  readonly sessions: SessionStore
  readonly clock: Clock
  /** Told of an account that is signed in nowhere any more. */
  readonly signedOut: (id: AccountId) => void
}

export const makeLogout =
  ({ sessions, clock, signedOut, ...access }: LogoutDeps) =>
  async (_form: unknown, { account, tokenHash }: Caller): Promise<string> => {
    await endSession({ sessions, ...access }, { accountId: account.id, tokenHash })
    if ((await sessions.holding(account.id, clock.now())).length === 0) signedOut(account.id)
    return 'newExit'
  }
