/** The one gate of every administrator's call, and what it shows first (TRUST S22). */
import type { Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/organization/administration'
import { tiers } from '#contract/tiers'
import type { Caller } from '../core/caller'
import { Refusal } from '../core/refusal'
import type { Clock } from '../kit/clock'
import type { OrganizationSends } from '../organizations/organizationSends.store'
import { sendWindowMs } from '../outbox/send/sendCount'
import type { Actor, Administered, Administrators, Change } from './administrators.store'

export type AdministratorDeps = { readonly administrators: Pick<Administrators, 'organizationOf'> }

export type Administrator = {
  readonly organization: Administered
  /** For `noteAudit`, with the time added. */
  readonly change: Omit<Change, 'now'> & { readonly by: NonNullable<Actor> }
}

/**
 * What the caller administers, as the caller's row says now: no header and no session counts.
 * Throws `notAllowed` for everybody else, whatever they are in another organization.
 */
export async function administratorOf(
  { administrators }: AdministratorDeps,
  { account: { id, address } }: Pick<Caller, 'account'>,
): Promise<Administrator> {
  const organization = await administrators.organizationOf(id)
  if (organization === null) throw new Refusal('notAllowed')
  return { organization, change: { organization: organization.code, by: { id, address } } }
}

export type OverviewDeps = AdministratorDeps & {
  readonly administrators: Administrators
  readonly organizationSends: Pick<OrganizationSends, 'count'>
  readonly clock: Clock
  /** False where a mail server has the accounts. */
  readonly keepsPasswords: boolean
}

export const makeAdministrationRole =
  ({ administrators }: AdministratorDeps) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof entries.administrationRole>> => {
    if (account.organization === null) return { role: 'none' }
    return { role: (await administrators.organizationOf(account.id)) === null ? 'member' : 'administrator' }
  }

export const makeAdministrationOverview =
  (deps: OverviewDeps) =>
  async (_form: unknown, caller: Caller): Promise<Reply<typeof entries.administrationOverview>> => {
    const { code, name, seats, tier } = (await administratorOf(deps, caller)).organization
    const [seatsUsed, sends] = await Promise.all([
      deps.administrators.seatsUsed(code),
      deps.organizationSends.count(code, deps.clock.now(), sendWindowMs),
    ])
    // It has gone just now.
    if (sends === null) throw new Refusal('notAllowed')
    const sending = { sentToday: sends.sent, sendsPerDay: sends.limit, sendsPerMember: tiers[tier].sendsPerDay }
    return { name, organization: code, seats, seatsUsed, ...sending, keepsAccounts: deps.keepsPasswords }
  }
