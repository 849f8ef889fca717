/** The log of what an organization's administrators did, in the database. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import * as v from 'valibot'
import { isAuditAction } from '#contract/organizations/administrationRules'
import { Refusal } from '../core/refusal'
import type { Connection } from '../sql/connection'
import type { Database } from '../sql/openDatabase'
import { pageOf } from '../sql/rows/cursor'
import type { AuditLog, AuditNote } from './administrators.store'

declare module '../sql/schema' {
  interface Schema {
    organization_audit: {
      id: string
      organization: string
      at: number
      /** Null for the operator. */
      actor_id: string | null
      actor_address: string
      action: string
      subject: string
      /** As JSON. */
      detail: string
    }
  }
}

let noted = 0

/** Ids sort by time, and within a millisecond by the order in which this process noted them. */
function nextId(now: number): string {
  noted = (noted + 1) % 1_000_000
  return [String(now).padStart(15, '0'), String(noted).padStart(6, '0'), randomBytes(6).toString('hex')].join('-')
}

/**
 * Notes a change, within its transaction and before the change itself (TRUST S22). Throws
 * `notAllowed` for whoever administers the organization no more.
 */
export async function noteAudit(
  within: Connection,
  { organization, by, action, subject, detail = {}, now }: AuditNote,
): Promise<void> {
  const actor = by?.id ?? null
  if (actor !== null && !(await administers(within, actor, organization))) throw new Refusal('notAllowed')
  await within
    .insertInto('organization_audit')
    .values({
      ...{ id: nextId(now), organization, at: now, actor_id: actor, actor_address: by?.address ?? '' },
      ...{ action, subject, detail: JSON.stringify(detail) },
    })
    .execute()
}

async function administers(within: Connection, account: string, organization: string): Promise<boolean> {
  const row = await within
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', account)
    .where('organization', '=', organization)
    .where('administers', '=', organization)
    .where('locked', '=', 0)
    .executeTakeFirst()
  return row !== undefined
}

const detailSchema = v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))

export function makeAuditLog(db: Database): AuditLog {
  return {
    page: async (organization, { action, person, cursor, size }) => {
      const begins = person.trim().toLowerCase()
      const rows = await db
        .selectFrom('organization_audit')
        .selectAll()
        .where('organization', '=', organization)
        .$if(cursor !== '', (it) => it.where('id', '<', cursor))
        .$if(action !== undefined, (it) => it.where('action', '=', action ?? ''))
        .$if(begins !== '', (it) =>
          it.where(({ or }) =>
            or([
              sql<boolean>`substr(actor_address, 1, ${begins.length}) = ${begins}`,
              sql<boolean>`substr(subject, 1, ${begins.length}) = ${begins}`,
            ]),
          ),
        )
        .orderBy('id', 'desc')
        .limit(size + 1)
        .execute()
      const { rows: shown, last } = pageOf(rows, size)
      const list = shown.flatMap((row) =>
        // Noted by a newer version, which has more actions.
        isAuditAction(row.action)
          ? [
              {
                ...{ id: row.id, at: Number(row.at), by: row.actor_address, action: row.action },
                ...{ subject: row.subject, detail: v.parse(detailSchema, JSON.parse(row.detail)) },
              },
            ]
          : [],
      )
      return { list, next: last?.id ?? '' }
    },
    note: (entry) => db.transaction().execute((within) => noteAudit(within, entry)),
    sweep: async (before) => {
      await db.deleteFrom('organization_audit').where('at', '<', before).execute()
    },
  }
}
