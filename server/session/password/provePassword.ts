/** Asks for the password, before what a found session must not do (TRUST S20). */
import type { RefusalCode } from '#contract/codes'
import { limits } from '#contract/limits'
import type { AccountId } from '../../core/account'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import type { AccountStore } from '../account.store'
import type { AttemptStore } from '../attempts/attempts.store'
import type { PasswordHasher } from './passwordHasher.port'

export type ProvePasswordDeps = {
  readonly accounts: Pick<AccountStore, 'passwordHash'>
  readonly attempts: AttemptStore
  readonly hasher: PasswordHasher
  readonly clock: Clock
  readonly failures: { readonly perAccount: number }
}

/** Throws `serverCannot` (a mail server has them), `tooManyTries`, or `code` for a wrong one. */
export async function provePassword(
  { accounts, attempts, hasher, clock, failures }: ProvePasswordDeps,
  account: AccountId,
  password: string,
  { code, field }: { readonly code: RefusalCode; readonly field: string },
): Promise<void> {
  const hash = await accounts.passwordHash(account)
  if (hash === null || hash === '') throw new Refusal('serverCannot')
  // Whoever found a computer that is signed in must not try passwords without end.
  const key = `password-of:${account}`
  if (!(await attempts.noteWithin(key, clock.now(), limits.loginWindowMs, failures.perAccount)))
    throw new Refusal('tooManyTries', { payload: { retryAfter: limits.loginWindowMs / 1_000 } })
  if (!(await hasher.verify(hash, password))) throw new Refusal(code, { field })
  await attempts.clear(key)
}
