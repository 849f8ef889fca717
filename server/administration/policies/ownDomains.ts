/** Domains whose mail is kept here: the operator's, and those that organizations have proved. */
import type { DomainClaims } from './domainClaims.store'

export type OwnDomains = {
  /** One list for as long as the gateway runs: what is proved later stands in it too. */
  readonly list: readonly string[]
  /** What an operator's command changed stands in it after the next sweep. */
  readonly refresh: () => Promise<void>
}

export function makeOwnDomains(configured: readonly string[], claims: Pick<DomainClaims, 'proved'>): OwnDomains {
  const list = [...configured]
  return {
    list,
    refresh: async () => {
      const proved = await claims.proved()
      list.splice(0, list.length, ...new Set([...configured, ...proved]))
    },
  }
}
