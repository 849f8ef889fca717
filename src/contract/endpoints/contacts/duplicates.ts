/** Contacts that may be one person, and their merge (BEHAVIOUR §12). */
import * as v from 'valibot'
import { contactLimits, contactRecord, someDetails } from '../../contacts/contactDetails'
import { endpoint } from '../../endpoint'
import { flag, json, list, text, withDefault } from '../../field'

/** Sets that share an address, a number or a name; `count` may be more than those named. */
export const duplicateContacts = endpoint({
  method: 'POST',
  path: 'webmail/contact/duplicateContacts.action',
  fields: { cursor: withDefault(text(2_000), '') },
  reply: v.object({
    sets: v.array(
      v.object({
        shared: v.picklist(['email', 'phone', 'name']),
        count: v.number(),
        contacts: v.array(contactRecord),
      }),
    ),
    next: v.string(),
  }),
})

/** Contacts that are not one person (`apart` 1) are named as duplicates of each other no more. */
export const setContactsApart = endpoint({
  method: 'POST',
  path: 'webmail/contact/setContactsApart.action',
  fields: { ids: list(contactLimits.mergedContacts, 100), apart: flag() },
})

/**
 * Makes one contact of several (`mergedDetails`): the first of `ids` stays, with the fields that
 * `chosen` names and the `photo` of one of them. `undo` gives all of them back.
 */
export const mergeContacts = endpoint({
  method: 'POST',
  path: 'webmail/contact/mergeContacts.action',
  fields: {
    ids: list(contactLimits.mergedContacts, 100),
    chosen: withDefault(json(someDetails, contactLimits.jsonCharacters), {}),
    photo: withDefault(text(100), ''),
  },
  reply: v.object({ contact: contactRecord, undo: v.string() }),
  codes: ['notFound', 'contactExists'],
})
