/** What an organization's members and visitors may know of it (TRUST S22). */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/account/account'
import { asciiDomain } from '#contract/mail/domainSpelling'
import type { Caller } from '../core/caller'
import { Refusal } from '../core/refusal'
import { type AuthenticateParts, makeAuthenticate } from '../session/authenticate'
import type { OrganizationStore } from './organizations.store'

export type OrganizationDeps = AuthenticateParts & { readonly organizations: OrganizationStore }

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
