/** Sends of organizations in the database: a counter for each five minutes, so that a day is a sum of few rows. */
import { sql } from 'kysely'
import { isTierId, tiers } from '../../src/contract/tiers'
import type { Connection } from '../sql/connection'
import type { Database } from '../sql/openDatabase'
import { lockedOrganization } from '../sql/people/seats'
import type { OrganizationSends, SendCount } from './organizationSends.store'

declare module '../sql/schema' {
  interface Schema {
    organization_sends: { organization: string; slot: number; sent: number }
  }
}

const slotMs = 300_000
const slotOf = (at: number) => Math.floor(at / slotMs)

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
          .values({ organization, slot: slotOf(now), sent: 1 })
          .onConflict((it) =>
            it.columns(['organization', 'slot']).doUpdateSet({ sent: sql`organization_sends.sent + 1` }),
          )
          .execute()
      return { isNoted, limit: counted.limit }
    })
  },
  takeBack: (organization, at) => takeBackOne(db, organization, at),
  sweep: async (before) => {
    await db.deleteFrom('organization_sends').where('slot', '<', slotOf(before)).execute()
  },
})

async function countIn(from: Connection, organization: string, since: number): Promise<SendCount | null> {
  const row = await from
    .selectFrom('organizations as o')
    .leftJoin('organization_sends as s', (join) =>
      join.onRef('s.organization', '=', 'o.code').on('s.slot', '>=', slotOf(since)),
    )
    .select((it) => ['o.tier', 'o.seats', 'o.sends_per_day', it.fn.sum<number | string | null>('s.sent').as('sent')])
    .where('o.code', '=', organization)
    .groupBy(['o.code', 'o.tier', 'o.seats', 'o.sends_per_day'])
    .executeTakeFirst()
  if (row === undefined || !isTierId(row.tier)) return null
  return { sent: Number(row.sent ?? 0), limit: row.sends_per_day ?? row.seats * tiers[row.tier].sendsPerDay }
}

/** Takes back one of those counted at that instant; in the caller's transaction. */
export async function takeBackOne(within: Connection, organization: string, at: number): Promise<void> {
  await within
    .updateTable('organization_sends')
    .set({ sent: sql`sent - 1` })
    .where('organization', '=', organization)
    .where('slot', '=', slotOf(at))
    .where('sent', '>', 0)
    .execute()
}
