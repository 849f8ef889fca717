/** Administrators in the rows of their accounts: what a row says now counts alone (TRUST S22). */
import { isTierId } from '#contract/tiers'
import type { Connection } from '../sql/connection'
import type { Database } from '../sql/openDatabase'
import { lockedOrganization, seatsUsedIn } from '../sql/people/seats'
import type { Administrators, Change } from './administrators.store'
import { noteAudit } from './auditLog.sql'

export function makeAdministrators(db: Database): Administrators {
  return {
    organizationOf: async (account) => {
      const row = await db
        .selectFrom('accounts as a')
        .innerJoin('organizations as o', 'o.code', 'a.organization')
        .select(['o.code', 'o.name', 'o.tier', 'o.seats'])
        .where('a.id', '=', account)
        .whereRef('a.administers', '=', 'a.organization')
        .where('a.locked', '=', 0)
        .executeTakeFirst()
      if (row === undefined || !isTierId(row.tier)) return null
      return { ...row, tier: row.tier }
    },
    appoint: (member, change) =>
      db.transaction().execute(async (within) => {
        const found = await memberOf(within, member, change)
        if (found === undefined) return 'unknown'
        if (found.locked === 1 || found.closes_at !== null) return 'unfit'
        if (found.administers === change.organization) return 'done'
        await noteAudit(within, { ...change, action: 'administratorAppointed', subject: found.address })
        await setAdministers(within, member, change.organization)
        return 'done'
      }),
    dismiss: (member, change) =>
      db.transaction().execute(async (within) => {
        const found = await memberOf(within, member, change)
        if (found === undefined) return 'unknown'
        if (found.administers !== change.organization) return 'done'
        if (change.by !== null && !(await hasOther(within, member, change.organization))) return 'last'
        await noteAudit(within, { ...change, action: 'administratorDismissed', subject: found.address })
        await setAdministers(within, member, null)
        return 'done'
      }),
    seatsUsed: (organization) => seatsUsedIn(db, organization),
  }
}

/** Whom a change is about. Others wait: of two who dismiss each other one stays. */
export async function memberOf(within: Connection, member: string, { organization }: Pick<Change, 'organization'>) {
  await lockedOrganization(within, organization)
  return within
    .selectFrom('accounts')
    .select(['id', 'address', 'administers', 'locked', 'closes_at'])
    .where('id', '=', member)
    .where('organization', '=', organization)
    .executeTakeFirst()
}

/** Whether another administrator could act: one who is locked could not. */
export async function hasOther(within: Connection, member: string, organization: string): Promise<boolean> {
  const other = await within
    .selectFrom('accounts')
    .select('id')
    .where('organization', '=', organization)
    .where('administers', '=', organization)
    .where('locked', '=', 0)
    .where('id', '!=', member)
    .executeTakeFirst()
  return other !== undefined
}

async function setAdministers(within: Connection, member: string, organization: string | null): Promise<void> {
  await within.updateTable('accounts').set({ administers: organization }).where('id', '=', member).execute()
}
