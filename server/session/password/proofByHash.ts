/** Proves a sign-in by the hash that the product keeps: the same work whether or not the account exists (TRUST S19, S20). */
import { isAsBefore } from '../../core/account'
import type { AccountStore } from '../account.store'
import type { PasswordHasher } from './passwordHasher.port'
import type { SignInProof } from './signInProof.port'

export function makeProofByHash(parts: {
  readonly accounts: AccountStore
  readonly hasher: PasswordHasher
}): SignInProof {
  const { accounts, hasher } = parts
  return {
    prove: async (address, password) => {
      const account = await accounts.byAddress(address)
      const hash = await accounts.passwordHash(account?.id ?? '')
      const isRight = await hasher.verify(hash, password)
      if (!account || !isRight) return null
      const stillHolds = async () =>
        (await accounts.passwordHash(account.id)) === hash && isAsBefore(account, await accounts.byId(account.id))
      return { account, sealedSecret: null, isSame: () => false, stillHolds }
    },
  }
}
