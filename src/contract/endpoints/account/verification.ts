/** What a verification mail asks (CONTRACT "Pages"): shown, and confirmed, by its secret. */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { text } from '../../field'

/** What may be confirmed by such a mail; the texts of each are `verify:<purpose>`. */
export const verificationPurposes = ['forwarding', 'secureMailbox'] as const
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
