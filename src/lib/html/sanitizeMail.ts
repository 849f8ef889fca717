/** A mail's HTML as it may be shown in the mail frame: nothing executes, nothing is loaded that the reader did not allow. */
import { filterDeclarations, filterSheet } from './css/cssFilter'
import { foldQuotes } from './foldQuotes'
import { directByLines } from './frame/directByLines'
import { asBlock } from './inlineSheets'
import { hasOwnColours } from './ownColours'
import { pictureSource, purify } from './purifier'

export type MailPictures = {
  /** `blocked` loads no remote picture and counts them; `proxied` loads them through `imageUrl`. */
  readonly images: 'blocked' | 'proxied'
  /** The gateway's address for a remote picture. */
  readonly imageUrl: (url: string) => string
  /** The address of a picture that came with the mail, by its Content-ID; null when there is none such. */
  readonly cidUrl: (cid: string) => string | null
  /** The words on the button of each folded quote; without them quotes stay open. */
  readonly quoteLabel?: string
}

export type SanitizedMail = {
  readonly html: string
  /** Remote pictures that were held back, each address counted once. */
  readonly blockedImages: number
  /** None, where it can be shown in the colours of the page. */
  readonly hasOwnColours: boolean
  readonly links: readonly { readonly text: string; readonly href: string }[]
}

/** Makes any HTML harmless; it takes hostile and broken input alike and never throws. */
export function sanitizeMail(html: string, pictures: MailPictures): SanitizedMail {
  const blocked = new Set<string>()
  const sheets: string[] = []
  const styles = new Map<string, string>()

  const pictureUrl = (value: string): string | null => {
    const source = pictureSource(value)
    if (source === null) return null
    if (source.kind === 'embedded') return source.url
    if (source.kind === 'attached') return pictures.cidUrl(source.cid)
    if (pictures.images === 'proxied') return pictures.imageUrl(source.url)
    blocked.add(source.url)
    return null
  }
  const style = (css: string): string => {
    const known = styles.get(css)
    if (known !== undefined) return known
    const filtered = filterDeclarations(css, pictureUrl)
    styles.set(css, filtered)
    return filtered
  }

  const root = purify(html, {
    style,
    sheet: (css) => {
      sheets.push(filterSheet(css, pictureUrl))
      return ''
    },
    picture: (url) => {
      const src = pictureUrl(url)
      return src === null ? {} : { src }
    },
    className: (value) => value,
    id: true,
    data: [],
  })

  const body = root.querySelector('body') ?? root
  const links = [...body.querySelectorAll('a[href]')].map((link) => ({
    text: (link.textContent ?? '').trim(),
    href: link.getAttribute('href') ?? '',
  }))
  // Before quotes are folded: their buttons have colours of the frame.
  const isColoured = hasOwnColours(body, sheets)
  if (pictures.quoteLabel !== undefined) foldQuotes(body, pictures.quoteLabel)
  const block = asBlock(body)
  // Said of the whole mail, or of some of it by rules that only the browser applies.
  if (root.dir !== '' || sheets.some(statesDirection)) block.dir ||= root.dir || 'auto'
  else directByLines(block)
  const made = `${sheetOf(sheets)}${block.outerHTML}`
  return { html: made, blockedImages: blocked.size, hasOwnColours: isColoured, links }
}

const statesDirection = (css: string) => /(?<![\w-])direction\s*:/i.test(css)

function sheetOf(sheets: readonly string[]): string {
  const css = sheets.join('')
  // The filter lets no `<` through; this is the last door before the text stands in a document.
  return css === '' || css.includes('<') ? '' : `<style>${css}</style>`
}
