/** What an organization's members and visitors may know of it (TRUST S22). */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/account/account'
import type * as endpoints from '#contract/endpoints/organization/directory'
import { asciiDomain } from '#contract/mail/domainSpelling'
import { nameTerms } from '#contract/mail/plainName'
import type { Caller } from '../core/caller'
import { Refusal } from '../core/refusal'
import { type AuthenticateDeps, makeAuthenticate } from '../session/authenticate'
import type { Directory } from './directory.store'
import type { OrganizationStore } from './organizations.store'

export type OrganizationDeps = AuthenticateDeps & {
  readonly organizations: OrganizationStore
  readonly directory: Directory
}

/** The same answer for one that is not there, was left, or is another's. */
export const makeCorporateDomains =
  ({ organizations }: Pick<OrganizationDeps, 'organizations'>) =>
  async (
    { organization }: Form<typeof entries.corporateDomains>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.corporateDomains>> => {
    if (account.organization === null || account.organization !== organization.toLowerCase())
      throw new Refusal('notFound', { field: 'organization' })
    return { domains: [...(await organizations.domains(account.organization))] }
  }

/** By the account alone: what a header claims finds nobody. */
export const makeSearchDirectory =
  ({ directory, clock }: Pick<OrganizationDeps, 'directory' | 'clock'>) =>
  async (
    { typed, cursor, size }: Form<typeof endpoints.directory>,
    { account }: Caller,
  ): Promise<Reply<typeof endpoints.directory>> => {
    if (account.organization === null) return { people: [], next: '' }
    const at = { cursor, size, now: clock.now() }
    const { people, next } = await directory.page(account.organization, nameTerms(typed), at)
    return { people: [...people], next }
  }

export function makeCustomLogo({ organizations, ...deps }: OrganizationDeps) {
  const authenticate = makeAuthenticate(deps)
  return async (
    { domain }: Form<typeof entries.customLogo>,
    { authorization }: { readonly authorization: string },
  ): Promise<Reply<typeof entries.customLogo>> => {
    if (domain !== undefined) return { logoUrl: await organizations.logoOfDomain(asciiDomain(domain)) }
    const code = (await authenticate(authorization))?.account.organization ?? null
    return { logoUrl: code === null ? null : await organizations.logo(code) }
  }
}
