/** Which files hold contacts, and which of their people an account takes (BEHAVIOUR §12). */

import * as v from 'valibot'
import { contactDetails, contactLimits } from '#contract/contacts/contactDetails'
import { checkDetails, cleanDetails } from '#contract/contacts/detailsRules'
import { isAnswerable } from '#contract/rules'
import { type FileContact, type FileEntry, shownCells, withinLimit } from '../../core/contactFile'

/** By its name, and a card also by its text; null for what is neither (SPEC §5). */
export function contactFileKind(name: string, head: Uint8Array): 'csv' | 'vcf' | null {
  const ending = /\.(csv|vcf)$/i.exec(name.trim())?.[1]?.toLowerCase()
  if (ending === undefined) return null
  const text = Buffer.from(head.subarray(0, 200)).toString('latin1').replaceAll('\0', '')
  // An archive, which a workbook is, and the workbooks of old.
  if (text.startsWith('PK\u0003\u0004') || text.startsWith('\u00d0\u00cf\u0011\u00e0')) return null
  if (/^[^A-Za-z]{0,4}BEGIN:VCARD/i.test(text)) return 'vcf'
  return ending === 'csv' ? 'csv' : 'vcf'
}

/**
 * As it is stored, or why it cannot be. Beside a good address others go to `rest`, as do
 * addresses and numbers beyond the most that a contact has.
 */
export function acceptedEntry(entry: FileEntry): FileEntry {
  if (!('contact' in entry)) return entry
  const { photo, rest, ...details } = entry.contact
  const clean = v.parse(contactDetails, cleanDetails(details))
  const most = contactLimits.values
  const written = clean.emails.filter(({ value }) => isAnswerable(value))
  const emails = written.length === 0 ? clean.emails : written.slice(0, most)
  const phones = clean.phones.slice(0, most)
  const others = [
    ...clean.emails.filter((it) => !emails.includes(it)).map(({ value }) => `EMAIL:${escapedText(value)}`),
    ...clean.phones.slice(most).map(({ value }) => `TEL:${escapedText(value)}`),
  ]
  const { within, dropped } = withinLimit([...rest, ...others])
  // What a spread lacks stands before it: after it, V8 keeps a hidden class for every row.
  const contact: FileContact = { photo, rest: within, ...clean, emails, phones }
  const field = emails.length === 0 ? 'emails.0' : checkDetails({ ...clean, emails, phones, groups: [] })
  const lines = entry.dropped.lines + dropped
  if (field === null) return { ...entry, contact, dropped: { ...entry.dropped, lines } }
  return { line: entry.line, refusal: { reason: 'field', field }, cells: shownCells(contact) }
}

const anyLineEnd = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/g

/** A text value of a vCard (RFC 6350 section 3.4): no value can end its line (TRUST S28). */
export function escapedText(text: string): string {
  return text.replaceAll('\0', '').replaceAll('\\', '\\\\').replaceAll(anyLineEnd, '\\n').replaceAll(/[,;]/g, '\\$&')
}
