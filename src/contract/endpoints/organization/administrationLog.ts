/** The log of what administrators of the caller's organization did; `notAllowed` for others. */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { optional, text, whole, withDefault, word } from '../../field'
import { auditActions } from '../../organizations/administrationRules'

const chosen = {
  action: optional(word(auditActions)),
  /** The beginning of an address: who did it, or to whom. */
  person: withDefault(text(320), ''),
}

/** The newest first: `cursor` is the `next` of the page before, empty at first. */
export const auditLog = endpoint({
  method: 'POST',
  path: 'webmail/administration/auditLog.action',
  fields: { ...chosen, cursor: withDefault(text(100), ''), size: withDefault(whole(1, 100), 50) },
  reply: v.object({
    list: v.array(
      v.object({
        id: v.string(),
        /** Epoch milliseconds. */
        at: v.number(),
        /** An address; empty for the operator of the service. */
        by: v.string(),
        action: v.picklist(auditActions),
        /** An address, a domain or a name. */
        subject: v.string(),
        detail: v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])),
      }),
    ),
    /** Empty at the end. */
    next: v.string(),
  }),
  codes: ['notAllowed'],
})

/** The same as csv, for a spreadsheet; `sid` is a download ticket, times are of `timezone`. */
export const auditLogFile = endpoint({
  method: 'GET',
  path: 'webmail/administration/auditLogFile.action',
  fields: { ...chosen, sid: text(200), timezone: text(64), language: word(['zh-CN', 'en-US']) },
  codes: ['ticketExpired', 'notAllowed'],
  anonymous: true,
  body: 'bytesOut',
})
