/** What a session and this site say of themselves: the heartbeat, the user's own data, the brand. */
import { builtFrom } from '../../src/contract/builtFrom'
import type { Reply } from '../../src/contract/endpoint'
import type * as selfTest from '../../src/contract/endpoints/account/selfTest'
import type * as entries from '../../src/contract/endpoints/session/session'
import { domainNameOf } from '../core/account'
import type { Caller } from '../core/caller'
import type { Clock } from '../kit/clock'
import type { ProfileStore } from '../profile/profiles.store'
import type { AccountStore } from './account.store'

export async function heartbeat(_form: unknown, { account }: Caller): Promise<Reply<typeof entries.heartbeat>> {
  return { ok: true, username: account.address }
}

export const makeGatewayState =
  ({ clock }: { readonly clock: Clock }) =>
  async (): Promise<Reply<typeof selfTest.gatewayState>> => ({ time: clock.now(), ...builtFrom })

type UserDeps = {
  readonly accounts: Pick<AccountStore, 'pageSize'>
  readonly profiles: Pick<ProfileStore, 'load'>
}

export const makeUsersInfo =
  ({ accounts, profiles }: UserDeps) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof entries.usersInfo>> => {
    const [pageSize, { photo }] = await Promise.all([accounts.pageSize(account.id), profiles.load(account.id)])
    return {
      username: account.address,
      displayName: account.displayName,
      photo,
      userMailType: account.tier,
      domainName: domainNameOf(account),
      organization: account.organization,
      dueTime: account.dueAt,
      ...(pageSize === null ? {} : { pageSize }),
    }
  }

export type Site = {
  readonly brand: { readonly nameZh: string; readonly nameEn: string; readonly logoUrl: string | null }
  readonly domains: readonly string[]
  readonly canSendOutside: boolean
  readonly keepsRules: boolean
  readonly passkeyOrigin: string | null
}

export const makeSiteInfo =
  ({ brand, domains, canSendOutside, keepsRules, passkeyOrigin }: Site) =>
  async (): Promise<Reply<typeof entries.siteInfo>> => ({
    brandName: { zh: brand.nameZh, en: brand.nameEn },
    logoUrl: brand.logoUrl,
    domains: [...domains],
    canSendOutside,
    keepsRules,
    passkeyOrigin,
  })
