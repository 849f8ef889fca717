/** The transfer of a mailbox into the own organization; `serverCannot` over a mail server. */
import * as v from 'valibot'
import { refusalCodes } from '../../codes'
import { endpoint } from '../../endpoint'
import { flag, text, withDefault } from '../../field'

/** Milliseconds for which the old address forwards to the new one. */
export const moveForwardMs = 30 * 24 * 60 * 60 * 1_000

const shown = v.object({
  /** `cancelling`: what was made of the new mailbox is being removed. */
  state: v.picklist(['none', 'running', 'cancelling', 'done', 'failed']),
  /** Where it failed while it was cancelled: then nothing is left but to cancel it again. */
  isCancelled: v.boolean(),
  /** Messages. */
  done: v.number(),
  total: v.number(),
  /** The new one; empty where none was begun. */
  address: v.string(),
  /** Why it failed. */
  reason: v.nullable(v.picklist(refusalCodes)),
  /** When the old address stops forwarding, epoch milliseconds; null where it does not. */
  forwardUntil: v.nullable(v.number()),
})

export const mailboxMove = endpoint({
  method: 'POST',
  path: 'webmail/main/getMoveMailStatus.action',
  reply: shown,
  codes: ['serverCannot'],
})

/** Begins it, or goes on with one that failed; `notAllowed` for one that is cancelled. */
export const startMailboxMove = endpoint({
  method: 'POST',
  path: 'webmail/corp/startTrabsfer.action',
  /** One of the own organization; of any other it says `notFound`. */
  fields: { domain: text(253), forwards: withDefault(flag(), false) },
  reply: shown,
  codes: ['serverCannot', 'notFound', 'notAllowed', 'nameTaken', 'seatsFull', 'quotaExceeded'],
})

/** Removes what was made of the new mailbox; the old one stays as it is. */
export const cancelMailboxMove = endpoint({
  method: 'POST',
  path: 'webmail/corp/cancelTransfer.action',
  reply: shown,
  codes: ['serverCannot', 'notFound'],
})
