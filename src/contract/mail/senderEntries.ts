/** Entries of blacklist and whitelist: an address, or `@domain` (SPEC §5, BEHAVIOUR §11). */
import { isAnswerable } from '../rules'
import { bracketsIn, narrowAddress } from './addressWidth'
import { addressKey } from './domainSpelling'

export const listKinds = ['black', 'white'] as const
export type ListKind = (typeof listKinds)[number]

/** Entries that are read at once. */
export const listEntriesPerPage = 100

export const entryFaults = ['invalid', 'ownAddress', 'ownDomain', 'full'] as const
export type EntryFault = (typeof entryFaults)[number]

/** As it is kept: in lower case, the domain in A-labels, without a name before it. */
export function listEntry(typed: string): string {
  const found = bracketsIn(typed)
  return addressKey(narrowAddress(found === null ? typed : typed.slice(found.open + 1, found.close)).trim())
}

export function isListEntry(entry: string): boolean {
  return isAnswerable(entry.startsWith('@') ? `x${entry}` : entry)
}

/** What is wrong with an entry as `listEntry` gives it; `own` is the address of the account. */
export function entryFault(entry: string, own: string): Exclude<EntryFault, 'full'> | null {
  const isDomain = entry.startsWith('@')
  // A host without a dot may write, but a whole domain without one is a slip of the keyboard.
  if (!isListEntry(entry) || (isDomain && !entry.includes('.'))) return 'invalid'
  if (isDomain) return addressKey(own).endsWith(entry) ? 'ownDomain' : null
  return entry === addressKey(own) ? 'ownAddress' : null
}

/** Whether an entry is another one, or the domain of it; both as `listEntry` gives them. */
export const coversEntry = (entry: string, other: string): boolean =>
  entry === other || (entry.startsWith('@') && other.endsWith(entry))

/** What was pasted: lines, or parts between commas and semicolons; a `#` begins a remark. */
export function entryLines(text: string): readonly { readonly line: number; readonly typed: string }[] {
  return text.split(/\r\n|\r|\n/).flatMap((whole, at) =>
    whole
      .replace(/^\ufeff/, '')
      .replace(/(?:^|\s)#.*$/, '')
      .split(/[,;，；、]/)
      .map((typed) => ({ line: at + 1, typed: typed.trim() }))
      .filter(({ typed }) => typed !== ''),
  )
}
