/** Whether an account has an authenticator, or a passkey that can be asked for here. */
import type { PolicyStore } from '../../administration/policies/policies.store'
import type { Account, AccountId } from '../../core/account'
import type { PasskeyStore } from '../passkeys/passkeys.store'
import type { PasskeySite } from '../passkeys/webAuthn'
import { hasSecondFactor } from './factorCodes'
import type { FactorStore, OtherFactors } from './factors.store'

export type AnyFactorDeps = {
  readonly factors: FactorStore
  readonly passkeys: Pick<PasskeyStore, 'list'>
  /** Null where this installation has no address at which passkeys work. */
  readonly passkeySite: PasskeySite | null
}

export async function hasAnyFactor({ factors, passkeys, passkeySite }: AnyFactorDeps, id: AccountId): Promise<boolean> {
  if (await hasSecondFactor(factors, id)) return true
  return passkeySite !== null && (await passkeys.list(id)).length > 0
}

/** A passkey is asked for at the second step, and no authenticator is on. */
export async function isPasskeyAlone(
  deps: AnyFactorDeps & Pick<NeededDeps, 'policies'>,
  { id, organization }: Pick<Account, 'id' | 'organization'>,
): Promise<boolean> {
  if (!(await deps.policies.of(organization)).needsFactor || (await hasSecondFactor(deps.factors, id))) return false
  return hasAnyFactor(deps, id)
}

type NeededDeps = Pick<AnyFactorDeps, 'passkeySite'> & { readonly policies: Pick<PolicyStore, 'of'> }

/** What must be there for a factor to go; null where the organization asks for none. */
export async function neededBeside(
  { policies, passkeySite }: NeededDeps,
  { organization }: Pick<Account, 'organization'>,
): Promise<OtherFactors | null> {
  if (!(await policies.of(organization)).needsFactor) return null
  return passkeySite === null ? 'totp' : 'any'
}
