/** What the fields of a contact may hold (SPEC §5): gateway and form check alike. */
import { limits } from '../limits'
import { contactName } from '../mail/contactRules'
import { addressKey, asciiAddress } from '../mail/domainSpelling'
import { foldedName } from '../mail/plainName'
import { cleanText, isAnswerable } from '../rules'
import { type ContactDetails, contactLimits, type LabelledValue, noDetails, type SomeDetails } from './contactDetails'

const lineFields = ['nickname', 'company', 'birthday', 'fax', 'postcode', 'familyPhone'] as const
const textFields = ['address', 'familyAddress', 'familyInfo', 'notes'] as const

/** The contact with the fields that are named. */
export function withDetails<T extends ContactDetails>(contact: T, details: SomeDetails): T {
  const named = Object.entries(details).filter(([, value]) => value !== undefined)
  return { ...contact, ...Object.fromEntries(named) }
}

/** As it is stored: in one line but for texts, without what misleads the eye, no value twice. */
export function cleanDetails(details: SomeDetails): SomeDetails {
  const clean: SomeDetails = { ...details }
  for (const field of lineFields) {
    const line = details[field]
    if (line !== undefined) clean[field] = contactName(line)
  }
  for (const field of textFields) {
    const text = details[field]
    if (text !== undefined) clean[field] = cleanText(text)
  }
  const { name, emails, phones, groups } = details
  if (name !== undefined) clean.name = contactName(name)
  if (emails !== undefined) clean.emails = valuesOnce(emails, (email) => asciiAddress(email.trim()), addressKey)
  if (phones !== undefined) clean.phones = valuesOnce(phones, contactName, phoneDigits)
  if (groups !== undefined) clean.groups = [...new Set(groups)]
  return clean
}

/** The field at fault, with its index in a list (`emails.1`), or null; expects `cleanDetails`. */
export function checkDetails(details: SomeDetails): string | null {
  const { name, emails = [], phones = [], groups = [], birthday = '' } = details
  if (name !== undefined && (foldedName(name) === '' || [...name].length > limits.contactNameCharacters)) return 'name'
  if (details.emails?.length === 0) return 'emails.0'
  const badEmail = emails.findIndex((it, at) => at >= contactLimits.values || isWrong(it) || !isAnswerable(it.value))
  if (badEmail >= 0) return `emails.${badEmail}`
  const badPhone = phones.findIndex(
    (it, at) => at >= contactLimits.values || isWrong(it) || it.value.length > contactLimits.phoneCharacters,
  )
  if (badPhone >= 0) return `phones.${badPhone}`
  for (const field of [...lineFields, ...textFields])
    if ((details[field]?.length ?? 0) > contactLimits.fields[field]) return field
  if (!isBirthday(birthday)) return 'birthday'
  return groups.length > limits.contactGroups ? 'groups' : null
}

const isWrong = ({ label }: LabelledValue) => label.length > contactLimits.labelCharacters

/** Entries without a value are left out. */
function valuesOnce(
  values: readonly LabelledValue[],
  clean: (value: string) => string,
  keyOf: (value: string) => string,
): LabelledValue[] {
  const seen = new Set<string>()
  return values
    .map(({ label, value }) => ({ label: contactName(label), value: clean(value) }))
    .filter(({ value }) => value !== '' && seen.size < seen.add(keyOf(value) || value).size)
}

/** The digits by which numbers are searched for and compared. */
export const phoneDigits = (phone: string): string => phone.normalize('NFKC').replaceAll(/\D/g, '')

/** Whether it is a day of the calendar, with or without its year, or empty. */
export function isBirthday(text: string): boolean {
  if (text === '') return true
  const [, year, month, day] = /^(\d{4}|-)-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  // Without a year, one that has a 29 February.
  const at = new Date(`${year === '-' ? '2000' : year}-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.getUTCDate() === Number(day)
}

/** `A` to `Z` for a sort key, or `#`: the letters of the index, in this order. */
export function letterOf(sortKey: string): string {
  const first = sortKey.normalize('NFD').charAt(0).toUpperCase()
  return /^[A-Z]$/.test(first) ? first : '#'
}

/** A merge: of each field the first that is filled, of lists and notes all; `chosen` over that. */
export function mergedDetails(contacts: readonly ContactDetails[], chosen: SomeDetails = {}): ContactDetails {
  const merged: ContactDetails = {
    ...noDetails,
    emails: contacts.flatMap(({ emails }) => emails),
    phones: contacts.flatMap(({ phones }) => phones),
    groups: contacts.flatMap(({ groups }) => groups),
    starred: contacts.some(({ starred }) => starred),
    notes: [...new Set(contacts.map(({ notes }) => notes).filter(Boolean))].join('\n\n'),
  }
  for (const field of ['name', ...lineFields, 'address', 'familyAddress', 'familyInfo'] as const)
    merged[field] = contacts.map((contact) => contact[field]).find(Boolean) ?? ''
  return withDetails(merged, cleanDetails(withDetails(merged, chosen)))
}
