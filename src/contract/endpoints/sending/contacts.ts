/** Contacts and groups (SPEC §3, §7). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { list, text } from '../../field'
import { limits } from '../../limits'
import { address } from '../../shapes'

export const contact = /* @__PURE__ */ v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  groups: v.array(v.string()),
  starred: v.boolean(),
})

/** A group of contacts, with the number of its members. */
export const contactGroup = /* @__PURE__ */ v.object({ id: v.string(), name: v.string(), members: v.number() })
export type ContactGroup = v.InferOutput<typeof contactGroup>

export const queryAllContacts = endpoint({
  method: 'POST',
  path: 'webmail/contact/queryAllContacts.action',
  reply: v.object({
    groups: v.array(contactGroup),
    contacts: v.array(contact),
  }),
})

/** One more contact, whose name no other has (SPEC §5). */
export const addContact = endpoint({
  method: 'POST',
  path: 'webmail/contact/addContact.action',
  fields: { name: text(1_000), email: text(320) },
  reply: v.object({ contact }),
  codes: ['contactExists', 'contactsFull'],
})

/** One more group, whose name no other has (SPEC §5), with contacts by their ids. */
export const addGroup = endpoint({
  method: 'POST',
  path: 'webmail/contact/addGroup.action',
  fields: { name: text(1_000), contacts: list(limits.contacts, 100) },
  reply: v.object({ group: contactGroup }),
  codes: ['groupExists', 'groupsFull'],
  formBytes: limits.textFormBytes,
})

/** Who is in a group, by name. */
export const groupMembers = endpoint({
  method: 'POST',
  path: 'webmail/contact/groupMembers.action',
  fields: { id: text(100) },
  reply: v.object({ name: v.string(), people: v.array(address) }),
  codes: ['notFound'],
})

/** People whom the person knows or wrote to, and groups, that the typed text may mean, the likeliest first; Chinese names by their sound too. */
export const suggestPeople = endpoint({
  method: 'POST',
  path: 'webmail/contact/suggestions.action',
  /** `except`: addresses that are named already. */
  fields: { typed: text(320), except: list(1_000, 320) },
  /** `uses`: how often one was written to. */
  reply: v.object({
    groups: v.array(contactGroup),
    people: v.array(v.object({ ...address.entries, uses: v.number() })),
  }),
})
