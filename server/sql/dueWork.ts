/** Which rows of leased work may be taken, also after a jump of the clock. */
import { type RawBuilder, sql } from 'kysely'
import { clockJumpMs } from '../core/leases'

/** Nobody has it: its lease ended, or ends so far ahead that the clock was set back since. */
export function isUnleased(now: number): RawBuilder<boolean> {
  return sql<boolean>`(leased_until <= ${now} or leased_until > ${now + clockJumpMs})`
}

/** Its time has come, or it was to be worked on at once by a clock that was set back since. `isAtOnce`: what says so of a row. */
export function isDue(now: number, isAtOnce: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(due_at <= ${now} or (due_at is not null and created_at > ${now + clockJumpMs} and ${isAtOnce}))`
}

/** When the first is due: one that is leased, when its lease ends, as its worker may be gone. */
export const earliestDue = sql<
  number | null
>`min(case when leased_until > due_at then leased_until else due_at end)`.as('at')
