/** Registration (SPEC §7). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { text } from '../../field'

export const validateUserName = endpoint({
  method: 'POST',
  path: 'webmail/vipRegister/ValidityUserName',
  fields: { username: text(64), domain: text(253) },
  reply: v.object({ state: v.picklist(['free', 'taken', 'malformed']), suggestions: v.array(v.string()) }),
  anonymous: true,
})

export const checkPhoneNumber = endpoint({
  method: 'POST',
  path: 'webmail/vipRegister/checkPhoneNum',
  fields: { phone: text(20) },
  reply: v.object({ usable: v.boolean() }),
  anonymous: true,
})
