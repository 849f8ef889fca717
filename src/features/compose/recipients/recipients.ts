/** Recipients as people type and paste them: lists of `a@b`, `Name <a@b>` and `"Name, Given" <a@b>`. */
import { bracketsIn, narrowAddress } from '#contract/mail/addressWidth'
import { addressKey, readableAddress } from '#contract/mail/domainSpelling'
import { holdsControl, isAddress, isAnswerable } from '#contract/rules'
import type { Address } from '#contract/shapes'

/** Why an entry is no address; null when it is one. */
export type RecipientFault = 'noAt' | 'noName' | 'noDomain' | 'badCharacter' | null

export type Recipient = Address & {
  readonly fault: RecipientFault
}

const separators = new Set([',', ';', '\n', '\r', '，', '；', '、', '､'])

/** Characters that a name before a comma has at most. */
const nameMost = 200
type Way = 'whole' | 'typed'

/**
 * Where commas, semicolons and line ends of either width cut, not in quotes, brackets or names.
 * While it is `typed`, what is open may still be closed; in a `whole` text it is a letter.
 */
function cutsIn(text: string, way: Way): readonly number[] {
  const cuts: number[] = []
  let start = 0
  /** Up to where nothing closes: it is not looked through again for each that opens. */
  const unclosed = new Map<RegExp, number>()
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    const closing = closingOf[character]
    if (closing !== undefined) {
      const end = at < (unclosed.get(closing) ?? 0) ? null : closedAt(text, at, closing)
      if (end?.closes) {
        at = end.index
        continue
      }
      if (end) unclosed.set(closing, end.index)
      if (way === 'typed') return [...cuts, ...addressCuts(text, at)]
    } else if (separators.has(character) && !(character === ',' && isOfName(text, start, at, way))) {
      cuts.push(at)
      start = at + 1
    }
  }
  return cuts
}

const bracketEnd = /[>＞\n\r]/g
const closingOf: Readonly<Record<string, RegExp>> = { '"': /["\n\r]/g, '<': bracketEnd, '＜': bracketEnd }

/** The first that closes, or the end of the line. */
function closedAt(text: string, open: number, closing: RegExp): { readonly index: number; readonly closes: boolean } {
  closing.lastIndex = open + 1
  const found = closing.exec(text)
  return found === null
    ? { index: text.length, closes: false }
    : { index: found.index, closes: !/[\n\r]/.test(found[0]) }
}

/** Behind an address an entry ends, whatever was left open before it. */
const addressCuts = (text: string, from: number): readonly number[] =>
  [...text.slice(from).matchAll(/[^\s@<>",;]@[^\s@<>",;]+(?=\s*[,;，；\n\r])/g)].map(
    ({ index, 0: found }) => from + index + found.length,
  )

export function splitList(text: string): readonly string[] {
  const cuts = [...cutsIn(text, 'whole'), text.length]
  const entries = cuts.map((cut, at) => text.slice((cuts[at - 1] ?? -1) + 1, cut))
  return entries.flatMap(apart).filter((entry) => entry !== '')
}

/** Whether a comma is of a name without quotes: `Last, First <address>`; typed, that may follow. */
function isOfName(text: string, start: number, comma: number, way: Way): boolean {
  if (comma - start > nameMost) return false
  const before = text.slice(start, comma)
  if (before.trim() === '' || /[@＠<＜>＞"]/.test(before)) return false
  if (way === 'typed') return true
  const after = text.slice(comma + 1, comma + 500)
  return /^[^@＠<＜>＞";；，、､\r\n\t]{1,200}[<＜][^<>＜＞]*[@＠]/.test(after)
}

/** Addresses with nothing but space or a name between them are several entries. */
function apart(entry: string): readonly string[] {
  const mailboxes = entry.trim().split(/(?<=>)/)
  if (mailboxes.length > 1 && mailboxes.every((it) => /^[^<"]*<[^<"@]+@[^<"@]+>$/.test(it)))
    return mailboxes.map((it) => it.trim())
  const words = entry.trim().split(/\s+/)
  return words.length > 1 && words.every((word) => isAddress(narrowAddress(word))) ? words : [entry.trim()]
}

/** Whether typing this ends an entry. */
export function holdsSeparator(text: string): boolean {
  return cutsIn(text, 'typed').length > 0
}

/** What stands before the last comma of a typed entry: of a name, or somebody else. */
export function waitingIn(text: string): string {
  return /["<＜]/.test(text) ? '' : text.slice(0, text.lastIndexOf(',') + 1)
}

/** One entry; what is no address keeps its text and says why. */
export function recipientOf(entry: string): Recipient {
  const text = entry
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    // `Ana [mailto:ana@x]` as Outlook quotes it, and `ana@x (Ana)` of RFC 822.
    .replace(/\[mailto:([^\s<>[\]]+)\]$/i, '<$1>')
    .replace(/^([^\s<>()"@]+@[^\s<>()"@]+)\s*\(([^<>()]+)\)$/, '$2 <$1>')
  const brackets = bracketsIn(text)
  // A name and an address side by side, as tables and address books give them.
  const cut = text.search(/\s\S*$/)
  const [before, last] = [text.slice(0, cut).trim(), narrowAddress(text.slice(cut + 1))]
  const isTable = entry.includes('\t') || /[^\p{ASCII}]/u.test(before)
  if (brackets === null && cut > 0 && isTable && !/[@＠]/.test(before) && isAddress(last))
    return { name: unquoted(before), address: last, fault: null }
  const typed = brackets === null ? text : text.slice(brackets.open + 1, brackets.close)
  const narrow = narrowAddress(typed)
  // What names nobody stays as it was typed.
  const address = (narrow.includes('@') ? narrow : typed).trim().replace(/^mailto:/i, '')
  const name = brackets === null ? '' : unquoted(text.slice(0, brackets.open).trim())
  return { name, address, fault: faultOf(address) }
}

/** Somebody known from a message or a list, who may have an address that nobody would type. */
export function knownRecipient({ name, address }: Address): Recipient {
  return { name, address, fault: isAnswerable(address) ? null : faultOf(address) }
}

export function parseRecipients(text: string): readonly Recipient[] {
  // Empty brackets name nobody, so there is nobody to mend.
  return splitList(text)
    .map(recipientOf)
    .filter(({ name, address }) => name !== '' || address !== '')
}

/** The list with the new ones at its end; an address that is there already is not added again. */
export function withRecipients(list: readonly Recipient[], added: readonly Recipient[]): readonly Recipient[] {
  const known = new Set(list.map(({ address }) => addressKey(address)))
  const fresh = added.filter((recipient) => {
    const address = addressKey(recipient.address)
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

/** The same for a person to read and change. */
export function readableRecipient({ name, address }: Address): string {
  return recipientText({ name, address: readableAddress(address) })
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
