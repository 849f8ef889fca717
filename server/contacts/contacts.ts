/** The people whom a person knows (SPEC §3, §5). */
import { randomUUID } from 'node:crypto'
import { type ContactRecord, noDetails } from '../../src/contract/contacts/contactDetails'
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as groupEntries from '../../src/contract/endpoints/contacts/contactGroups'
import type * as entries from '../../src/contract/endpoints/contacts/contacts'
import type * as recipientEntries from '../../src/contract/endpoints/sending/contacts'
import { limits } from '../../src/contract/limits'
import { checkContact, checkGroup, contactName } from '../../src/contract/mail/contactRules'
import { asciiAddress } from '../../src/contract/mail/domainSpelling'
import type { Caller } from '../core/caller'
import { Refusal } from '../core/refusal'
import type { ContactGroups } from './contactGroups.store'
import type { Contact, ContactStore } from './contacts.store'

type Parts = { readonly contacts: ContactStore; readonly contactGroups: ContactGroups }

const view = ({ id, name, email, starred, groups }: Contact): ContactRecord => ({
  ...noDetails,
  id,
  name,
  emails: [{ label: '', value: email }],
  groups: [...groups],
  starred,
  version: 1,
  photo: '',
})

export const makeQueryAllContacts =
  ({ contacts, contactGroups }: Parts) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof entries.queryAllContacts>> => ({
    version: '',
    groups: [...(await contactGroups.all(account.id))],
    contacts: (await contacts.all(account.id)).map((contact) => ({ ...contact, sortKey: '' })),
  })

export const makeAddContact =
  ({ contacts }: Parts) =>
  async (form: Form<typeof entries.addContact>, { account }: Caller): Promise<Reply<typeof entries.addContact>> => {
    const person = { name: contactName(form.name), email: asciiAddress(form.email.trim()) }
    const field = checkContact(person)
    if (field !== null) throw new Refusal('badField', { field })
    const contact: Contact = { id: randomUUID(), ...person, phone: '', groups: [], starred: false }
    const came = await contacts.add(account.id, contact, limits.contacts)
    if (came === 'exists') throw new Refusal('contactExists', { field: 'name' })
    if (came === 'full') throw new Refusal('contactsFull')
    return { contact: view(contact) }
  }

/** One more group, with contacts of this person. */
export const makeAddGroup =
  ({ contactGroups }: Parts) =>
  async (
    form: Form<typeof groupEntries.addGroup>,
    { account }: Caller,
  ): Promise<Reply<typeof groupEntries.addGroup>> => {
    const name = contactName(form.name)
    if (!checkGroup(name)) throw new Refusal('badField', { field: 'name' })
    const id = randomUUID()
    const came = await contactGroups.add(account.id, { id, name, contacts: form.contacts }, limits.contactGroups)
    if (came === 'exists') throw new Refusal('groupExists', { field: 'name' })
    if (came === 'full') throw new Refusal('groupsFull')
    const made = await contactGroups.members(account.id, id)
    return { group: { id, name, members: made?.contacts.length ?? 0 } }
  }

/** Who is in a group: what is written to when it is chosen as a recipient. */
export const makeGroupMembers =
  ({ contactGroups }: Parts) =>
  async (
    { id }: Form<typeof recipientEntries.groupMembers>,
    { account }: Caller,
  ): Promise<Reply<typeof recipientEntries.groupMembers>> => {
    const group = await contactGroups.members(account.id, id)
    if (group === null) throw new Refusal('notFound')
    return { name: group.name, people: group.contacts.map(({ name, email }) => ({ name, address: email })) }
  }
