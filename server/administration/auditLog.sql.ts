/** The log of what an organization's administrators did, in the database. */
import { randomBytes } from 'node:crypto'
import { Refusal } from '../core/refusal'
import type { Connection } from '../sql/connection'
import type { AuditNote } from './administrators.store'

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
  if (by !== null && !(await administers(within, by.id, organization))) throw new Refusal('notAllowed')
  const actor = { actor_id: by?.id ?? null, actor_address: by?.address ?? '' }
  await within
    .insertInto('organization_audit')
    .values({ id: nextId(now), organization, at: now, ...actor, action, subject, detail: JSON.stringify(detail) })
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
