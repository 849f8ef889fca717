/** Proves a sign-in by the mail server, and makes the product's account of a mailbox that comes for the first time. */
import { isAddress } from '#contract/rules'
import type { TierId } from '#contract/tiers'
import type { AccountStore } from '../account.store'
import type { MailLogin } from './mailLogin.port'
import type { Sealer } from './sealer.port'
import type { SignInProof } from './signInProof.port'

export type ProofByMailServerDeps = {
  readonly accounts: AccountStore
  readonly mailLogin: MailLogin
  readonly sealer: Sealer
  readonly defaultTier: TierId
}

/** Opens to no password: no hash is empty. */
const noHash = ''

export function makeProofByMailServer(deps: ProofByMailServerDeps): SignInProof {
  const { accounts, mailLogin, sealer, defaultTier } = deps
  const accountOf = async (address: string) =>
    (await accounts.byAddress(address)) ??
    (await accounts.add({
      address,
      displayName: address.slice(0, address.lastIndexOf('@')),
      passwordHash: noHash,
      tier: defaultTier,
      organization: null,
      dueAt: null,
    })) ??
    // Two first sign-ins at one moment: the other made it.
    (await accounts.byAddress(address))
  return {
    prove: async (address, password) => {
      // What is no address or no password is not tried on somebody else's server; an empty one could be an anonymous login.
      if (!isAddress(address) || password === '' || !(await mailLogin.tryPassword(address, password))) return null
      const account = await accountOf(address)
      if (!account) return null
      const { id } = account
      return {
        account,
        sealedSecret: sealer.seal(id, password),
        // A password that is good no more the mail server itself refuses.
        stillHolds: async () => (await accounts.byId(id))?.locked === false,
        isSame: (sealed) => sealer.open(id, sealed) === password,
      }
    },
  }
}
