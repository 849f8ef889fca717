/** Resets of passwords on their way, and new passwords that do not count yet. */
import type { AccountId } from '../core/account'
import type { CodeLife, PhoneBindings, PhoneCode } from '../phone/phoneBindings.store'

export type NewPassword = {
  readonly accountId: AccountId
  readonly id: string
  readonly passwordHash: string
  readonly effectiveAt: number
}

export type PasswordResets = {
  /** `account` is null where nobody has the address. */
  readonly begin: (tokenHash: string, account: AccountId | null, now: number) => Promise<void>
  /** Null where it was begun before `since`, or never was. */
  readonly find: (tokenHash: string, since: number) => Promise<{ readonly accountId: AccountId | null } | null>
  /** The code that lives already for this reset, or else the one given. */
  readonly ask: (tokenHash: string, phone: string, fresh: PhoneCode, life: CodeLife) => Promise<PhoneCode>
  /** A text message came; wrong codes count over all resets of an account. */
  readonly receive: PhoneBindings['receive']
  readonly stateOf: (tokenHash: string, life: CodeLife) => Promise<'waiting' | 'proved' | 'over'>
  /** The phone that has proved itself, and its account; of many at once exactly one gets it. */
  readonly claim: (
    tokenHash: string,
    life: CodeLife,
  ) => Promise<{ readonly accountId: AccountId; readonly phone: string } | null>
  /** In the place of another one of the account. */
  readonly keep: (fresh: NewPassword) => Promise<void>
  /** Whether it still waited. */
  readonly stop: (account: AccountId) => Promise<boolean>
  /** Takes back what waits. */
  readonly dropWaiting: (account: AccountId) => Promise<void>
  /** Gives accounts the passwords that are due; answers those whose sessions have not ended yet. */
  readonly apply: (now: number) => Promise<readonly Pick<NewPassword, 'accountId' | 'id'>[]>
  readonly done: (account: AccountId, id: string) => Promise<void>
  readonly sweep: (before: number) => Promise<void>
}
