/** What contacts of one person have in common: addresses, numbers, the name without signs. */
import type { ContactDetails } from '#contract/contacts/contactDetails'
import { phoneDigits } from '#contract/contacts/detailsRules'
import { addressKey } from '#contract/mail/domainSpelling'
import { foldedName } from '#contract/mail/plainName'
import { simplified } from '../../kit/chineseScripts'

export type ContactKey = { readonly kind: 'email' | 'phone' | 'name'; readonly value: string }

/** Digits of a number without its country, and how few of them tell nobody apart. */
const nationalDigits = 11
const fewestDigits = 7

export function contactKeys({
  name,
  emails,
  phones,
}: Pick<ContactDetails, 'name' | 'emails' | 'phones'>): readonly ContactKey[] {
  const numbers = phones
    .map(({ value }) => phoneDigits(value).slice(-nationalDigits))
    .filter((digits) => digits.length >= fewestDigits)
  const keysOf = (kind: ContactKey['kind'], values: readonly string[]) =>
    [...new Set(values)].filter(Boolean).map((value) => ({ kind, value }))
  return [
    ...keysOf(
      'email',
      emails.map(({ value }) => addressKey(value)),
    ),
    ...keysOf('phone', numbers),
    ...keysOf('name', [nameKey(name)]),
  ]
}

/** A number at the end only tells copies apart. */
function nameKey(name: string): string {
  const plain = simplified(foldedName(name)).replace(/\s*\(\d+\)$/, '')
  return plain.replaceAll(/[\s.,'·-]+/g, '') || plain
}
