import { sql } from 'kysely'

/** When the first of several pieces of work is due. One that is leased is due when its lease ends: the worker that has it may be gone. */
export const earliestDue = sql<
  number | null
>`min(case when leased_until > due_at then leased_until else due_at end)`.as('at')
