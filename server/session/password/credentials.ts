/** Opens the password that an account's newest session, or else a mail of its that waits to be sent, holds sealed. */
import type { AccountId } from '../../core/account'
import type { Clock } from '../../kit/clock'
import type { Credentials } from './credentials.port'
import type { Sealer } from './sealer.port'

export type CredentialsDeps = {
  readonly sessions: { readonly secretOf: (id: AccountId, now: number) => Promise<Uint8Array | null> }
  readonly outbox: { readonly secretOf: (id: AccountId) => Promise<Uint8Array | null> }
  readonly sealer: Sealer
  readonly clock: Clock
}

export function makeCredentials({ sessions, outbox, sealer, clock }: CredentialsDeps): Credentials {
  return {
    passwordOf: async (id) => {
      const sealed = (await sessions.secretOf(id, clock.now())) ?? (await outbox.secretOf(id))
      return sealed && sealer.open(id, sealed)
    },
  }
}
