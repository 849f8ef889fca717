/** Sends of organizations in the database, counted beside one another by however many gateways. */
import { sql } from 'kysely'
import { isTierId, tiers } from '../../src/contract/tiers'
import type { Connection } from '../sql/connection'
import type { Database } from '../sql/openDatabase'
import { sendSlotOf, takeBackSend } from '../sql/people/organizationSends'
import { lockedOrganization } from '../sql/people/seats'
import type { OrganizationSends, SendCount } from './organizationSends.store'

export const makeOrganizationSends = (db: Database): OrganizationSends => ({
  count: (organization, now, windowMs) => countIn(db, organization, now - windowMs),
  noteWithin: async (organization, now, windowMs) => {
    // A flood of refused sends reads alone, and takes no lock.
    const before = await countIn(db, organization, now - windowMs)
    if (before === null || before.sent >= before.limit) return before && { isNoted: false, limit: before.limit }
    return db.transaction().execute(async (within) => {
      await lockedOrganization(within, organization)
      const counted = await countIn(within, organization, now - windowMs)
      if (counted === null) return null
      const isNoted = counted.sent < counted.limit
      if (isNoted)
        await within
          .insertInto('organization_sends')
          .values({ organization, slot: sendSlotOf(now), sent: 1 })
          .onConflict((it) =>
            it.columns(['organization', 'slot']).doUpdateSet({ sent: sql`organization_sends.sent + 1` }),
          )
          .execute()
      return { isNoted, limit: counted.limit }
    })
  },
  takeBack: (organization, at) => takeBackSend(db, organization, at),
  sweep: async (before) => {
    await db.deleteFrom('organization_sends').where('slot', '<', sendSlotOf(before)).execute()
  },
})

async function countIn(from: Connection, organization: string, since: number): Promise<SendCount | null> {
  const row = await from
    .selectFrom('organizations as o')
    .leftJoin('organization_sends as s', (join) =>
      join.onRef('s.organization', '=', 'o.code').on('s.slot', '>=', sendSlotOf(since)),
    )
    .select((it) => ['o.tier', 'o.seats', 'o.sends_per_day', it.fn.sum<number | string | null>('s.sent').as('sent')])
    .where('o.code', '=', organization)
    .groupBy(['o.code', 'o.tier', 'o.seats', 'o.sends_per_day'])
    .executeTakeFirst()
  if (row === undefined || !isTierId(row.tier)) return null
  return { sent: Number(row.sent ?? 0), limit: row.sends_per_day ?? row.seats * tiers[row.tier].sendsPerDay }
}
