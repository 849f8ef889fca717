/** Organizations, as src/contract/endpoints/account/account lists them. */
import * as entries from '#contract/endpoints/account/account'
import { directory } from '#contract/endpoints/contacts/contacts'
import { type Binding, on, onAnonymous } from '../http/binding'
import { makeCorporateDomains, makeCustomLogo, makeSearchDirectory, type OrganizationDeps } from './organizations'

export function organizationBindings(parts: OrganizationDeps): readonly Binding[] {
  return [
    on(entries.corporateDomains, makeCorporateDomains(parts)),
    on(directory, makeSearchDirectory(parts)),
    onAnonymous(entries.customLogo, makeCustomLogo(parts)),
  ]
}
