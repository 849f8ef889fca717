/** Asks for the password, before what a found session must not do (TRUST S20). */
import type { RefusalCode } from '#contract/codes'
import { limits } from '#contract/limits'
import type { Account } from '../../core/account'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import type { AttemptStore } from '../attempts/attempts.store'
import type { SignInProof } from './signInProof.port'

export type ProvePasswordDeps = {
  readonly proof: SignInProof
  readonly attempts: AttemptStore
  readonly clock: Clock
  readonly failures: { readonly perAccount: number }
}

type Wrong = { readonly code: RefusalCode; readonly field: string }
const wrongPassword: Wrong = { code: '004', field: 'password' }

/** Throws `tooManyTries`, or `code` for a wrong one. */
export async function provePassword(
  { proof, attempts, clock, failures }: ProvePasswordDeps,
  { id, address }: Account,
  password: string,
  { code, field }: Wrong = wrongPassword,
): Promise<void> {
  // Whoever found a computer that is signed in must not try passwords without end.
  const [key, now] = [`password-of:${id}`, clock.now()]
  if (!(await attempts.noteWithin(key, now, limits.loginWindowMs, failures.perAccount)))
    throw new Refusal('tooManyTries', { field, payload: { retryAfter: limits.loginWindowMs / 1_000 } })
  const proven = await proof.prove(address, password).catch(async (error: unknown) => {
    // Nobody could say whether it was right.
    await attempts.takeBack(key, now)
    throw error
  })
  if (proven?.account.id !== id) throw new Refusal(code, { field })
  await attempts.clear(key)
}

/** The same, for what there is only where passwords are kept here: else throws `serverCannot`. */
export async function proveKeptPassword(
  deps: ProvePasswordDeps & { readonly keepsPasswords: boolean },
  account: Account,
  password: string,
  wrong?: Wrong,
): Promise<void> {
  if (!deps.keepsPasswords) throw new Refusal('serverCannot')
  await provePassword(deps, account, password, wrong)
}
