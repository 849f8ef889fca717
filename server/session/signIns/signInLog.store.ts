/** Who signed in to an account, or tried to, and from which devices it was done before. */
import type { signInResults, signInWays } from '#contract/endpoints/session/signIns'
import type { AccountId } from '../../core/account'
import type { City } from '../../core/city'

export type SignInWay = (typeof signInWays)[number]
export type SignInResult = (typeof signInResults)[number]

export type SignIn = {
  readonly at: number
  readonly way: SignInWay
  readonly result: SignInResult
  /** Words, never what the browser wrote; empty where unknown. */
  readonly browser: string
  readonly system: string
  /** Told to the account's owner alone. */
  readonly address: string
  readonly network: string
  readonly place: City | null
}

export type SignInLog = {
  /** `sessionHash` names the session that came of it. */
  readonly note: (signIn: SignIn & { readonly accountId: AccountId; readonly sessionHash?: string }) => Promise<void>
  /** By the address of a mailbox that may not exist; then nothing is noted, at the same cost. */
  readonly noteRefused: (mailbox: string, signIn: SignIn) => Promise<void>
  /** One account's since a moment: a page of them, the newest first, and successes by place. */
  readonly look: (
    accountId: AccountId,
    since: number,
    page: {
      readonly offset: number
      readonly limit: number
      readonly way?: SignInWay | undefined
      readonly result?: SignInResult | undefined
    },
  ) => Promise<{
    readonly list: readonly SignIn[]
    readonly total: number
    readonly places: readonly { readonly place: City; readonly count: number; readonly last: number }[]
    readonly unknown: number
  }>
  /** How the sessions of an account began, by the hash of their token. */
  readonly ofSessions: (accountId: AccountId) => Promise<ReadonlyMap<string, SignIn>>
  /** `first` where the account knows none yet. */
  readonly deviceState: (accountId: AccountId, device: string) => Promise<'first' | 'new' | 'known'>
  readonly addDevice: (accountId: AccountId, device: string) => Promise<void>
  /** Forgets sign-ins that are older. */
  readonly sweep: (before: number) => Promise<void>
}
