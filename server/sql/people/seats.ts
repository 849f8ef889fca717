/** Seats of organizations, and names that are free: who joins, registers or moves asks here. */
import type { Transaction } from 'kysely'
import { addressKey } from '#contract/mail/domainSpelling'
import { addressNameKey } from '#contract/registration/userName'
import { domainOf } from '../../core/emailAddress'
import { closedNameHash } from '../../kit/token'
import type { Connection } from '../connection'
import { waitForTurn, writesSideBySide } from '../dialect'
import type { Schema } from '../schema'

/** The organization; whoever joins or leaves meanwhile waits, so that seats are counted in turn. */
export const lockedOrganization = (within: Connection, code: string) =>
  within
    .selectFrom('organizations')
    .select(['code', 'name', 'tier', 'seats', 'sends_per_day'])
    .where('code', '=', code)
    .$if(writesSideBySide(within), (it) => it.forUpdate())
    .executeTakeFirst()

export async function seatsUsedIn(db: Connection, code: string): Promise<number> {
  const { count } = await db
    .selectFrom('accounts')
    .select((it) => it.fn.countAll<number | string>().as('count'))
    .where('organization', '=', code)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether an account has such a name, or had it; others who want it wait. */
export async function isNameTaken(within: Transaction<Schema>, address: string): Promise<boolean> {
  const key = addressKey(address)
  const nameKey = addressNameKey(key)
  await waitForTurn(within, `names ${nameKey}`)
  const like = await within
    .selectFrom('accounts')
    .select('id')
    .where((it) => it.or([it('address', '=', key), it('name_key', '=', nameKey)]))
    .executeTakeFirst()
  if (like !== undefined) return true
  const closed = await within
    .selectFrom('closed_names')
    .select('name_hash')
    .where('name_hash', '=', closedNameHash(nameKey))
    .executeTakeFirst()
  return closed !== undefined
}

type Room = { readonly address: string; readonly nameKey: string; readonly tier: string }

/** What a new account of the organization is written with; or why there is no room for one. */
export async function roomFor(
  within: Transaction<Schema>,
  organization: string,
  address: string,
): Promise<Room | 'foreign' | 'taken' | 'full'> {
  // Names before organizations, each time: two who wait for one another would wait for ever.
  const isTaken = await isNameTaken(within, address)
  const owner = await lockedOrganization(within, organization)
  const key = addressKey(address)
  const domain = await within
    .selectFrom('organization_domains')
    .select('domain')
    .where('domain', '=', domainOf(key))
    .where('organization', '=', organization)
    .executeTakeFirst()
  if (owner === undefined || domain === undefined) return 'foreign'
  if (isTaken) return 'taken'
  if ((await seatsUsedIn(within, organization)) >= owner.seats) return 'full'
  return { address: key, nameKey: addressNameKey(key), tier: owner.tier }
}
