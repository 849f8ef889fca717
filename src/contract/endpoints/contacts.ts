/** Contacts and groups (SPEC §3, §7). */
import * as v from 'valibot'
import { endpoint } from '../endpoint'

export const contact = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  groups: v.array(v.string()),
  starred: v.boolean(),
})

export const queryAllContacts = endpoint({
  method: 'POST',
  path: 'webmail/contact/queryAllContacts.action',
  reply: v.object({
    groups: v.array(v.object({ id: v.string(), name: v.string(), members: v.number() })),
    contacts: v.array(contact),
  }),
})
