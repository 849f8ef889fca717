/** Contacts, as src/contract/endpoints/sending/contacts lists them. */
import * as groups from '../../src/contract/endpoints/contacts/contactGroups'
import * as entries from '../../src/contract/endpoints/contacts/contacts'
import * as recipients from '../../src/contract/endpoints/sending/contacts'
import { type Binding, on } from '../http/binding'
import { makeAddContact, makeAddGroup, makeGroupMembers, makeQueryAllContacts } from './contacts'
import { makeSuggestPeople } from './suggestPeople'

export type ContactParts = Parameters<typeof makeAddContact>[0] & Parameters<typeof makeSuggestPeople>[0]

export function contactBindings(parts: ContactParts): readonly Binding[] {
  return [
    on(entries.queryAllContacts, makeQueryAllContacts(parts)),
    on(entries.addContact, makeAddContact(parts)),
    on(groups.addGroup, makeAddGroup(parts)),
    on(recipients.groupMembers, makeGroupMembers(parts)),
    on(recipients.suggestPeople, makeSuggestPeople(parts)),
  ]
}
