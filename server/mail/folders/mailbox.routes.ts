/** Account and quota, as src/contract/endpoints/account/account lists them. */
import * as entries from '#contract/endpoints/account/account'
import { type Binding, on } from '../../http/binding'
import { makeQuota } from './mailboxState'

export type AccountDeps = Parameters<typeof makeQuota>[0]

export function accountBindings(deps: AccountDeps): readonly Binding[] {
  return [on(entries.quotaMessages, makeQuota(deps))]
}
