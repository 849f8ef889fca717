/** Phone binding (SPEC §4, §7). */
import * as v from 'valibot'
import { endpoint } from '../endpoint'
import { text } from '../field'

export const bindPopUp = endpoint({
  method: 'GET',
  path: 'webmail/vipBindPhone/isPopUp',
  reply: v.object({ isPopUp: v.boolean() }),
})

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
  }),
})

export const verifyPhone = endpoint({
  method: 'GET',
  path: 'webmail/vipBindPhone/verificationPhone',
  fields: { phone: text(20) },
  reply: v.object({ isSuccess: v.boolean(), msg: v.string() }),
})
