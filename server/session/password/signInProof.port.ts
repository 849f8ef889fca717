/** Proves who signs in. */
import type { Account } from '../../core/account'

export type ProvenSignIn = {
  readonly account: Account
  /** The password, sealed, where the gateway has to speak to a mail server with it. */
  readonly sealedSecret: Uint8Array | null
  /** Whether another sealed secret of this account holds the same password. */
  readonly isSame: (sealedSecret: Uint8Array) => boolean
  /** Whether the proof is good still: asked once the session stands, since what ended others may have come between. */
  readonly stillHolds: () => Promise<boolean>
}

export type SignInProof = {
  /**
   * Null for a wrong password and for an unknown address, at the same cost. Throws `StoreAway` where nobody can say. `address` is in lower
   * case.
   */
  readonly prove: (address: string, password: string) => Promise<ProvenSignIn | null>
}
