import { readableAddress } from './domainSpelling'

/** Bidirectional and invisible controls can make one name or address look like another (TRUST S31). */
const misleading = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\p{Cc}/gu

/** Joiners but where they spell: in emoji of several signs, Arabic and Indic words. */
const joiners =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{M}\p{Script=Arabic}])[\u200c\u200d]+|[\u200c\u200d]+(?![\p{Extended_Pictographic}\p{Lo}])/gu

/** A text from a mail's header without what could mislead the eye. */
export function plainName(text: string): string {
  return text.replace(misleading, '').replace(joiners, '')
}

/** An address as a person reads it. */
export function plainAddress(address: string): string {
  return plainName(readableAddress(address))
}

/** Whether a name could pass for an address: with an at sign, or one of those that look like it (full width, small form). */
export function looksLikeAddress(name: string): boolean {
  return /[@\uff20\ufe6b]/.test(name)
}

/** What two names have in common that a person takes for the same: case, width and spaces aside. */
export function foldedName(name: string): string {
  return plainName(name.normalize('NFKC'))
    .replaceAll(/[\u200c\u200d]/g, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The words that were typed to find names, as names are compared. */
export const nameTerms = (typed: string): string[] => foldedName(typed).split(' ').filter(Boolean)
