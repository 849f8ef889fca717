/** Whether an account has an authenticator, or a passkey that can be asked for here. */
import type { PolicyStore } from '../../administration/policies/policies.store'
import type { Account, AccountId } from '../../core/account'
import { Refusal } from '../../core/refusal'
import type { PasskeyStore } from '../passkeys/passkeys.store'
import type { PasskeySite } from '../passkeys/webAuthn'
import { hasSecondFactor } from './factorCodes'
import type { FactorStore } from './factors.store'

export type AnyFactorDeps = {
  readonly factors: FactorStore
  readonly passkeys: Pick<PasskeyStore, 'list'>
  /** Null where this installation has no address at which passkeys work. */
  readonly passkeySite: PasskeySite | null
}

/** `without`: the id of a passkey that is about to go, or the authenticator. */
export async function hasAnyFactor(
  { factors, passkeys, passkeySite }: AnyFactorDeps,
  id: AccountId,
  without: { readonly passkey?: string; readonly totp?: true } = {},
): Promise<boolean> {
  if (without.totp !== true && (await hasSecondFactor(factors, id))) return true
  return passkeySite !== null && (await passkeys.list(id)).some((it) => it.id !== without.passkey)
}

type LastFactorDeps = AnyFactorDeps & { readonly policies: Pick<PolicyStore, 'of'> }

/** Throws `notAllowed` where the organization asks for a second factor and none would be left. */
export async function refuseLastFactor(
  deps: LastFactorDeps,
  { id, organization }: Pick<Account, 'id' | 'organization'>,
  without: { readonly passkey: string } | { readonly totp: true },
): Promise<void> {
  if ((await deps.policies.of(organization)).needsFactor && !(await hasAnyFactor(deps, id, without)))
    throw new Refusal('notAllowed')
}
