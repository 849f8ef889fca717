/** Domains outside ASCII (RFC 5890): A-labels on the wire and in stores, letters on screens. */
import { narrowAddress } from './addressWidth'

/** In lower case and A-labels; what no host can be named stays as it is, in lower case. */
export function asciiDomain(domain: string): string {
  const lower = narrowAddress(domain).toLowerCase()
  // No port and no path for the reader of URLs, which leaves out what nobody sees (UTS 46).
  if (isAscii(lower) || !/^[\p{L}\p{N}\p{M}\p{Default_Ignorable_Code_Point}._-]+$/u.test(lower)) return lower
  const url = `http://${lower}`
  return URL.canParse(url) ? new URL(url).hostname : lower
}

/** With the domain in A-labels; what is ASCII, or holds what nobody sees, stays (TRUST S31). */
export function asciiAddress(address: string): string {
  const stays = (domain: string) => isAscii(domain) || /\p{Default_Ignorable_Code_Point}/u.test(domain)
  return withDomain(address, (domain) => (stays(domain) ? domain : asciiDomain(domain)))
}

/** A local part outside ASCII has no other spelling (RFC 6531 section 3.2). */
export function needsSmtpUtf8(address: string): boolean {
  return !isAscii(address.slice(0, Math.max(0, address.lastIndexOf('@'))))
}

/** By which two addresses are one mailbox. */
export function addressKey(address: string): string {
  return withDomain(address, asciiDomain).toLowerCase()
}

/** Each text, and its spelling in A-labels where it names a domain: messages use either. */
export function bothSpellings(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => {
    const domain = text.slice(text.lastIndexOf('@') + 1)
    const inAscii = isAscii(domain) || !domain.includes('.') ? domain : asciiDomain(domain)
    return isAscii(inAscii) && inAscii !== domain ? [text, `${text.slice(0, -domain.length)}${inAscii}`] : [text]
  })
}

/** In letters; a label that mixes scripts, or passes for Latin, stays as it is (TRUST S31). */
export function readableDomain(domain: string): string {
  if (!/xn--/i.test(domain)) return domain
  return domain.split('.').map(readableLabel).join('.')
}

/** In letters, whatever they may be taken for. */
export function domainLetters(domain: string): string {
  return domain
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (decoded(label.slice(4)) ?? label) : label))
    .join('.')
}

export function readableAddress(address: string): string {
  return withDomain(address, readableDomain)
}

const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text)

function withDomain(address: string, change: (domain: string) => string): string {
  const at = address.lastIndexOf('@')
  return at < 0 ? address : `${address.slice(0, at + 1)}${change(address.slice(at + 1))}`
}

function readableLabel(label: string): string {
  const lower = label.toLowerCase()
  const letters = lower.startsWith('xn--') ? decoded(lower.slice(4)) : null
  const isTrue = letters !== null && asciiDomain(letters) === lower
  return isTrue && !passesForLatin.test(letters) && scripts.some((script) => script.test(letters)) ? letters : label
}

/** Cyrillic letters that look as Latin ones do. */
const passesForLatin = /^[асԁеһіјӏорԛѕԝхуѵ\d-]+$/u

const alone = [
  ...['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Thaana', 'Ethiopic', 'Mongolian'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
  ...['Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan'],
]
/** Scripts of one language each. */
const together = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Bopomofo'],
  ['Han', 'Hangul'],
]
const scripts = [...alone.map((script) => [script]), ...together].map((names) => {
  const classes = names.map((name) => `\\p{Script_Extensions=${name}}`)
  return new RegExp(`^[${classes.join('')}\\d-]+$`, 'u')
})

/** Punycode to letters (RFC 3492 section 6.2); null for what is none. */
function decoded(text: string): string | null {
  const cut = Math.max(0, text.lastIndexOf('-'))
  const points = Array.from(text.slice(0, cut), (letter) => letter.charCodeAt(0))
  let [point, bias, index] = [128, 72, 0]
  for (let at = cut === 0 ? 0 : cut + 1; at < text.length; ) {
    const before = index
    for (let weight = 1, step = 36; ; step += 36) {
      const digit = digits.indexOf(text[at] ?? ' ')
      if (digit < 0) return null
      at += 1
      index += digit * weight
      const least = Math.min(26, Math.max(1, step - bias))
      if (digit < least) break
      weight *= 36 - least
      if (weight > 0x7fff_ffff) return null
    }
    bias = adapted(index - before, points.length + 1, before === 0)
    point += Math.floor(index / (points.length + 1))
    if (point > 0x10_ffff) return null
    index %= points.length + 1
    points.splice(index, 0, point)
    index += 1
  }
  return String.fromCodePoint(...points)
}

const digits = 'abcdefghijklmnopqrstuvwxyz0123456789'

function adapted(step: number, count: number, isFirst: boolean): number {
  let delta = Math.floor(step / (isFirst ? 700 : 2))
  delta += Math.floor(delta / count)
  let bias = 0
  for (; delta > 455; bias += 36) delta = Math.floor(delta / 35)
  return bias + Math.floor((36 * delta) / (delta + 38))
}
