/** In whose name an account's messages go, at the account's own address (TRUST S12). */
import * as v from 'valibot'
import { settingsRead } from '../../src/contract/settings'
import type { Account, AccountId } from './account'
import type { Address } from './mail'

export type SenderDeps = {
  readonly settings: { readonly load: (account: AccountId) => Promise<Readonly<Record<string, string>>> }
}

export async function senderOf(
  { settings }: SenderDeps,
  { id, displayName, address }: Pick<Account, 'id' | 'displayName' | 'address'>,
): Promise<Address> {
  const { senderName } = v.parse(settingsRead, await settings.load(id))
  return { name: senderName === 'name' ? displayName : '', address }
}
