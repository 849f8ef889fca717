/** Keeps signed-in sessions by the hash of their token: whoever finds a backup finds no key. */
import type { AccountId, Session } from '../core/account'

export type StoredSession = Session & {
  /** The person wants to stay signed in; otherwise it ends within hours. */
  readonly isKept: boolean
  /** Epoch milliseconds after which it is gone unless used. */
  readonly expiresAt: number
  /** Encrypted by the gateway's key; a mail server's password lives nowhere else. */
  readonly sealedSecret: Uint8Array | null
}

export type SessionStore = {
  readonly open: (tokenHash: string, session: StoredSession) => Promise<void>
  /** Null when there is none, or it ended before `now`; the account's zone comes before its own. */
  readonly find: (tokenHash: string, now: number) => Promise<StoredSession | null>
  /** The sealed secret of an account's newest session that has one and has not ended. */
  readonly secretOf: (accountId: AccountId, now: number) => Promise<Uint8Array | null>
  /** Those of an account's sessions that hold a secret and have not ended. */
  readonly holding: (
    accountId: AccountId,
    now: number,
  ) => Promise<readonly { readonly tokenHash: string; readonly sealedSecret: Uint8Array }[]>
  /** Those of an account that have not ended, the newest first. */
  readonly ofAccount: (
    accountId: AccountId,
    now: number,
  ) => Promise<readonly { readonly tokenHash: string; readonly createdAt: number; readonly expiresAt: number }[]>
  /** Moves the end of a session that is being used. */
  readonly extend: (tokenHash: string, expiresAt: number) => Promise<void>
  readonly close: (tokenHash: string) => Promise<void>
  /** Ends every session of an account, but for the one named. */
  readonly closeAll: (accountId: AccountId, exceptTokenHash?: string) => Promise<void>
  readonly sweep: (now: number) => Promise<void>
}
