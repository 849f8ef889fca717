/** Claims of domains in the database; a proof moves one to the domains of its organization. */
import { type Selectable, sql, type Transaction } from 'kysely'
import * as v from 'valibot'
import { claimStates, proofStates } from '#contract/endpoints/organization/domains'
import type { Connection } from '../../sql/connection'
import { dialectOf, inTurn, waitForTurn } from '../../sql/dialect'
import type { Database } from '../../sql/openDatabase'
import { insertWhere } from '../../sql/rows/limitedRows'
import type { Schema } from '../../sql/schema'
import type { Change } from '../administrators.store'
import { noteAudit } from '../auditLog.sql'
import type { DomainClaim, DomainClaims } from './domainClaims.store'

declare module '../../sql/schema' {
  interface Schema {
    organization_claims: {
      organization: string
      domain: string
      token: string
      state: string
      /** JSON: a list of texts. */
      found: string
      added_at: number
      checked_at: number | null
    }
  }
}

const rowSchema = v.object({
  state: v.picklist(claimStates),
  found: v.pipe(v.string(), v.parseJson(), v.array(v.string())),
})

function claimOf(row: Selectable<Schema['organization_claims']>): DomainClaim {
  const { domain, token, added_at: addedAt, checked_at: checkedAt } = row
  return { domain, token, addedAt, checkedAt, ...v.parse(rowSchema, row) }
}

/** SQLite compares addresses by sign; they are kept in lower case and A-labels. */
const isOf = (domain: string) => sql<boolean>`address like ${`%@${domain}`}`

async function countOf(db: Connection, domain: string): Promise<number> {
  const { count } = await db
    .selectFrom('accounts')
    .select((it) => it.fn.countAll<number | string>().as('count'))
    .where(isOf(domain))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const makeDomainClaims = (db: Database): DomainClaims => ({ ...makeClaims(db), ...makeProofs(db) })

const turnOf = (organization: string) => `organization_claims ${organization}`

const one = (within: Connection, organization: string, domain: string) =>
  within.deleteFrom('organization_claims').where('organization', '=', organization).where('domain', '=', domain)

function makeClaims(db: Database): Omit<DomainClaims, OfProofs> {
  return {
    list: async (organization) => {
      const rows = await db
        .selectFrom('organization_claims')
        .selectAll()
        .where('organization', '=', organization)
        .orderBy('added_at')
        .orderBy('domain')
        .execute()
      return rows.map(claimOf)
    },
    add: (change, claim) => db.transaction().execute((within) => add(within, change, claim)),
    note: async (organization, domain, { state, found, checkedAt }) => {
      await db
        .updateTable('organization_claims')
        .set({ state, found: JSON.stringify(found), checked_at: checkedAt })
        .where('organization', '=', organization)
        .where('domain', '=', domain)
        .execute()
    },
    proved: async () => {
      const rows = await db.selectFrom('organization_domains').select('domain').orderBy('domain').execute()
      return rows.map(({ domain }) => domain)
    },
    addresses: async (organization) => {
      const place = dialectOf(db) === 'sqlite' ? sql`instr(address, '@')` : sql`strpos(address, '@')`
      const rows = await db
        .selectFrom('accounts')
        .select((it) => [
          sql<string>`substr(address, ${place} + 1)`.as('domain'),
          it.fn.countAll<number | string>().as('count'),
        ])
        .where('organization', '=', organization)
        .groupBy(sql.ref('domain'))
        .execute()
      return new Map(rows.map(({ domain, count }) => [domain, Number(count)]))
    },
    sweep: async (before) => {
      await db.deleteFrom('organization_claims').where('added_at', '<', before).execute()
    },
  }
}

async function add(
  within: Transaction<Schema>,
  change: Change,
  { domain, token, most, since }: Parameters<DomainClaims['add']>[1],
): Promise<boolean> {
  const { organization, now } = change
  const row = { organization, domain, token, state: 'waiting', found: '[]', added_at: now }
  const hasRoom = sql`(select count(*) from organization_claims
    where organization = ${organization} and added_at > ${since}) < ${most}`
  const again = sql`on conflict (organization, domain) do update
    set token = excluded.token, state = excluded.state, found = excluded.found,
      added_at = excluded.added_at, checked_at = null
    where organization_claims.added_at <= ${since}`
  const isAdded = await inTurn(within, turnOf(organization), (turn) =>
    insertWhere(turn, 'organization_claims', row, [hasRoom, again]),
  )
  if (isAdded) await noteAudit(within, { ...change, action: 'domainClaimed', subject: domain })
  const found = await within
    .selectFrom('organization_claims')
    .select('domain')
    .where('organization', '=', organization)
    .where('domain', '=', domain)
    .where('added_at', '>', since)
    .executeTakeFirst()
  return found !== undefined
}

async function prove(
  within: Transaction<Schema>,
  change: Change,
  { domain, token, most }: Parameters<DomainClaims['prove']>[1],
): ReturnType<DomainClaims['prove']> {
  const { organization } = change
  await waitForTurn(within, turnOf(organization))
  const claimed = await within
    .selectFrom('organization_claims')
    .select('domain')
    .where('organization', '=', organization)
    .where('domain', '=', domain)
    .where('token', '=', token)
    .executeTakeFirst()
  if (claimed === undefined) return 'gone'
  const { had } = await within
    .selectFrom('organization_domains')
    .select((it) => it.fn.countAll<number | string>().as('had'))
    .where('organization', '=', organization)
    .executeTakeFirstOrThrow()
  if (Number(had) >= most) return 'full'
  // They would be mailboxes of a domain over which their owners have no say.
  const others = await within
    .selectFrom('accounts')
    .select('id')
    .where(isOf(domain))
    .where((it) => it.or([it('organization', 'is', null), it('organization', '!=', organization)]))
    .limit(1)
    .executeTakeFirst()
  if (others !== undefined) return 'taken'
  const { numInsertedOrUpdatedRows: added = 0n } = await within
    .insertInto('organization_domains')
    .values({ domain, organization, token, state: 'found', checked_at: change.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (added === 0n) return 'taken'
  await one(within, organization, domain).execute()
  await noteAudit(within, { ...change, action: 'domainProved', subject: domain })
  return 'proved'
}

type OfProofs = 'prove' | 'remove' | 'proofs' | 'noteProof'

function makeProofs(db: Database): Pick<DomainClaims, OfProofs> {
  return {
    proofs: async (organization) => {
      const rows = await db
        .selectFrom('organization_domains')
        .select(['domain', 'token', 'state', 'checked_at'])
        .where('organization', '=', organization)
        .orderBy('domain')
        .execute()
      return rows.map(({ domain, token, state, checked_at: at }) => ({
        ...{ domain, token, checkedAt: at === null ? null : Number(at) },
        state: proofStates.find((it) => it === state) ?? 'unknown',
      }))
    },
    noteProof: async (organization, { domain, state, checkedAt }) => {
      await db
        .updateTable('organization_domains')
        .set({ state, checked_at: checkedAt })
        .where('organization', '=', organization)
        .where('domain', '=', domain)
        .execute()
    },
    prove: (change, claim) => db.transaction().execute((within) => prove(within, change, claim)),
    remove: (change, domain) =>
      db.transaction().execute(async (within) => {
        const { organization } = change
        await waitForTurn(within, turnOf(organization))
        const { numDeletedRows: claims } = await one(within, organization, domain).executeTakeFirst()
        const { numDeletedRows: proofs } = await within
          .deleteFrom('organization_domains')
          .where('organization', '=', organization)
          .where('domain', '=', domain)
          .where(({ not, exists, selectFrom }) => not(exists(selectFrom('accounts').select('id').where(isOf(domain)))))
          .executeTakeFirst()
        if (claims + proofs > 0n) {
          await noteAudit(within, { ...change, action: 'domainRemoved', subject: domain })
          return 'removed'
        }
        const stands = await within
          .selectFrom('organization_domains')
          .select('domain')
          .where('organization', '=', organization)
          .where('domain', '=', domain)
          .executeTakeFirst()
        return stands === undefined ? 'unknown' : countOf(within, domain)
      }),
  }
}
