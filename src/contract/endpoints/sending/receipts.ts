/** Read receipts: sent, declined, and what came back of those asked for (SPEC §7; RFC 8098). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { flag, text, withDefault } from '../../field'

/** Whether the receipt is on its way, by this call or an earlier one; false where the person wanted none. */
const receiptReply = { reply: v.object({ sent: v.boolean() }) }

/** Sends the receipt that a mail asked for, once; `automatic` where the person's setting does it and nobody was asked. */
export const sendReceipt = endpoint({
  method: 'POST',
  path: 'webmail/writemail/sendreceipt2.action',
  fields: { id: text(200), automatic: withDefault(flag(), false) },
  ...receiptReply,
  codes: ['notFound', 'notAllowed', 'tooManyTries', 'diskFull'],
})

/** Of a sent mail that asked for receipts: to whom it went, and when each has read it, as far as they have let it be told. */
export const receiptState = endpoint({
  method: 'GET',
  path: 'webmail/writemail/receiptState.action',
  fields: { id: text(200) },
  reply: v.object({
    /** `readAt` in epoch milliseconds; null where no receipt came. Empty where no receipt was asked for from here. */
    recipients: v.array(v.object({ address: v.string(), readAt: v.nullable(v.number()) })),
  }),
  codes: ['notFound'],
})

/** Decides that no receipt is sent for a mail, and is not asked again. */
export const ignoreReceipt = endpoint({
  method: 'POST',
  path: 'webmail/writemail/ignoreReceipt.action',
  fields: { id: text(200) },
  ...receiptReply,
  codes: ['notFound', 'notAllowed'],
})
