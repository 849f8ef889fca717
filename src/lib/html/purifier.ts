/** DOMPurify as both renderers use it, the mail frame and the editor: an allow-list of tags and attributes, every address judged here. */
import createDOMPurify, { type DOMPurify, type UponSanitizeAttributeHookEvent } from 'dompurify'
import { allowedAttributes, allowedTags } from '#contract/html/htmlAllowed'

export type Judgement = {
  /** The text that may stand in a `style` attribute. */
  readonly style: (css: string) => string
  /** The text that may stand in a `<style>` element; absent where none may. */
  readonly sheet?: (css: string) => string
  /** What becomes of a picture's address: the attributes to set in its place. */
  readonly picture: (url: string, element: Element) => Readonly<Record<string, string>>
  readonly className?: (value: string) => string
  readonly id: boolean
  /** Data attributes that may stay. */
  readonly data: readonly string[]
  /** Whether a data attribute may keep its value; without it, any may. */
  readonly isDataAllowed?: (name: string, value: string) => boolean
}

/** The nodes of a mail that are left, in a document of their own that loads nothing. */
export function purify(html: string, judge: Judgement): HTMLElement {
  const purifier = createDOMPurify(window)
  listen(purifier, judge)
  const root = purifier.sanitize(html, {
    WHOLE_DOCUMENT: true,
    RETURN_DOM: true,
    ALLOWED_TAGS: [...allowedTags, ...(judge.sheet === undefined ? [] : ['style'])],
    ALLOWED_ATTR: [
      ...allowedAttributes,
      ...(judge.className === undefined ? [] : ['class']),
      ...(judge.id ? ['id'] : []),
      ...judge.data,
    ],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|blob:|data:image\/|\/(?!\/))/i,
    // DOMPurify tests every attribute that it does not know to be plain words as if it were an address.
    ADD_URI_SAFE_ATTR: [...allowedAttributes.filter((name) => !addressAttributes.has(name)), ...judge.data],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    ALLOW_UNKNOWN_PROTOCOLS: false,
    SANITIZE_DOM: true,
    KEEP_CONTENT: true,
    // Their text is code or a fallback, never words for the reader.
    FORBID_CONTENTS: [
      'script',
      'style',
      'noscript',
      'noembed',
      'noframes',
      'iframe',
      'object',
      'template',
      'svg',
      'math',
      'title',
      'select',
      'textarea',
      'audio',
      'video',
      'plaintext',
      'xmp',
    ],
  })
  return root instanceof HTMLElement ? root : document.createElement('html')
}

const addressAttributes: ReadonlySet<string> = new Set(['href', 'src', 'background'])

function listen(purifier: DOMPurify, judge: Judgement): void {
  purifier.addHook('uponSanitizeElement', (node) => {
    if (node.nodeName !== 'STYLE') return
    // Judged before DOMPurify looks for markup in it, which would drop every sheet wrapped in a comment.
    node.textContent = judge.sheet?.(node.textContent ?? '') ?? ''
  })
  purifier.addHook('uponSanitizeAttribute', (element, event) => {
    if (event.attrName === 'style') keep(event, judge.style(event.attrValue))
    else if (event.attrName === 'class') keep(event, judge.className?.(event.attrValue) ?? '')
    else if (event.attrName === 'href') keep(event, linkTarget(event.attrValue) ?? '')
    else if (event.attrName === 'src' || event.attrName === 'background') judgePicture(element, event, judge)
    else if (judge.data.includes(event.attrName)) {
      event.keepAttr = judge.isDataAllowed?.(event.attrName, event.attrValue) ?? true
    }
  })
  purifier.addHook('afterSanitizeAttributes', (element) => {
    if (element.nodeName !== 'A') return
    if (!element.hasAttribute('href')) return
    element.setAttribute('target', '_blank')
    element.setAttribute('rel', 'noopener noreferrer')
  })
}

function keep(event: UponSanitizeAttributeHookEvent, value: string): void {
  event.attrValue = value
  event.keepAttr = value !== ''
}

function judgePicture(element: Element, event: UponSanitizeAttributeHookEvent, judge: Judgement): void {
  const isPicture = event.attrName === 'background' || element.nodeName === 'IMG'
  const kept = isPicture ? judge.picture(event.attrValue, element) : {}
  for (const [name, value] of Object.entries(kept)) if (name !== 'src') element.setAttribute(name, value)
  keep(event, kept.src ?? '')
}

/** The address of a link that a person may follow: http, https, mailto or tel, else null. */
export function linkTarget(value: string): string | null {
  // A browser drops these within an address, so a scheme could hide behind them.
  const address = value.replace(/[\p{Cc}\u2028\u2029]/gu, '').trim()
  const absolute = address.startsWith('//') ? `https:${address}` : address
  if (!/^(?:https?:\/\/|mailto:|tel:)/i.test(absolute)) return null
  return URL.canParse(absolute) ? absolute : null
}

export type PictureSource =
  | { readonly kind: 'remote'; readonly url: string }
  | { readonly kind: 'attached'; readonly cid: string }
  | { readonly kind: 'embedded'; readonly url: string }
  | null

/** Where a picture would come from; null when it could come from nowhere harmless. */
export function pictureSource(value: string): PictureSource {
  const address = value.replace(/[\p{Cc}\u2028\u2029]/gu, '').trim()
  if (/^cid:/i.test(address)) return { kind: 'attached', cid: decodedCid(address.slice(4)) }
  if (/^data:image\/(?:png|gif|jpe?g|webp|bmp|avif);base64,[a-z0-9+/=\s]*$/i.test(address)) {
    return { kind: 'embedded', url: address }
  }
  const absolute = address.startsWith('//') ? `https:${address}` : address
  return /^https?:\/\//i.test(absolute) && URL.canParse(absolute) ? { kind: 'remote', url: absolute } : null
}

function decodedCid(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
