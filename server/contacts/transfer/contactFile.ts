/** What files of contacts hold (BEHAVIOUR §12), and the bounds within which they are read. */

import * as v from 'valibot'
import { type ContactDetails, contactDetails, contactLimits } from '#contract/contacts/contactDetails'
import { checkDetails, cleanDetails } from '#contract/contacts/detailsRules'
import { isAnswerable } from '#contract/rules'

export const contactFileLimits = {
  /** Cards or rows of a file. */
  entries: 100_000,
  /** Characters of a card without what is dropped, of one of its lines, and its lines. */
  cardCharacters: 1_048_576,
  lineCharacters: 400_000,
  cardLines: 2_000,
  lineParams: 50,
  /** Characters of all that no field holds (`rest`). */
  restCharacters: 65_536,
  rowCharacters: 131_072,
  rowCells: 500,
  rowLines: 1_000,
  /** Characters of a cell of a refused row or card that is shown. */
  shownCharacters: 500,
  shownCells: 50,
} as const

/** A person of a file. `groups` holds names instead of ids. */
export type FileContact = ContactDetails & {
  readonly photo: Uint8Array | null
  /** Content lines of a vCard that no field holds, unfolded and still escaped; exported again. */
  readonly rest: readonly string[]
}

/** Left out: photos by URL, too large or of another kind, and lines beyond `rest`. */
export type Dropped = { readonly photos: number; readonly lines: number }

/** `field` names the one at fault as `checkDetails` does. */
export type FileRefusal =
  | { readonly reason: 'noCards' | 'cardNotEnded' | 'tooLarge' | 'tooMany' }
  | { readonly reason: 'field'; readonly field: string }

/** One card or row: `line` is where it begins in the file, counted from 1. */
export type FileEntry =
  | { readonly line: number; readonly contact: FileContact; readonly dropped: Dropped }
  | RefusedEntry
export type RefusedEntry = { readonly line: number; readonly refusal: FileRefusal; readonly cells: readonly string[] }

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
  const contact: FileContact = { ...clean, emails, phones, photo, rest: [...rest, ...others] }
  const field = emails.length === 0 ? 'emails.0' : checkDetails({ ...clean, emails, phones, groups: [] })
  if (field === null) return { ...entry, contact }
  return { line: entry.line, refusal: { reason: 'field', field }, cells: shownCells(contact) }
}

/** `王丽 (2)`: the first such name that is not taken, for who keeps both. */
export function numberedName(name: string, isTaken: (name: string) => boolean, most: number): string {
  for (let number = 2; ; number += 1) {
    const ending = ` (${number})`
    const next = [...name].slice(0, most - ending.length).join('') + ending
    if (!isTaken(next)) return next
  }
}

/** What a person knows a refused card by. */
export const shownCells = ({ name, emails, phones }: FileContact): readonly string[] =>
  shown([name, ...emails.slice(0, 3).map(({ value }) => value), ...phones.slice(0, 3).map(({ value }) => value)])

export const shown = (cells: readonly string[]): readonly string[] =>
  cells.slice(0, contactFileLimits.shownCells).map((cell) => cell.slice(0, contactFileLimits.shownCharacters))

const anyLineEnd = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/g

/** A text value of a vCard (RFC 6350 section 3.4): no value can end its line (TRUST S28). */
export function escapedText(text: string): string {
  return text.replaceAll('\0', '').replaceAll('\\', '\\\\').replaceAll(anyLineEnd, '\\n').replaceAll(/[,;]/g, '\\$&')
}

/** Lets what waits have its turn: between two slices of a file. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
