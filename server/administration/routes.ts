/** Calls of administrators, as src/contract/endpoints/account/administration.ts lists them. */
import * as entries from '#contract/endpoints/account/administration'
import { type Binding, on } from '../http/binding'
import { makeAdministrationOverview, makeAdministrationRole, type OverviewDeps } from './administrator'

export function administrationBindings(parts: OverviewDeps): readonly Binding[] {
  return [
    on(entries.administrationRole, makeAdministrationRole(parts)),
    on(entries.administrationOverview, makeAdministrationOverview(parts)),
  ]
}
