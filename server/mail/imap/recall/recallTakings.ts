/** What is noted of mails that a recall takes out of mailboxes on a mail server, in the database that all gateways share (TRUST R22). */
import type { Database } from '#server/sql/openDatabase'

export type Taking = { readonly sendId: string; readonly address: string }

export type RecallTakings = {
  /** `begun`: something may be gone already; `taken`: all of it is. */
  readonly find: (taking: Taking) => Promise<'begun' | 'taken' | null>
  /** Before anything is taken: whoever goes on after a crash then knows that what is missing was taken and not deleted. */
  readonly begin: (taking: Taking) => Promise<void>
  readonly end: (taking: Taking) => Promise<void>
  /** Nothing was taken after all. */
  readonly forget: (taking: Taking) => Promise<void>
}

export function makeRecallTakings(db: Database): RecallTakings {
  return {
    find: async ({ sendId, address }) => {
      const row = await db
        .selectFrom('recall_takings')
        .select('taken')
        .where('send_id', '=', sendId)
        .where('address', '=', address)
        .executeTakeFirst()
      return row === undefined ? null : row.taken === 1 ? 'taken' : 'begun'
    },
    begin: async ({ sendId, address }) => {
      await db
        .insertInto('recall_takings')
        .values({ send_id: sendId, address, taken: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    end: async ({ sendId, address }) => {
      await db
        .updateTable('recall_takings')
        .set({ taken: 1 })
        .where('send_id', '=', sendId)
        .where('address', '=', address)
        .execute()
    },
    forget: async ({ sendId, address }) => {
      await db
        .deleteFrom('recall_takings')
        .where('send_id', '=', sendId)
        .where('address', '=', address)
        .where('taken', '=', 0)
        .execute()
    },
  }
}
