/** Phone binding (SPEC §4, §5, §7, §8). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { instant, text } from '../../field'

export const bindPopUp = endpoint({
  method: 'GET',
  path: 'webmail/vipBindPhone/isPopUp',
  reply: v.object({ isPopUp: v.boolean() }),
})

/** Asking again for the same phone while its code lives answers the same code. */
export const bindPhone = endpoint({
  method: 'GET',
  path: 'webmail/vipBindPhone/bindPhone',
  fields: { phone: text(20) },
  reply: v.object({
    isSuccess: v.boolean(),
    /** The code that is to be sent by text message. */
    msg: v.string(),
    /** The number that it is to be sent to. */
    destination: v.string(),
    /** When the code runs out, in epoch milliseconds. */
    expires: v.number(),
  }),
  codes: ['phoneEmpty', 'phoneInvalid', 'notAllowed', 'tooManyTries', 'serverCannot'],
})

export const verifyPhone = endpoint({
  method: 'GET',
  path: 'webmail/vipBindPhone/verificationPhone',
  fields: { phone: text(20) },
  reply: v.object({
    isSuccess: v.boolean(),
    /** The words of SPEC §8, which the screen has in both languages of its own. */
    msg: v.string(),
    /** There is no code any more that the phone could send: another is due. */
    isExpired: v.boolean(),
  }),
  codes: ['phoneEmpty', 'phoneInvalid'],
})

/** The dialog was closed: it is not offered again for a while. */
export const putOffPhone = endpoint({ method: 'POST', path: 'webmail/vipBindPhone/later.action' })

/**
 * A text message that reached our number, told by the operator who took it in. `signature` is the HMAC-SHA-256 in hex, keyed with the
 * secret that both share, of the lines `at`, `from`, `to` and `text`, joined by line feeds.
 */
export const receiveSms = endpoint({
  method: 'POST',
  path: 'webmail/sms/receive.action',
  fields: { from: text(20), to: text(20), text: text(500), at: instant(), signature: text(64) },
  codes: ['notAllowed', 'serverCannot'],
  anonymous: true,
})
