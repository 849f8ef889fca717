/** From where accounts were signed in to; of an address no more than its network ever comes here. */
import type { AccountId } from '../../core/account'
import type { City } from '../../core/city'

export const signInWays = ['password', 'qr'] as const
export type SignInWay = (typeof signInWays)[number]

export type SignIn = {
  readonly at: number
  readonly way: SignInWay
  /** Words, never what the browser wrote; empty where unknown. */
  readonly browser: string
  readonly system: string
  readonly network: string
  readonly place: City | null
}

export type SignInLog = {
  readonly note: (signIn: SignIn & { readonly accountId: AccountId }) => Promise<void>
  /** One account's since a moment: a page of them, the newest first, and all of them by their place, the most frequent first. */
  readonly look: (
    accountId: AccountId,
    since: number,
    page: { readonly offset: number; readonly limit: number },
  ) => Promise<{
    readonly list: readonly SignIn[]
    readonly total: number
    readonly places: readonly { readonly place: City; readonly count: number; readonly last: number }[]
    readonly unknown: number
  }>
  /** Forgets what is older. */
  readonly sweep: (before: number) => Promise<void>
}
