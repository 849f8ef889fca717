/** People of files of contacts (BEHAVIOUR §12), and the bounds within which they are read. */
import type { ContactDetails } from '#contract/contacts/contactDetails'
import { contactTransferLimits } from '#contract/contacts/contactFiles'

export const contactFileLimits = {
  /** Cards or rows of a file. */
  entries: contactTransferLimits.entries,
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

/** `field` names the one at fault as `checkDetails` does; `full`: no room in the account. */
export type FileRefusal =
  | { readonly reason: 'noCards' | 'cardNotEnded' | 'tooLarge' | 'tooMany' | 'full' }
  | { readonly reason: 'field'; readonly field: string }

/** One card or row: `line` is where it begins in the file, counted from 1. */
export type FileEntry =
  | { readonly line: number; readonly contact: FileContact; readonly dropped: Dropped }
  | RefusedEntry
export type RefusedEntry = { readonly line: number; readonly refusal: FileRefusal; readonly cells: readonly string[] }

/** `王丽 (2)`, within `most` characters. */
export function numberedName(name: string, number: number, most: number): string {
  const ending = ` (${number})`
  return [...name].slice(0, most - ending.length).join('') + ending
}

/** What a person knows a refused card by. */
export const shownCells = ({ name, emails, phones }: FileContact): readonly string[] =>
  shown([name, ...emails.slice(0, 3).map(({ value }) => value), ...phones.slice(0, 3).map(({ value }) => value)])

export const shown = (cells: readonly string[]): readonly string[] =>
  cells.slice(0, contactFileLimits.shownCells).map((cell) => cell.slice(0, contactFileLimits.shownCharacters))

/** Lines that a contact keeps beside its fields, as many as it may hold. */
export function withinLimit(rest: readonly string[]): { within: readonly string[]; dropped: number } {
  let characters = 0
  const within = rest.filter((line) => {
    const isWithin = characters + line.length <= contactFileLimits.restCharacters
    if (isWithin) characters += line.length
    return isWithin
  })
  return { within, dropped: rest.length - within.length }
}
