/** Domains, logo and policies of an organization, as src/contract/endpoints/organization lists them. */
import * as domains from '#contract/endpoints/organization/domains'
import * as logos from '#contract/endpoints/organization/logo'
import * as policies from '#contract/endpoints/organization/policies'
import { type Binding, on, onBytes } from '../../http/binding'
import { type DomainDeps, makeAddDomain, makeAdministrationDomains, makeCheckDomain, makeRemoveDomain } from './domains'
import { type LogoDeps, makeAdministrationLogo, makePutOrganizationLogo, makeRemoveOrganizationLogo } from './logo'
import { makeAdministrationPolicies, makeChangePolicy, type PolicyDeps } from './policies'

export function policyBindings(parts: DomainDeps & LogoDeps & PolicyDeps): readonly Binding[] {
  return [
    on(domains.administrationDomains, makeAdministrationDomains(parts)),
    on(domains.addOrganizationDomain, makeAddDomain(parts)),
    on(domains.checkOrganizationDomain, makeCheckDomain(parts)),
    on(domains.removeOrganizationDomain, makeRemoveDomain(parts)),
    on(logos.administrationLogo, makeAdministrationLogo(parts)),
    onBytes(logos.putOrganizationLogo, makePutOrganizationLogo(parts)),
    on(logos.removeOrganizationLogo, makeRemoveOrganizationLogo(parts)),
    on(policies.administrationPolicies, makeAdministrationPolicies(parts)),
    on(policies.changePolicy, makeChangePolicy(parts)),
  ]
}
