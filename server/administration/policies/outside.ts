/** Which recipients are outside an organization that asks before anything goes there. */
import type { Account } from '../../core/account'
import { domainOf } from '../../core/emailAddress'
import type { OrganizationStore } from '../../organizations/organizations.store'
import type { AccountStore } from '../../session/account.store'
import type { PolicyStore } from './policies.store'

export type OutsideDeps = {
  readonly policies: Pick<PolicyStore, 'of'>
  readonly organizations: Pick<OrganizationStore, 'domains'>
  readonly accounts: Pick<AccountStore, 'byAddress'>
}

/** Empty where nothing is asked. Without a proved domain the sender's own is inside. */
export const makeAskedOutside =
  ({ policies, organizations, accounts }: OutsideDeps) =>
  async ({ organization, address: own }: Account, addresses: readonly string[]): Promise<readonly string[]> => {
    if (organization === null || !(await policies.of(organization)).asksOutside) return []
    const proved = await organizations.domains(organization)
    const inside = new Set(proved.length === 0 ? [domainOf(own)] : proved)
    const outside: string[] = []
    for (const address of addresses) {
      if (inside.has(domainOf(address))) continue
      // A colleague may have an address that the product gives to anybody.
      if ((await accounts.byAddress(address))?.organization !== organization) outside.push(address)
    }
    return outside
  }
