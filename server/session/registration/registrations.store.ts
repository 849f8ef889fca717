/** Keeps who registered, and the invitations that let somebody register. */
import type { TierId } from '#contract/tiers'
import type { Account, AccountId } from '../../core/account'

export type NewRegistration = {
  readonly address: string
  readonly displayName: string
  readonly passwordHash: string
  readonly kind: TierId
  /** Of what the browser drew. */
  readonly keyHash: string
  /** Null where none is needed. */
  readonly inviteHash: string | null
  readonly now: number
}

export type Registered = Account | 'taken' | 'no invitation'

export type RegistrationStore = {
  /** Which of these addresses, or look-alikes, there are, or were until they were closed. */
  readonly takenOf: (addresses: readonly string[]) => Promise<ReadonlySet<string>>
  /** Who registered with this key. */
  readonly accountOf: (keyHash: string) => Promise<AccountId | null>
  readonly isInvited: (codeHash: string, now: number) => Promise<boolean>
  /** A free account and a used invitation, or neither: of many at once one gets a name. */
  readonly register: (registration: NewRegistration) => Promise<Registered>
  readonly addInvite: (codeHash: string, expiresAt: number) => Promise<void>
  /** Forgets invitations that have run out, and registrations of before an instant. */
  readonly sweep: (now: number, before: number) => Promise<void>
}
