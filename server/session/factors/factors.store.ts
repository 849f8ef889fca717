/** Second factors of accounts, sign-ins that wait for a code, and devices that need none. */
import type { AccountId } from '../../core/account'

/** A right password that waits for its code. */
export type FactorTicket = {
  readonly accountId: AccountId
  /** The mail server's password, sealed, where there is one. */
  readonly sealedSecret: Uint8Array | null
  readonly isKept: boolean
}

export type TrustedDevice = {
  readonly browser: string
  readonly system: string
  readonly createdAt: number
  readonly expiresAt: number
}

/** Which factors count beside one that goes: passkeys do not where none can be asked for. */
export type OtherFactors = 'totp' | 'any'

export type FactorStore = {
  /** Null where none was begun; `confirmedAt` is null until a code has proven it. */
  readonly secret: (accountId: AccountId) => Promise<{
    readonly sealed: Uint8Array
    readonly confirmedAt: number | null
    readonly usedStep: number
  } | null>
  /** In place of one that was begun and not confirmed; false where one is confirmed. */
  readonly begin: (accountId: AccountId, sealed: Uint8Array) => Promise<boolean>
  /**
   * Uses up a time step and all before it: of many at once one alone is true.
   * @param confirms for a secret that was begun
   */
  readonly spendStep: (accountId: AccountId, step: number, confirms: { readonly at: number } | null) => Promise<boolean>
  /** In place of all that there were. */
  readonly setRecoveryCodes: (accountId: AccountId, hashes: readonly string[]) => Promise<void>
  /** Recovery codes of an account without an authenticator: its passkeys are gone. */
  readonly dropPasskeyCodes: (accountId: AccountId) => Promise<void>
  readonly recoveryCodesLeft: (accountId: AccountId) => Promise<number>
  /** Uses it up: of many at once one alone is true. */
  readonly spendRecoveryCode: (accountId: AccountId, hash: string) => Promise<boolean>
  /** Recovery codes go with it where none is `needed`; false where none of those would be left. */
  readonly turnOff: (accountId: AccountId, needed?: OtherFactors | null) => Promise<boolean>
  readonly issueTicket: (ticketHash: string, ticket: FactorTicket, expiresAt: number) => Promise<void>
  readonly ticket: (ticketHash: string, now: number) => Promise<FactorTicket | null>
  /** Takes it away: of many at once one alone is true. */
  readonly claimTicket: (ticketHash: string) => Promise<boolean>
  /** `sealedSecret`: the mail server's password of that sign-in, where there is one. */
  readonly trust: (
    accountId: AccountId,
    tokenHash: string,
    device: TrustedDevice & Pick<FactorTicket, 'sealedSecret'>,
  ) => Promise<void>
  /** Null where it is trusted no more, or never was. */
  readonly trustOf: (
    accountId: AccountId,
    tokenHash: string,
    now: number,
  ) => Promise<Pick<FactorTicket, 'sealedSecret'> | null>
  readonly trusted: (
    accountId: AccountId,
    now: number,
  ) => Promise<readonly (TrustedDevice & { readonly tokenHash: string })[]>
  /** One device, or all of them. */
  readonly distrust: (accountId: AccountId, tokenHash?: string) => Promise<void>
  /** Every device that is trusted, and every sign-in that waits for its code. */
  readonly endTrust: (accountId: AccountId) => Promise<void>
  readonly sweep: (now: number) => Promise<void>
}
