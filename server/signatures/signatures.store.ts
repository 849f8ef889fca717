/** Keeps what stands below people's messages, and which of it is put in by itself. */
import type { SignatureUse } from '#contract/compose/signatureRules'
import type { Signature, SignatureDefaults } from '#contract/endpoints/sending/signatures'
import type { AccountId } from '../core/account'

export type SignatureStore = {
  /** In the order in which they were made. */
  readonly list: (account: AccountId) => Promise<readonly Signature[]>
  /** Ids by use, empty where none is put in. */
  readonly defaults: (account: AccountId) => Promise<SignatureDefaults>
  /** The one that is put in by itself; null where there is none. */
  readonly defaultOf: (account: AccountId, use: SignatureUse) => Promise<Signature | null>
  /** Whether it was added beside fewer than `most` others; an only one is put into new messages. */
  readonly add: (account: AccountId, signature: Signature, most: number) => Promise<boolean>
  /** Whether it was there. */
  readonly change: (account: AccountId, signature: Signature) => Promise<boolean>
  /** Whether it was there; nothing puts it in any more. */
  readonly remove: (account: AccountId, id: string) => Promise<boolean>
  /** Whether there is such a signature; null puts none in. */
  readonly choose: (account: AccountId, use: SignatureUse, id: string | null) => Promise<boolean>
}
