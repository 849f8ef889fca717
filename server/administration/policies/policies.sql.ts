/** Policies of organizations in the database: one that was never changed has no row. */
import type { Selectable } from 'kysely'
import type { PolicyName } from '#contract/endpoints/organization/policies'
import type { Connection } from '../../sql/connection'
import type { Database } from '../../sql/openDatabase'
import type { Schema } from '../../sql/schema'
import { truth } from '../../sql/truth'
import { noteAudit } from '../auditLog.sql'
import type { Policies, PolicyStore } from './policies.store'

declare module '../../sql/schema' {
  interface Schema {
    organization_policies: {
      organization: string
      version: number
      asks_outside: 0 | 1
      forwarding_off: 0 | 1
      colleague_reply: 0 | 1
      needs_factor: 0 | 1
    }
  }
}

const none = { version: 0, asksOutside: false, forwardingOff: false, colleagueReply: false, needsFactor: false }
/** What organizations had before there was a switch for it. */
const usual = { ...none, asksOutside: true }

function policiesOf(row: Selectable<Schema['organization_policies']>): Policies & { readonly version: number } {
  return {
    version: row.version,
    asksOutside: row.asks_outside === truth(true),
    forwardingOff: row.forwarding_off === truth(true),
    colleagueReply: row.colleague_reply === truth(true),
    needsFactor: row.needs_factor === truth(true),
  }
}

const rowOf = (organization: string, { version, ...it }: Policies & { readonly version: number }) => ({
  organization,
  version,
  asks_outside: truth(it.asksOutside),
  forwarding_off: truth(it.forwardingOff),
  colleague_reply: truth(it.colleagueReply),
  needs_factor: truth(it.needsFactor),
})

export function makePolicyStore(db: Database): PolicyStore {
  const find = async (within: Connection, organization: string) => {
    const row = await within
      .selectFrom('organization_policies')
      .selectAll()
      .where('organization', '=', organization)
      .executeTakeFirst()
    return row === undefined ? usual : policiesOf(row)
  }
  return {
    of: async (organization) => (organization === null ? none : find(db, organization)),
    change: (change, { policy, isOn, version }) =>
      db.transaction().execute(async (within) => {
        const { organization } = change
        await within
          .insertInto('organization_policies')
          .values(rowOf(organization, usual))
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        const before = await find(within, organization)
        const changed: Record<PolicyName, boolean> = { ...before, [policy]: isOn }
        const { numUpdatedRows: done } = await within
          .updateTable('organization_policies')
          .set(rowOf(organization, { ...changed, version: version + 1 }))
          .where('organization', '=', organization)
          .where('version', '=', version)
          .executeTakeFirst()
        if (done === 0n) return false
        const action = isOn ? 'policyTurnedOn' : 'policyTurnedOff'
        if (before[policy] !== isOn) await noteAudit(within, { ...change, action, subject: policy })
        return true
      }),
    setLogo: (change, logo) =>
      db.transaction().execute(async (within) => {
        const { organization } = change
        await noteAudit(within, { ...change, action: logo === null ? 'logoRemoved' : 'logoSet', subject: organization })
        await within.updateTable('organizations').set({ logo }).where('code', '=', organization).execute()
      }),
  }
}
