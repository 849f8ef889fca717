/** What a verification mail asks (CONTRACT "Pages"): shown, and confirmed, by its secret. */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { text } from '../../field'

/** What may be confirmed by such a mail; the texts of each are `verify:<purpose>`. */
export const verificationPurposes = ['forwarding', 'secureMailbox', 'passwordReset', 'stopReset'] as const
export type VerificationPurpose = (typeof verificationPurposes)[number]

const fields = { secret: text(100) }
const asked = v.object({
  purpose: v.picklist(verificationPurposes),
  /** What is confirmed, such as an address, and for which account. */
  subject: v.string(),
  account: v.string(),
})

/** Changes nothing, however often it is called. */
export const showVerification = endpoint({
  method: 'POST',
  path: 'webmail/verification/show.action',
  fields,
  reply: asked,
  codes: ['verificationGone'],
  anonymous: true,
})

/** Works once. */
export const confirmVerification = endpoint({
  method: 'POST',
  path: 'webmail/verification/confirm.action',
  fields,
  reply: asked,
  codes: ['verificationGone'],
  anonymous: true,
})

const sentFields = { sent: text(100) }
const sentReply = v.object({
  purpose: v.picklist(verificationPurposes),
  /** Where it went, of which not every letter is shown. */
  to: v.string(),
  /** Names the newest message: what the page asks by from now on. */
  sent: v.string(),
  sentAt: v.number(),
  /** When its link stops working, and when it may be sent again; epoch milliseconds. */
  expiresAt: v.number(),
  resendAt: v.number(),
  state: v.picklist(['waiting', 'confirmed', 'over']),
})

/** What became of a verification mail; `sent` names it and opens nothing else. */
export const sentVerification = endpoint({
  method: 'POST',
  path: 'webmail/verification/sent.action',
  fields: sentFields,
  reply: sentReply,
  codes: ['verificationGone'],
  anonymous: true,
})

export const resendVerification = endpoint({
  method: 'POST',
  path: 'webmail/verification/resend.action',
  fields: sentFields,
  reply: sentReply,
  codes: ['verificationGone', 'verificationTooSoon', 'tooManyTries'],
  anonymous: true,
})
