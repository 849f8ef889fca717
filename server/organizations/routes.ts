/** Organizations, as src/contract/endpoints/account/account lists them. */
import * as entries from '#contract/endpoints/account/account'
import { type Binding, on, onAnonymous } from '../http/binding'
import { makeCorporateDomains, makeCustomLogo, type OrganizationDeps } from './organizations'

export function organizationBindings(parts: OrganizationDeps): readonly Binding[] {
  return [
    on(entries.corporateDomains, makeCorporateDomains(parts)),
    onAnonymous(entries.customLogo, makeCustomLogo(parts)),
  ]
}
