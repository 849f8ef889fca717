/** Checks that client and gateway both run. Each answers the code of the refusal, or null when all is well. */
import type { RefusalCode } from './codes'
import { limits } from './limits'
import { plainName } from './mail/plainName'

/** Width as SPEC §9 counts it: a character outside ASCII counts two. */
export function widthOf(value: string): number {
  let width = 0
  for (const character of value) width += (character.codePointAt(0) ?? 0) > 0x7f ? 2 : 1
  return width
}

/** Whether a text holds what no header, name or folder may hold: C0, DEL, C1, line and paragraph separators. */
export function holdsControl(value: string): boolean {
  for (const character of value) {
    const point = character.codePointAt(0) ?? 0
    if (point < 0x20 || (point >= 0x7f && point <= 0x9f) || point === 0x2028 || point === 0x2029) return true
  }
  return false
}

/** A name of `most` characters, without spaces around it; the code where it is none. */
export function checkName(name: string, most: number, code: RefusalCode): RefusalCode | null {
  return name !== '' && [...name].length <= most && !holdsControl(name) ? null : code
}

/** A text of several lines: they stay, a tab becomes a space, every other control goes. */
export function cleanText(text: string): string {
  const lines = text.replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n').split('\n')
  return lines
    .map((line) => plainName(line.replaceAll('\t', ' ')))
    .join('\n')
    .trim()
}

/** What a folder's name may not hold, whatever its length. */
export const folderNameForbids = /[/\\:*?"<>|%&]/

/** A folder's own name (SPEC §5, CONTRACT "Further calls"). */
export function checkFolderName(name: string): RefusalCode | null {
  if (name === '' || widthOf(name) > limits.folderNameWidth) return 'folderNameInvalid'
  if (folderNameForbids.test(name) || holdsControl(name)) return 'folderNameInvalid'
  if (/^[ .]|[ .]$/.test(name)) return 'folderNameInvalid'
  return null
}

/** A mobile number as SPEC §5 takes it: digits alone, eleven of them. */
export function checkPhone(phone: string): RefusalCode | null {
  if (phone === '') return 'phoneEmpty'
  return /^\d+$/.test(phone) && phone.length === limits.phoneDigits ? null : 'phoneInvalid'
}

/** The kinds of characters of which a password has three (SPEC §5). */
export const passwordKinds = { upper: /\p{Lu}/u, lower: /\p{Ll}/u, digit: /\d/, symbol: /[^\p{L}\d\s]/u } as const

/** 8–16 characters with three of: upper case, lower case, digit, symbol (SPEC §5). */
export function isPasswordStrong(password: string): boolean {
  const length = [...password].length
  if (length < limits.passwordMin || length > limits.passwordMax) return false
  const kinds = Object.values(passwordKinds).filter((kind) => kind.test(password))
  return kinds.length >= 3
}

const dotAtom = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u
const dotsAnywhere = /^(?!\.+$)[\p{L}\p{N}\p{M}.!#$%&'*+/=?^_`{|}~-]+$/u
const quotedLocal = /^"[^"\\<>\P{ASCII}]+"$/u
const hostLabel = /^[\p{L}\p{N}_](?:[\p{L}\p{N}\p{M}_-]{0,61}[\p{L}\p{N}\p{M}_])?$/u
/** Marks without a letter, and what nobody sees, make an address look like another (TRUST S31). */
const misleading = /^\p{M}|\p{Default_Ignorable_Code_Point}/u

/**
 * An address as people type it (`local@domain`): a dot-atom before the `@`, host labels after it, RFC 5321 lengths.
 * Quoted local parts and address literals are refused: no mailbox that people write to uses them.
 */
export function isAddress(address: string): boolean {
  const found = localAndDomain(address)
  return found !== null && dotAtom.test(found.local) && found.domain.includes('.')
}

/** Also what messages come from all the same: dots anywhere, quotes, hosts of one label. */
export function isAnswerable(address: string): boolean {
  const found = localAndDomain(address)
  return found !== null && (dotsAnywhere.test(found.local) || quotedLocal.test(found.local))
}

function localAndDomain(address: string): { readonly local: string; readonly domain: string } | null {
  if (address.length > 254 || holdsControl(address) || misleading.test(address)) return null
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const domain = address.slice(at + 1)
  if (at < 1 || local.length > 64 || domain.length > 253) return null
  return domain.split('.').every((label) => hostLabel.test(label)) ? { local, domain } : null
}

/** The name under which a search is kept, without spaces around it. */
export const checkSearchName = (name: string) => checkName(name, limits.searchNameCharacters, 'searchNameInvalid')

/** A search keyword of two characters or more (SPEC §5). */
export function checkKeyword(keyword: string): RefusalCode | null {
  return [...keyword.trim()].length < limits.keywordMin ? 'keywordTooShort' : null
}
