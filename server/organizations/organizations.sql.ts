/** Organizations in the database. */
import type { Selectable } from 'kysely'
import { isTierId } from '../../src/contract/tiers'
import type { Database } from '../sql/openDatabase'
import { lockedOrganization, seatsUsedIn } from '../sql/people/seats'
import type { Schema } from '../sql/schema'
import { truth } from '../sql/truth'
import type { Organization, OrganizationStore } from './organizations.store'

declare module '../sql/schema' {
  interface Schema {
    organizations: {
      code: string
      name: string
      tier: string
      seats: number
      /** A `data:` address. */
      logo: string | null
      sends_per_day: number | null
    }
    organization_domains: {
      domain: string
      organization: string
      /** Of the record that proved it, and how that was found last. */
      token: string | null
      state: string | null
      checked_at: number | null
    }
  }
}

const columns = ['code', 'name', 'tier', 'seats', 'sends_per_day'] as const
type Row = Pick<Selectable<Schema['organizations']>, (typeof columns)[number]>

function organizationOf({ tier, sends_per_day: sendsPerDay, ...row }: Row): Organization {
  if (!isTierId(tier)) throw new Error(`The organization ${row.code} has a tier that is not known`)
  return { ...row, tier, ...(sendsPerDay !== null && { sendsPerDay }) }
}

export const makeOrganizationStore = (db: Database): OrganizationStore => ({
  ...makeOrganizations(db),
  ...makeDomainsAndLogos(db),
  ...makeMembers(db),
})

/** What goes with an organization: a later one may have its code, and sees nothing of it (TRUST S21). */
const ofOrganization = [
  'organization_domains',
  'organization_claims',
  'organization_policies',
  'organization_audit',
  'member_removals',
  'organization_sends',
] as const

function makeOrganizations(db: Database): Pick<OrganizationStore, 'add' | 'byCode' | 'all' | 'change' | 'remove'> {
  return {
    add: async ({ sendsPerDay = null, ...organization }) => {
      const { numInsertedOrUpdatedRows: added } = await db
        .insertInto('organizations')
        .values({ ...organization, sends_per_day: sendsPerDay, logo: null })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return added === 1n
    },
    byCode: async (code) => {
      const row = await db.selectFrom('organizations').select(columns).where('code', '=', code).executeTakeFirst()
      return row ? organizationOf(row) : null
    },
    all: async () => {
      const rows = await db.selectFrom('organizations').select(columns).orderBy('code').execute()
      return rows.map(organizationOf)
    },
    change: (code, { sendsPerDay, ...plain }) =>
      db.transaction().execute(async (within) => {
        const change = { ...plain, ...(sendsPerDay !== undefined && { sends_per_day: sendsPerDay }) }
        if (Object.keys(change).length === 0) return (await lockedOrganization(within, code)) !== undefined
        const done = await within.updateTable('organizations').set(change).where('code', '=', code).executeTakeFirst()
        if (change.tier !== undefined)
          await within.updateTable('accounts').set({ tier: change.tier }).where('organization', '=', code).execute()
        return done.numUpdatedRows === 1n
      }),
    remove: (code) =>
      db.transaction().execute(async (within) => {
        if ((await lockedOrganization(within, code)) === undefined || (await seatsUsedIn(within, code)) > 0)
          return false
        for (const table of ofOrganization) await within.deleteFrom(table).where('organization', '=', code).execute()
        await within.deleteFrom('organizations').where('code', '=', code).execute()
        return true
      }),
  }
}

type OfDomains = 'domains' | 'ownedOf' | 'addDomain' | 'removeDomain' | 'logo' | 'logoOfDomain' | 'setLogo'

function makeDomainsAndLogos(db: Database): Pick<OrganizationStore, OfDomains> {
  return {
    domains: async (code) => {
      const rows = await db
        .selectFrom('organization_domains')
        .select('domain')
        .where('organization', '=', code)
        .orderBy('domain')
        .execute()
      return rows.map(({ domain }) => domain)
    },
    ownedOf: async (domains) => {
      if (domains.length === 0) return new Set()
      const rows = await db
        .selectFrom('organization_domains')
        .select('domain')
        .where('domain', 'in', [...domains])
        .execute()
      return new Set(rows.map(({ domain }) => domain))
    },
    addDomain: async (code, domain) => {
      await db
        .insertInto('organization_domains')
        .values({ domain, organization: code, token: null, state: null, checked_at: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const owner = await db
        .selectFrom('organization_domains')
        .select('organization')
        .where('domain', '=', domain)
        .executeTakeFirst()
      return owner?.organization === code
    },
    removeDomain: async (code, domain) => {
      await db
        .deleteFrom('organization_domains')
        .where('domain', '=', domain)
        .where('organization', '=', code)
        .execute()
    },
    logo: async (code) => {
      const row = await db.selectFrom('organizations').select('logo').where('code', '=', code).executeTakeFirst()
      return row?.logo ?? null
    },
    logoOfDomain: async (domain) => {
      const row = await db
        .selectFrom('organization_domains')
        .innerJoin('organizations', 'organizations.code', 'organization_domains.organization')
        .select('organizations.logo')
        .where('organization_domains.domain', '=', domain)
        .executeTakeFirst()
      return row?.logo ?? null
    },
    setLogo: async (code, logo) => {
      await db.updateTable('organizations').set({ logo }).where('code', '=', code).execute()
    },
  }
}

function makeMembers(db: Database): Pick<OrganizationStore, 'members' | 'join' | 'leave'> {
  return {
    members: async (code) => {
      const rows = await db
        .selectFrom('accounts')
        .select(['id', 'address', 'display_name', 'locked'])
        .where('organization', '=', code)
        .orderBy('address')
        .execute()
      return rows.map(({ display_name, locked: lock, ...row }) => ({
        ...row,
        displayName: display_name,
        locked: lock === truth(true),
      }))
    },
    join: (code, account) =>
      db.transaction().execute(async (within) => {
        const found = await lockedOrganization(within, code)
        if (found === undefined) return 'unknown'
        const { tier, seats } = organizationOf(found)
        const row = await within
          .selectFrom('accounts')
          .select(['organization', 'administers'])
          .where('id', '=', account)
          .executeTakeFirst()
        if (row === undefined) return 'unknown'
        if (row.organization !== code && (await seatsUsedIn(within, code)) >= seats) return 'full'
        // Administrators are appointed: none comes along from elsewhere, or from before.
        const administers = row.organization === code ? row.administers : null
        const member = { organization: code, tier, due_at: null, administers }
        await within.updateTable('accounts').set(member).where('id', '=', account).execute()
        return 'joined'
      }),
    leave: (code, account) =>
      db.transaction().execute(async (within) => {
        await lockedOrganization(within, code)
        const removal = await within
          .selectFrom('member_removals')
          .select('state')
          .where('member_id', '=', account)
          .where('organization', '=', code)
          .executeTakeFirst()
        if (removal?.state === 'deleting') return false
        // What its administrators began with it goes no further; its lock is the operator's to lift.
        await within
          .deleteFrom('member_removals')
          .where('member_id', '=', account)
          .where('organization', '=', code)
          .execute()
        const opened = removal === undefined ? {} : { locked_by: null, closes_at: null }
        const done = await within
          .updateTable('accounts')
          .set({ organization: null, tier: 'free', due_at: null, administers: null, quota_bytes: null, ...opened })
          .where('id', '=', account)
          .where('organization', '=', code)
          .executeTakeFirst()
        return done.numUpdatedRows === 1n
      }),
  }
}
