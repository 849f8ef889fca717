/** Whoever calls a use case: a proven session and the account it belongs to. */
import type { Account, Session } from '../core/account'

export type Caller = { readonly account: Account; readonly session: Session; readonly tokenHash: string }
