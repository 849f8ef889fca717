import { type ContactDetails, noDetails } from '#contract/contacts/contactDetails'
import type { NewContact } from '#server/contacts/contacts.store'

/** A contact with one address, or with what else is known of it. */
export function contactOf(id: string, name: string, email: string, more: Partial<ContactDetails> = {}): NewContact {
  return { ...noDetails, id, name, emails: [{ label: '', value: email }], rest: '', ...more }
}
