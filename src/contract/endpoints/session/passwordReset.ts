/** A forgotten password is set anew, by phone or mailbox (docs/decisions/0059). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { text, word } from '../../field'

export const resetWays = ['phone', 'mailbox'] as const

const call = { method: 'POST', anonymous: true } as const
const token = text(100)

/** Whether passwords are kept here, so that one can be set anew. */
export const resetOffer = endpoint({
  ...call,
  path: 'webmail/passwordReset/offer.action',
  reply: v.object({ isOffered: v.boolean() }),
})

/** An unknown address is answered as one without a way. */
export const beginReset = endpoint({
  ...call,
  path: 'webmail/passwordReset/begin.action',
  fields: { address: text(254), captcha: text(20), captchaRandom: text(100) },
  reply: v.object({
    /** Kept by this browser alone: by it the next steps are taken. */
    token: v.string(),
    /** Masked. */
    phone: v.nullable(v.string()),
    mailbox: v.nullable(v.string()),
  }),
  codes: ['captchaNeeded', 'captchaWrong', 'tooManyTries', 'serverCannot'],
})

/** The code that the secure phone has to send; the same while it lives. */
export const resetByPhone = endpoint({
  ...call,
  path: 'webmail/passwordReset/phone.action',
  fields: { token },
  reply: v.object({ text: v.string(), destination: v.string() }),
  codes: ['verificationGone', 'tooManyTries'],
})

export const resetPhoneState = endpoint({
  ...call,
  path: 'webmail/passwordReset/phoneState.action',
  fields: { token },
  reply: v.object({ state: v.picklist(['waiting', 'proved', 'over']) }),
})

/** Sends the link of a verification mail to the secure mailbox. */
export const resetByMailbox = endpoint({
  ...call,
  path: 'webmail/passwordReset/mailbox.action',
  fields: { token },
  codes: ['verificationGone', 'verificationTooSoon', 'tooManyTries'],
})

/** `secret`: the token of a reset that a phone has proved, or the link's. Works once. */
export const finishReset = endpoint({
  ...call,
  path: 'webmail/passwordReset/finish.action',
  fields: { way: word(resetWays), secret: text(100), newPassword: text(256) },
  reply: v.object({
    /** From when the new password counts, in epoch milliseconds; null for at once. */
    effectiveAt: v.nullable(v.number()),
  }),
  codes: ['verificationGone', 'passwordWeak', 'passwordCommon', 'passwordPersonal'],
})
