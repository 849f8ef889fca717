/** Contacts that may be one person, and their merge (BEHAVIOUR §12). */
import { randomUUID } from 'node:crypto'
import { contactLimits } from '../../src/contract/contacts/contactDetails'
import { checkDetails, cleanDetails } from '../../src/contract/contacts/detailsRules'
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/contacts/duplicates'
import type { Caller } from '../core/caller'
import { Refusal } from '../core/refusal'
import { type ContactDeps, nameTaken } from './contacts'

export const makeDuplicateContacts =
  ({ contacts }: Pick<ContactDeps, 'contacts'>) =>
  async (
    { cursor }: Form<typeof entries.duplicateContacts>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.duplicateContacts>> => {
    const at = { size: contactLimits.duplicateSets, named: contactLimits.mergedContacts }
    const { sets, next } = await contacts.duplicates(account.id, cursor, at)
    return { sets: sets.map((set) => ({ ...set, contacts: [...set.contacts] })), next }
  }

export const makeSetContactsApart =
  ({ contacts }: Pick<ContactDeps, 'contacts'>) =>
  async (
    { ids, apart }: Form<typeof entries.setContactsApart>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.setContactsApart>> => {
    await contacts.setApart(account.id, ids, apart)
    return {}
  }

export const makeMergeContacts =
  ({ contacts, clock }: Pick<ContactDeps, 'contacts' | 'clock'>) =>
  async (
    { ids, chosen, photo }: Form<typeof entries.mergeContacts>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.mergeContacts>> => {
    const once = [...new Set(ids)]
    if (once.length < 2) throw new Refusal('badField', { field: 'ids' })
    const details = cleanDetails(chosen)
    const field = checkDetails(details)
    if (field !== null) throw new Refusal('badField', { field })
    const plan = { undo: randomUUID(), now: clock.now() }
    const came = await contacts.merge(account.id, once, { details, photo }, plan)
    if (came.is === 'absent') throw new Refusal('notFound')
    if (came.is === 'exists') throw nameTaken(came.existing)
    if (came.is === 'faulty') throw new Refusal('badField', { field: came.field })
    return { contact: came.contact, undo: plan.undo }
  }
