/** Domains, logo and policies of an organization, as src/contract/endpoints/organization lists them. */
import * as domains from '#contract/endpoints/organization/domains'
import * as logos from '#contract/endpoints/organization/logo'
import * as policies from '#contract/endpoints/organization/policies'
import { type Binding, on, onBytes } from '../../http/binding'
import { type DomainDeps, makeAddDomain, makeAdministrationDomains, makeCheckDomain, makeRemoveDomain } from './domains'
import { type LogoDeps, makeAdministrationLogo, makePutOrganizationLogo, makeRemoveOrganizationLogo } from './logo'
import { makeAdministrationPolicies, makeChangePolicy, type PolicyDeps } from './policies'

export function policyBindings(deps: DomainDeps & LogoDeps & PolicyDeps): readonly Binding[] {
  return [
    on(domains.administrationDomains, makeAdministrationDomains(deps)),
    on(domains.addOrganizationDomain, makeAddDomain(deps)),
    on(domains.checkOrganizationDomain, makeCheckDomain(deps)),
    on(domains.removeOrganizationDomain, makeRemoveDomain(deps)),
    on(logos.administrationLogo, makeAdministrationLogo(deps)),
    onBytes(logos.putOrganizationLogo, makePutOrganizationLogo(deps)),
    on(logos.removeOrganizationLogo, makeRemoveOrganizationLogo(deps)),
    on(policies.administrationPolicies, makeAdministrationPolicies(deps)),
    on(policies.changePolicy, makeChangePolicy(deps)),
  ]
}
