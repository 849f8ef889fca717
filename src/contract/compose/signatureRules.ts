/** What a signature may be; client and gateway both ask. */
import type { RefusalCode } from '../codes'
import { limits } from '../limits'
import { checkName, widthOf } from '../rules'

export const signatureLimits = {
  /** Characters of a signature's title. */
  titleCharacters: 50,
  /** Characters of a signature's HTML with its pictures, which stand in it as data. */
  htmlCharacters: 400_000,
} as const

/** For which messages a signature is put in by itself; `reply` is also for what is forwarded. */
export const signatureUses = ['new', 'reply'] as const
export type SignatureUse = (typeof signatureUses)[number]

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }

/** The words of some HTML as a browser writes it, without line ends and what nobody sees. */
export function signatureText(html: string): string {
  return html
    .replace(/<[^<>"]*(?:"[^"]*"[^<>"]*)*>/g, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal?: string, hex?: string, name = '') => {
      const point = decimal === undefined ? Number.parseInt(hex ?? 'x', 16) : Number(decimal)
      return point <= 0x10ffff ? String.fromCodePoint(point) : (entities[name] ?? whole)
    })
    .replace(/[\r\n\u200b]/g, '')
}

/** What counter, page and gateway count: 600 Chinese or 1,200 English characters fill it. */
export function signatureWidth(html: string): number {
  return widthOf(signatureText(html))
}

/** A title without spaces around it. */
export function checkSignatureTitle(title: string): RefusalCode | null {
  return title === '' ? 'signatureTitleEmpty' : checkName(title, signatureLimits.titleCharacters, 'badField')
}

export function checkSignatureHtml(html: string): RefusalCode | null {
  if (html.length > signatureLimits.htmlCharacters) return 'tooLarge'
  return signatureWidth(html) > limits.signatureWidth ? 'signatureTooLong' : null
}
