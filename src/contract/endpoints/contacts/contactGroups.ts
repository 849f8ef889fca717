/** Groups of contacts (SPEC §3, §5). Membership is no conflict with an edit of a contact. */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { flag, list, text } from '../../field'
import { limits } from '../../limits'
import { contactGroup } from '../sending/contacts'

/** One more group, whose name no other has (SPEC §5), with contacts by their ids. */
export const addGroup = endpoint({
  method: 'POST',
  path: 'webmail/contact/addGroup.action',
  fields: { name: text(1_000), contacts: list(limits.contacts, 100) },
  reply: v.object({ group: contactGroup }),
  codes: ['groupExists', 'groupsFull'],
  formBytes: limits.textFormBytes,
})

export const renameGroup = endpoint({
  method: 'POST',
  path: 'webmail/contact/renameGroup.action',
  fields: { id: text(100), name: text(1_000) },
  reply: v.object({ group: contactGroup }),
  codes: ['notFound', 'groupExists'],
})

/** The people in it stay. */
export const removeGroup = endpoint({
  method: 'POST',
  path: 'webmail/contact/removeGroup.action',
  fields: { id: text(100) },
  codes: ['notFound'],
})

/** Puts contacts in (`member` 1) or takes them out; `changed` counts for whom that is new. */
export const groupContacts = endpoint({
  method: 'POST',
  path: 'webmail/contact/groupContacts.action',
  fields: { id: text(100), contacts: list(limits.contacts, 100), member: flag() },
  reply: v.object({ changed: v.number() }),
  codes: ['notFound'],
  formBytes: limits.textFormBytes,
})
