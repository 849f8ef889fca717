/**
 * An organization's own administrators (docs/decisions/0071). Every call but the first is refused
 * with `notAllowed` for whoever administers nothing.
 */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'

/** What the caller is in the own organization; a settings page lists by it. */
export const administrationRole = endpoint({
  method: 'POST',
  path: 'webmail/administration/getRole.action',
  reply: v.object({ role: v.picklist(['none', 'member', 'administrator']) }),
})

export const administrationOverview = endpoint({
  method: 'POST',
  path: 'webmail/administration/getOverview.action',
  reply: v.object({
    name: v.string(),
    /** Its code. */
    organization: v.string(),
    seats: v.number(),
    seatsUsed: v.number(),
    /** Of all members in the last 24 hours. */
    sentToday: v.number(),
    /** What all of them together may send in 24 hours. */
    sendsPerDay: v.number(),
    /** What each member may send in 24 hours. */
    sendsPerMember: v.number(),
    /** False where a mail server has the accounts: members are not changed here. */
    keepsAccounts: v.boolean(),
  }),
  codes: ['notAllowed'],
})
