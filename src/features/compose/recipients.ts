/** Recipients as people type and paste them: lists of `a@b`, `Name <a@b>` and `"Name, Given" <a@b>`. */
import { holdsControl, isAddress } from '../../contract/rules'
import type { Address } from '../../contract/shapes'

/** Why an entry is no address; null when it is one. */
export type RecipientFault = 'noAt' | 'noName' | 'noDomain' | 'badCharacter' | null

export type Recipient = Address & {
  readonly fault: RecipientFault
}

const separators = new Set([',', ';', '\n', '\r', '，', '；'])

/** Cuts a pasted list at commas, semicolons and line ends, of either width, but not within quotes or angle brackets. */
export function splitList(text: string): readonly string[] {
  const entries: string[] = []
  let quoted = false
  let bracketed = false
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (character === '\n' || character === '\r') {
      quoted = false
      bracketed = false
    } else if (character === '"') quoted = !quoted
    else if (!quoted && character === '<') bracketed = true
    else if (!quoted && character === '>') bracketed = false
    if (quoted || bracketed || !separators.has(character)) continue
    entries.push(text.slice(start, at))
    start = at + 1
  }
  entries.push(text.slice(start))
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '')
}

/** Whether typing this ends an entry. */
export function holdsSeparator(text: string): boolean {
  return [...text].some((character) => separators.has(character))
}

/** One entry; what is no address keeps its text and says why. */
export function recipientOf(entry: string): Recipient {
  const text = entry.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  const open = text.lastIndexOf('<')
  const isNamed = open >= 0 && text.endsWith('>')
  const address = (isNamed ? text.slice(open + 1, -1) : text).trim().replace(/^mailto:/i, '')
  const name = isNamed ? unquoted(text.slice(0, open).trim()) : ''
  return { name, address, fault: faultOf(address) }
}

export function parseRecipients(text: string): readonly Recipient[] {
  return splitList(text).map(recipientOf)
}

/** The list with the new ones at its end; an address that is there already is not added again. */
export function withRecipients(list: readonly Recipient[], added: readonly Recipient[]): readonly Recipient[] {
  const known = new Set(list.map((recipient) => recipient.address.toLowerCase()))
  const fresh = added.filter((recipient) => {
    const address = recipient.address.toLowerCase()
    if (known.has(address)) return false
    known.add(address)
    return true
  })
  return [...list, ...fresh]
}

/** As RFC 5322 writes it: a name with specials stands in quotes. */
export function recipientText({ name, address }: Address): string {
  const clean = name.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  if (clean === '') return address
  const shown = /[()<>[\]:;@\\,."，；]/.test(clean) ? `"${clean.replace(/["\\]/g, '\\$&')}"` : clean
  return `${shown} <${address}>`
}

function unquoted(name: string): string {
  const inner = name.length >= 2 && name.startsWith('"') && name.endsWith('"') ? name.slice(1, -1) : name
  return inner.replace(/\\(["\\])/g, '$1').trim()
}

function faultOf(address: string): RecipientFault {
  if (isAddress(address)) return null
  const at = address.lastIndexOf('@')
  if (at < 0) return 'noAt'
  if (at === 0) return 'noName'
  if (/\s/.test(address) || holdsControl(address)) return 'badCharacter'
  const domain = address.slice(at + 1)
  return domain.includes('.') && !domain.startsWith('.') && !domain.endsWith('.') ? 'badCharacter' : 'noDomain'
}
