/** Contacts: listed, searched, added, changed, removed (SPEC §3, §5; BEHAVIOUR §12). */
import { randomUUID } from 'node:crypto'
import { contactLimits, noDetails, type SomeDetails } from '../../src/contract/contacts/contactDetails'
import { checkDetails, cleanDetails, withDetails } from '../../src/contract/contacts/detailsRules'
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/contacts/contacts'
import type * as recipients from '../../src/contract/endpoints/sending/contacts'
import { limits } from '../../src/contract/limits'
import { checkContact, contactName } from '../../src/contract/mail/contactRules'
import { addressKey, asciiAddress } from '../../src/contract/mail/domainSpelling'
import { foldedName, nameTerms } from '../../src/contract/mail/plainName'
import { isAnswerable } from '../../src/contract/rules'
import type { AccountId } from '../core/account'
import type { Caller } from '../core/caller'
import { Refusal } from '../core/refusal'
import type { Clock } from '../kit/clock'
import type { Directory } from '../organizations/directory.store'
import type { RecentRecipients } from '../outbox/send/recentRecipients.store'
import type { ContactGroups } from './contactGroups.store'
import type { ContactQuery, ContactStore } from './contacts.store'
import type { PeopleFinder } from './peopleFinder.store'

export type ContactDeps = {
  readonly contacts: ContactStore
  readonly contactGroups: ContactGroups
  readonly recentRecipients: RecentRecipients
  readonly clock: Clock
}

/** No account has this one: whoever holds no answer must not take an empty book for unchanged. */
const noChangeYet = 'new'

export const makeQueryAllContacts =
  ({ contacts, contactGroups }: Pick<ContactDeps, 'contacts' | 'contactGroups'>) =>
  async (
    { known }: Form<typeof entries.queryAllContacts>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.queryAllContacts>> => {
    // Before the contacts: a change between the two makes a version that is too old, never a list.
    const version = (await contacts.revision(account.id)) || noChangeYet
    if (version === known) return { version, unchanged: true, groups: [], contacts: [] }
    const groups = [...(await contactGroups.all(account.id))]
    return { version, groups, contacts: [...(await contacts.all(account.id))] }
  }

type Wanted = Pick<Form<typeof entries.listContacts>, 'view' | 'group' | 'typed'>

/** A group that is not the account's own is `notFound`. */
export async function queryOf(
  { contactGroups }: Pick<ContactDeps, 'contactGroups'>,
  account: AccountId,
  { view, group, typed }: Wanted,
): Promise<ContactQuery> {
  if (group !== '' && (await contactGroups.find(account, group)) === null) throw new Refusal('notFound')
  return { view, group, words: nameTerms(typed) }
}

export const makeListContacts =
  (deps: Pick<ContactDeps, 'contacts' | 'contactGroups'>) =>
  async (form: Form<typeof entries.listContacts>, { account }: Caller): Promise<Reply<typeof entries.listContacts>> => {
    const { contacts, next, total } = await deps.contacts.page(account.id, await queryOf(deps, account.id, form), form)
    return { contacts: [...contacts], next, total }
  }

export const makeContactIds =
  (deps: Pick<ContactDeps, 'contacts' | 'contactGroups'>) =>
  async (form: Form<typeof entries.contactIds>, { account }: Caller): Promise<Reply<typeof entries.contactIds>> => ({
    ids: [...(await deps.contacts.ids(account.id, await queryOf(deps, account.id, form)))],
  })

export const makeOpenContact =
  ({ contacts }: Pick<ContactDeps, 'contacts'>) =>
  async ({ id }: Form<typeof entries.openContact>, { account }: Caller): Promise<Reply<typeof entries.openContact>> => {
    const contact = await contacts.find(account.id, id)
    if (contact === null) throw new Refusal('notFound')
    return { contact }
  }

/** A refusal for a name that another bears: the page offers to open that one. */
export const nameTaken = (existing: string) => new Refusal('contactExists', { field: 'name', payload: { existing } })

async function added({ contacts }: Pick<ContactDeps, 'contacts'>, account: AccountId, details: SomeDetails) {
  const contact = { ...withDetails(noDetails, details), id: randomUUID(), rest: '' }
  const came = await contacts.add(account, contact, limits.contacts)
  if (came.is === 'exists') throw nameTaken(came.existing)
  if (came.is === 'full') throw new Refusal('contactsFull')
  return { contact: came.contact }
}

export const makeAddContact =
  (deps: Pick<ContactDeps, 'contacts'>) =>
  async (form: Form<typeof entries.addContact>, { account }: Caller): Promise<Reply<typeof entries.addContact>> => {
    const person = { name: contactName(form.name), email: asciiAddress(form.email.trim()) }
    const field = checkContact(person)
    if (field !== null) throw new Refusal('badField', { field })
    return added(deps, account.id, { name: person.name, emails: [{ label: '', value: person.email }] })
  }

export const makeContactOf =
  ({ contacts, contactGroups }: Pick<ContactDeps, 'contacts' | 'contactGroups'>) =>
  async ({ email }: Form<typeof entries.contactOf>, { account }: Caller): Promise<Reply<typeof entries.contactOf>> => {
    const key = addressKey(email)
    const like = await contacts.like(account.id, { name: '', email })
    const known = like.find(({ emailKeys }) => emailKeys.includes(key))
    const contact = known === undefined ? null : await contacts.find(account.id, known.id)
    if (contact === null) return { contact, groups: [] }
    const groups = (await contactGroups.all(account.id)).filter(({ id }) => contact.groups.includes(id))
    return { contact, groups: groups.map(({ name }) => name) }
  }

export const makeAddPeople =
  ({ contacts }: Pick<ContactDeps, 'contacts'>) =>
  async ({ people }: Form<typeof entries.addPeople>, { account }: Caller): Promise<Reply<typeof entries.addPeople>> => {
    // Of two entries with one address the first counts.
    const once = new Map(people.toReversed().map((person) => [addressKey(asciiAddress(person.address.trim())), person]))
    const known = await contacts.known(account.id, [...once.keys()])
    let added = 0
    for (const [key, { name, address }] of [...once].toReversed()) {
      const email = asciiAddress(address.trim())
      if (known.has(key) || key === addressKey(account.address) || !isAnswerable(email)) continue
      const came = await addPerson(contacts, account.id, contactName(name), email)
      if (came === 'full' && added === 0) throw new Refusal('contactsFull')
      if (came === 'full') break
      if (came === 'added') added += 1
    }
    return { added, known: known.size }
  }

/** Under the name; where that says nothing or another bears it, with the address. */
async function addPerson(contacts: ContactStore, account: AccountId, name: string, email: string) {
  const fits = (text: string) => [...text].slice(0, limits.contactNameCharacters).join('')
  const names = foldedName(name) === '' ? [email] : [name, `${name} (${email})`]
  for (const tried of names) {
    const details = { name: fits(tried), emails: [{ label: '', value: email }] }
    const contact = { ...withDetails(noDetails, details), id: randomUUID(), rest: '' }
    const came = await contacts.add(account, contact, limits.contacts)
    if (came.is !== 'exists') return came.is
  }
  return 'exists' as const
}

export const makeCreateContact =
  (deps: Pick<ContactDeps, 'contacts'>) =>
  async (
    form: Form<typeof entries.createContact>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.createContact>> => {
    const details = cleanDetails(withDetails(noDetails, form.contact))
    const field = checkDetails(details)
    if (field !== null) throw new Refusal('badField', { field })
    return added(deps, account.id, details)
  }

export const makeEditContact =
  ({ contacts }: Pick<ContactDeps, 'contacts'>) =>
  async (
    { id, version, changes }: Form<typeof entries.editContact>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.editContact>> => {
    const details = cleanDetails(changes)
    const field = checkDetails(details)
    if (field !== null) throw new Refusal('badField', { field })
    const came = await contacts.edit(account.id, id, version, details)
    if (came.is === 'absent') throw new Refusal('notFound')
    if (came.is === 'exists') throw nameTaken(came.existing)
    if (came.is === 'changed')
      throw new Refusal('contactChanged', { payload: { contact: came.contact, fields: came.fields } })
    return { contact: came.contact }
  }

export const makeRemoveContacts =
  ({ contacts, clock }: Pick<ContactDeps, 'contacts' | 'clock'>) =>
  async (
    { ids }: Form<typeof entries.removeContacts>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.removeContacts>> => {
    const undo = randomUUID()
    const removed = await contacts.remove(account.id, ids, { undo, now: clock.now() })
    if (removed === 0) throw new Refusal('notFound')
    return { removed, undo }
  }

export const makeUndoContacts =
  ({ contacts, clock }: Pick<ContactDeps, 'contacts' | 'clock'>) =>
  async (
    { undo }: Form<typeof entries.undoContacts>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.undoContacts>> => {
    const came = await contacts.undo(account.id, undo, {
      since: clock.now() - contactLimits.undoMs,
      most: limits.contacts,
    })
    if (came === null) throw new Refusal('notFound')
    if (came === 'full') throw new Refusal('contactsFull')
    return came
  }

export const makeStarContacts =
  ({ contacts }: Pick<ContactDeps, 'contacts'>) =>
  async (
    { ids, starred }: Form<typeof entries.starContacts>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.starContacts>> => ({ changed: await contacts.star(account.id, ids, starred) })

export const makeCollectedPeople =
  ({ contacts, recentRecipients }: Pick<ContactDeps, 'contacts' | 'recentRecipients'>) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof entries.collectedPeople>> => {
    const recent = await recentRecipients.all(account.id)
    const known = await contacts.known(
      account.id,
      recent.map(({ address }) => addressKey(address)),
    )
    return { people: recent.filter(({ address }) => !known.has(addressKey(address))) }
  }

export const makeRemoveCollected =
  ({ recentRecipients }: Pick<ContactDeps, 'recentRecipients'>) =>
  async (
    { addresses }: Form<typeof entries.removeCollected>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.removeCollected>> => ({
    removed: await recentRecipients.remove(account.id, addresses),
  })

type SuggestDeps = Pick<ContactDeps, 'clock'> & { readonly peopleFinder: PeopleFinder; readonly directory: Directory }

/** Whom typed text may mean (BEHAVIOUR §3): those known, by use and name; then colleagues. */
export const makeSuggestPeople =
  ({ peopleFinder, directory, clock }: SuggestDeps) =>
  async (
    { typed, except }: Form<typeof recipients.suggestPeople>,
    { account }: Caller,
  ): Promise<Reply<typeof recipients.suggestPeople>> => {
    const words = nameTerms(typed)
    if (words.length === 0) return { groups: [], people: [] }
    const groups = await peopleFinder.groups(account.id, words, limits.suggestedGroups)
    const known = await peopleFinder.people(account.id, words, { except, most: limits.suggestions })
    const named = new Set([...except, ...known.map(({ address }) => address)].map(addressKey))
    const at = { cursor: '', size: named.size + limits.suggestions, now: clock.now() }
    const found = account.organization === null ? null : await directory.page(account.organization, words, at)
    const others = (found?.people ?? [])
      .filter(({ address }) => !named.has(addressKey(address)))
      .map((person) => ({ ...person, uses: 0 }))
    return { groups: [...groups], people: [...known, ...others].slice(0, limits.suggestions) }
  }
