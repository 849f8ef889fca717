/**
 * HTML as the editor may hold it. The editor is a second renderer, inside the app's own page (TRUST S4): only inline styles
 * through the same filter, no classes or ids of a mail, and no remote picture is loaded while one writes.
 */
import { filterDeclarations } from './css/cssFilter'
import { directByText, directOutright } from './direction'
import { pictureSource, purify } from './purifier'

/** Shown in a remote picture's place. */
const placeholder = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** Stands on a remote picture with its address, which is not loaded while one writes. */
export const remoteMark = 'data-ep-src'
/** Stands on an attached picture with its Content-ID. */
export const attachedMark = 'data-ep-cid'
/** Stands on the block of a signature: its id, and a print of what was put in (`signature.ts`). */
export const signatureMark = 'data-ep-signature'
/** Stands before a quoted original with what its header said; `data-date` in epoch milliseconds. */
export const quoteMarks = ['data-ep-quote', 'data-from', 'data-date', 'data-to', 'data-cc', 'data-subject'] as const

/** The classes by which the editor knows its own spans. */
const editorClasses = new Set(['size', 'font', 'color', 'colour', 'highlight'])

export type AttachedPictures = {
  /** The address of an attached picture by its Content-ID; null when it cannot be shown yet. */
  readonly cidUrl: (cid: string) => string | null
}

const noPictures: AttachedPictures = { cidUrl: () => null }

/** Makes a quoted mail, a draft or pasted HTML fit for the editor. */
export function sanitizeForEditor(html: string, { cidUrl }: AttachedPictures = noPictures): string {
  const root = purify(html, {
    style: (css) => filterDeclarations(css, () => null),
    picture: (url, element) => {
      const source = pictureSource(element.getAttribute(remoteMark) ?? markedCid(element) ?? url)
      if (source === null || element.nodeName !== 'IMG') return {}
      if (source.kind === 'remote') return { src: placeholder, [remoteMark]: source.url }
      if (source.kind === 'attached') return { src: cidUrl(source.cid) ?? placeholder, [attachedMark]: source.cid }
      return { src: source.url }
    },
    className: (value) =>
      value
        .split(/\s+/)
        .filter((name) => editorClasses.has(name))
        .join(' '),
    id: false,
    data: [remoteMark, attachedMark, signatureMark, ...quoteMarks],
    isDataAllowed: (name, value) => name !== remoteMark || pictureSource(value)?.kind === 'remote',
  })
  return (root.querySelector('body') ?? root).innerHTML
}

/** The same as nodes of this page's document, which is what the editor wants. */
export function fragmentForEditor(html: string, pictures?: AttachedPictures): DocumentFragment {
  const range = document.createRange()
  range.selectNodeContents(document.body)
  return directByText(range.createContextualFragment(sanitizeForEditor(html, pictures)))
}

/**
 * Puts the pictures' own addresses and the directions of blocks back, so that what is sent or
 * saved holds no address of this browser. An attached picture whose file is not held is left out:
 * others would see a broken one.
 */
export function restoreForSending(html: string, isHeld: (cid: string) => boolean = () => true): string {
  const parsed = new DOMParser().parseFromString(sanitizeForEditor(html), 'text/html')
  for (const picture of parsed.querySelectorAll('img')) {
    const source = pictureSource(picture.getAttribute(remoteMark) ?? markedCid(picture) ?? picture.src)
    if (source?.kind === 'remote') picture.setAttribute('src', source.url)
    if (source?.kind === 'attached') {
      picture.setAttribute('src', `cid:${source.cid}`)
      if (!isHeld(source.cid)) picture.remove()
    }
    picture.removeAttribute(remoteMark)
    picture.removeAttribute(attachedMark)
  }
  directOutright(parsed.body)
  return parsed.body.innerHTML
}

/** The words of some HTML, for a summary that is shown as text. */
export function textOfHtml(html: string): string {
  return linesOf(new DOMParser().parseFromString(sanitizeForEditor(html), 'text/html'))
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The words that the writer wrote: without what is quoted, and without the signature (below a line of two hyphens, RFC 3676). */
export function ownTextOfHtml(html: string): string {
  const parsed = new DOMParser().parseFromString(sanitizeForEditor(html), 'text/html')
  for (const quote of parsed.querySelectorAll('blockquote')) quote.remove()
  return ownText(linesOf(parsed))
}

/** What the writer wrote, formatted, without what is quoted, the line that leads to it, and pictures that are this mail's alone. */
export function ownHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(sanitizeForEditor(html), 'text/html')
  for (const quote of body.querySelectorAll('blockquote[type="cite"]')) {
    const before = quote.previousElementSibling
    if (/[:：]\s*$/.test(before?.textContent ?? '')) before?.remove()
    quote.remove()
  }
  for (const picture of body.querySelectorAll('img')) picture.remove()
  return body.innerHTML
}

/** The same of plain text. */
export function ownText(text: string): string {
  const lines = text.split('\n')
  const signature = lines.findIndex((line) => /^\s*--\s*$/.test(line))
  const written = signature < 0 ? lines : lines.slice(0, signature)
  return written.filter((line) => !/^\s*>/.test(line)).join('\n')
}

function linesOf(parsed: Document): string {
  for (const block of parsed.querySelectorAll('br, p, div, li, tr, blockquote')) block.append('\n')
  for (const line of parsed.querySelectorAll('br')) line.replaceWith('\n')
  return parsed.body.textContent ?? ''
}

/** The pictures that some HTML of the editor shows, by Content-ID; `quoted` counts those in quotes too. */
export function picturesIn(html: string, { quoted }: { readonly quoted: boolean }): ReadonlySet<string> {
  if (!html.includes(attachedMark)) return new Set()
  const parsed = new DOMParser().parseFromString(sanitizeForEditor(html), 'text/html')
  const shown = [...parsed.querySelectorAll('img')].filter(
    (picture) => quoted || picture.closest('blockquote') === null,
  )
  return new Set(shown.flatMap((picture) => picture.getAttribute(attachedMark) ?? []))
}

function markedCid(element: Element): string | null {
  const cid = element.getAttribute(attachedMark)
  return cid === null ? null : `cid:${cid}`
}
