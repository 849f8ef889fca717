/** Changes the password of whoever is signed in and knows the one before (TRUST S20): every other session of the mailbox, and what can become one, ends. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/session/password'
import { limits } from '#contract/limits'
import { isPasswordStrong } from '#contract/rules'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import type { AccountStore } from '../account.store'
import type { AttemptStore } from '../attempts/attempts.store'
import { type AccessStores, endAccess } from '../endAccess'
import type { PasswordHasher } from './passwordHasher.port'

export type ChangePasswordParts = AccessStores & {
  readonly accounts: AccountStore
  readonly attempts: AttemptStore
  readonly hasher: PasswordHasher
  readonly clock: Clock
  readonly failures: { readonly perAccount: number }
}

export const makeChangePassword =
  ({ accounts, attempts, hasher, clock, failures, ...access }: ChangePasswordParts) =>
  async (
    { oldPassword, newPassword }: Form<typeof entries.changePassword>,
    { account, tokenHash }: Caller,
  ): Promise<Reply<typeof entries.changePassword>> => {
    const hash = await accounts.passwordHash(account.id)
    // It is a mail server's, and is changed there.
    if (hash === null || hash === '') throw new Refusal('serverCannot')
    if (!isPasswordStrong(newPassword)) throw new Refusal('passwordWeak', { field: 'newPassword' })
    // Whoever found a computer that is signed in must not try passwords without end.
    const key = `password-of:${account.id}`
    if (!(await attempts.noteWithin(key, clock.now(), limits.loginWindowMs, failures.perAccount)))
      throw new Refusal('tooManyTries', { payload: { retryAfter: limits.loginWindowMs / 1_000 } })
    if (!(await hasher.verify(hash, oldPassword))) throw new Refusal('oldPasswordWrong', { field: 'oldPassword' })
    await attempts.clear(key)
    if (newPassword === oldPassword) throw new Refusal('passwordSame', { field: 'newPassword' })
    await accounts.change(account.id, { passwordHash: await hasher.hash(newPassword) })
    await endAccess(access, account.id, tokenHash)
    return {}
  }
