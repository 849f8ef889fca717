/** What is done to the recipients of a mail: added, moved, taken out; nobody is named twice. */
import { addressKey } from '#contract/mail/domainSpelling'
import type { Recipient } from './recipients'

export const recipientLines = ['to', 'cc', 'bcc'] as const
export type RecipientLine = (typeof recipientLines)[number]
export type RecipientLists = Readonly<Record<RecipientLine, readonly Recipient[]>>

/** Some of one line. */
export type Chips = { readonly line: RecipientLine; readonly indexes: readonly number[] }

/** Before which of a line; left out, at its end. */
export type Spot = { readonly line: RecipientLine; readonly at?: number | undefined }

/** Who was named already, and where. */
export type Merged = { readonly recipient: Recipient; readonly line: RecipientLine }

const keyOf = ({ address }: Recipient) => addressKey(address)

/** Whoever is named already stays where they are, and takes a name on that was missing. */
export function withAdded(
  lists: RecipientLists,
  people: readonly Recipient[],
  { line, at }: Spot,
): { readonly lists: RecipientLists; readonly merged: readonly Merged[] } {
  const known = new Map(recipientLines.flatMap((of) => lists[of].map((one) => [keyOf(one), of] as const)))
  const names = new Map<string, string>()
  const merged: Merged[] = []
  const fresh: Recipient[] = []
  for (const person of people) {
    const key = keyOf(person)
    const where = known.get(key)
    if (where === undefined) {
      known.set(key, line)
      fresh.push(person)
    } else {
      merged.push({ recipient: person, line: where })
      if (person.name !== '') names.set(key, person.name)
    }
  }
  const named = (list: readonly Recipient[]) =>
    list.map((one) => (one.name === '' ? { ...one, name: names.get(keyOf(one)) ?? '' } : one))
  const { to, cc, bcc } = lists
  const all = { to: named(to), cc: named(cc), bcc: named(bcc) }
  const end = at ?? all[line].length
  return { lists: { ...all, [line]: [...all[line].slice(0, end), ...fresh, ...all[line].slice(end)] }, merged }
}

export function without(lists: RecipientLists, { line, indexes }: Chips): RecipientLists {
  return { ...lists, [line]: lists[line].filter((_one, index) => !indexes.includes(index)) }
}

/** In their order, to another place of the same line or to another line. */
export function withMoved(lists: RecipientLists, chips: Chips, { line, at }: Spot): RecipientLists {
  const taken = lists[chips.line].filter((_one, index) => chips.indexes.includes(index))
  const rest = without(lists, chips)
  const end = at ?? lists[line].length
  const place = line === chips.line ? end - chips.indexes.filter((index) => index < end).length : end
  return { ...rest, [line]: [...rest[line].slice(0, place), ...taken, ...rest[line].slice(place)] }
}

/** How many people a mail goes to: each counts once. */
export function recipientCount({ to, cc, bcc }: RecipientLists): number {
  return new Set([...to, ...cc, ...bcc].map(keyOf)).size
}
