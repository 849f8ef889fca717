/** Contacts: listed, opened, added, changed, removed (SPEC §3, §5, §7; BEHAVIOUR §12). */
import * as v from 'valibot'
import { contactLimits, contactRecord, contactRow, someDetails } from '../../contacts/contactDetails'
import { endpoint } from '../../endpoint'
import { flag, json, list, text, whole, withDefault, word } from '../../field'
import { limits } from '../../limits'
import { address } from '../../shapes'
import { contactGroup } from '../sending/contacts'

/**
 * The groups, and all contacts in the order of the list. Who sends the `version` of an answer as
 * `known` gets `unchanged` and no rows while it holds (docs/decisions/0010).
 */
export const queryAllContacts = endpoint({
  method: 'POST',
  path: 'webmail/contact/queryAllContacts.action',
  fields: { known: withDefault(text(100), '') },
  reply: v.object({
    version: v.string(),
    unchanged: v.optional(v.boolean()),
    groups: v.array(contactGroup),
    contacts: v.array(v.pick(contactRow, ['id', 'name', 'email', 'starred', 'sortKey'])),
  }),
})

/** `recent`: those written to from here, the last one first. */
export const contactViews = ['all', 'starred', 'recent'] as const

/** Which contacts: of a view, of a group, and each typed word begins something of them. */
const wantedContacts = {
  view: withDefault(word(contactViews), 'all'),
  /** Id of a group, or empty. */
  group: withDefault(text(100), ''),
  /** Name, its pinyin or initials, nickname, company, address, or digits of a phone number. */
  typed: withDefault(text(320), ''),
}

/** A page: `cursor` is the `next` of the one before, empty at first; `next` is empty at the end. */
export const listContacts = endpoint({
  method: 'POST',
  path: 'webmail/contact/listContacts.action',
  fields: {
    ...wantedContacts,
    cursor: withDefault(text(2_000), ''),
    size: withDefault(whole(1, contactLimits.pageRows), contactLimits.pageRowsAsked),
  },
  reply: v.object({ contacts: v.array(contactRow), next: v.string(), total: v.number() }),
  codes: ['notFound'],
})

/** The ids of all of them, to select them; in no order. */
export const contactIds = endpoint({
  method: 'POST',
  path: 'webmail/contact/contactIds.action',
  fields: wantedContacts,
  reply: v.object({ ids: v.array(v.string()) }),
  codes: ['notFound'],
})

export const openContact = endpoint({
  method: 'POST',
  path: 'webmail/contact/openContact.action',
  fields: { id: text(100) },
  reply: v.object({ contact: contactRecord }),
  codes: ['notFound'],
})

/** Adds a person of a message. `contactExists` carries `existing`, the id of who bears the name. */
export const addContact = endpoint({
  method: 'POST',
  path: 'webmail/contact/addContact.action',
  fields: { name: text(1_000), email: text(320) },
  reply: v.object({ contact: contactRecord }),
  codes: ['contactExists', 'contactsFull'],
})

/** Who has this address among theirs, with the names of their groups; null for nobody. */
export const contactOf = endpoint({
  method: 'POST',
  path: 'webmail/contact/contactOf.action',
  fields: { email: text(320) },
  reply: v.object({ contact: v.nullable(contactRecord), groups: v.array(v.string()) }),
})

/**
 * Adds people of messages: who is known by the address is left as they are (`known`), and a name
 * that another bears gets the address beside it.
 */
export const addPeople = endpoint({
  method: 'POST',
  path: 'webmail/contact/addPeople.action',
  fields: {
    people: json(v.pipe(v.array(address), v.maxLength(contactLimits.peopleAdded)), contactLimits.jsonCharacters),
  },
  reply: v.object({ added: v.number(), known: v.number() }),
  codes: ['contactsFull'],
})

/** Adds a contact whole, with a name and an address. A fault in a list is named with its index. */
export const createContact = endpoint({
  method: 'POST',
  path: 'webmail/contact/createContact.action',
  fields: { contact: json(someDetails, contactLimits.jsonCharacters) },
  reply: v.object({ contact: contactRecord }),
  codes: ['contactExists', 'contactsFull'],
})

/**
 * Changes the fields named in `changes`; a list is named whole. Where one of them was changed
 * otherwise after `version`, none is: `contactChanged` carries `contact`, and `fields` that differ.
 */
export const editContact = endpoint({
  method: 'POST',
  path: 'webmail/contact/editContact.action',
  fields: {
    id: text(100),
    version: whole(0, Number.MAX_SAFE_INTEGER),
    changes: json(someDetails, contactLimits.jsonCharacters),
  },
  reply: v.object({ contact: contactRecord }),
  codes: ['notFound', 'contactExists', 'contactChanged'],
})

/** Removes contacts; `undo` gives them back. */
export const removeContacts = endpoint({
  method: 'POST',
  path: 'webmail/contact/removeContacts.action',
  fields: { ids: list(limits.contacts, 100) },
  reply: v.object({ removed: v.number(), undo: v.string() }),
  codes: ['notFound'],
  formBytes: limits.textFormBytes,
})

/**
 * Undoes a removal or a merge within a day. A name that was taken meanwhile gets a number; a merged
 * contact that was changed since stays as it is, and counts as `unchanged`.
 */
export const undoContacts = endpoint({
  method: 'POST',
  path: 'webmail/contact/undoContacts.action',
  fields: { undo: text(100) },
  reply: v.object({ undone: v.number(), unchanged: v.number() }),
  codes: ['notFound', 'contactsFull'],
})

/** `changed` counts those whose star is another now. */
export const starContacts = endpoint({
  method: 'POST',
  path: 'webmail/contact/starContacts.action',
  fields: { ids: list(limits.contacts, 100), starred: flag() },
  reply: v.object({ changed: v.number() }),
  formBytes: limits.textFormBytes,
})

/** Those written to who are no contacts, the last one first. */
export const collectedPeople = endpoint({
  method: 'POST',
  path: 'webmail/contact/collectedPeople.action',
  reply: v.object({ people: v.array(v.object({ ...address.entries, uses: v.number() })) }),
})

/** Forgets addresses that were written to: they are no longer offered. */
export const removeCollected = endpoint({
  method: 'POST',
  path: 'webmail/contact/removeCollected.action',
  fields: { addresses: list(limits.recentRecipients, 320) },
  reply: v.object({ removed: v.number() }),
})
