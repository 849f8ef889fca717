/** Account and quota, as src/contract/endpoints/account lists them. */
import * as entries from '../../../src/contract/endpoints/account'
import { makeQuota } from '../../services/mailboxState'
import { type Binding, on } from '../binding'

export type AccountParts = Parameters<typeof makeQuota>[0]

export function accountBindings(parts: AccountParts): readonly Binding[] {
  return [on(entries.quotaMessages, makeQuota(parts))]
}
