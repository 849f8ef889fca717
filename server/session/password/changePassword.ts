/** Changes the password of whoever is signed in and knows the one before (TRUST S20): every other session of the mailbox, and what can become one, ends. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/session/password'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { TellOwner } from '../../protection/ownerNotices.port'
import type { SecureMailboxes } from '../../protection/secureMailboxes.store'
import type { AccountStore } from '../account.store'
import { type AccessStores, endAccess } from '../endAccess'
import type { PasswordGuesses } from './guesses/passwordGuesses.port'
import type { PasswordHasher } from './passwordHasher.port'
import { checkNewPassword } from './passwordRule'
import { type ProvePasswordDeps, proveKeptPassword } from './provePassword'

export type ChangePasswordDeps = AccessStores &
  ProvePasswordDeps & {
    readonly accounts: AccountStore
    readonly hasher: PasswordHasher
    /** False where a mail server has the passwords. */
    readonly keepsPasswords: boolean
    readonly passwordGuesses: PasswordGuesses
    readonly tellOwner: TellOwner
    readonly secureMailboxes: Pick<SecureMailboxes, 'find'>
  }

export const makeChangePassword =
  (deps: ChangePasswordDeps) =>
  async (
    { oldPassword, newPassword }: Form<typeof entries.changePassword>,
    { account, tokenHash }: Caller,
  ): Promise<Reply<typeof entries.changePassword>> => {
    await proveKeptPassword(deps, account, oldPassword, { code: 'oldPasswordWrong', field: 'oldPassword' })
    if (newPassword === oldPassword) throw new Refusal('passwordSame', { field: 'newPassword' })
    await checkNewPassword(deps, newPassword, account)
    await deps.accounts.change(account.id, { passwordHash: await deps.hasher.hash(newPassword) })
    await endAccess(deps, account.id, tokenHash)
    await deps.tellOwner(account, 'passwordChanged', [(await deps.secureMailboxes.find(account.id)).address])
    return {}
  }
