/** Whether an account has an authenticator, or a passkey that can be asked for here. */
import type { AccountId } from '../../core/account'
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
