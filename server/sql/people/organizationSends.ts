/** Counters of an organization's sends, one for each five minutes: a day is a sum of few rows. */
import { sql } from 'kysely'
import type { Connection } from '../connection'

declare module '../schema' {
  interface Schema {
    organization_sends: { organization: string; slot: number; sent: number }
  }
}

const slotMs = 300_000

/** In which counter an instant counts. */
export const sendSlotOf = (at: number): number => Math.floor(at / slotMs)

/** Takes back one of those counted at that instant; in the caller's transaction. */
export async function takeBackSend(within: Connection, organization: string, at: number): Promise<void> {
  await within
    .updateTable('organization_sends')
    .set({ sent: sql`sent - 1` })
    .where('organization', '=', organization)
    .where('slot', '=', sendSlotOf(at))
    .where('sent', '>', 0)
    .execute()
}
