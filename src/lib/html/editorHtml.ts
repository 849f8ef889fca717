/**
 * HTML as the editor may hold it. The editor is a second renderer, inside the app's own page (TRUST S4): only inline styles
 * through the same filter, no classes or ids of a mail, and no remote picture is loaded while one writes.
 */
import { filterDeclarations } from './cssFilter'
import { pictureSource, purify } from './purifier'

/** Shown in a remote picture's place. */
const placeholder = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

const remoteMark = 'data-ep-src'
const attachedMark = 'data-ep-cid'
/** Stands before a quoted original; `data-from` and `data-date` say whose and when (epoch milliseconds). */
export const quoteMarks = ['data-ep-quote', 'data-from', 'data-date'] as const

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
    data: [remoteMark, attachedMark, ...quoteMarks],
    isDataAllowed: (name, value) => name !== remoteMark || pictureSource(value)?.kind === 'remote',
  })
  return (root.querySelector('body') ?? root).innerHTML
}

/** The same as nodes of this page's document, which is what the editor wants. */
export function fragmentForEditor(html: string, pictures?: AttachedPictures): DocumentFragment {
  const range = document.createRange()
  range.selectNodeContents(document.body)
  return range.createContextualFragment(sanitizeForEditor(html, pictures))
}

/** Puts the pictures' own addresses back, so that what is sent or saved holds no address of this browser. */
export function restoreForSending(html: string): string {
  const parsed = new DOMParser().parseFromString(sanitizeForEditor(html), 'text/html')
  for (const picture of parsed.querySelectorAll('img')) {
    const source = pictureSource(picture.getAttribute(remoteMark) ?? markedCid(picture) ?? picture.src)
    if (source?.kind === 'remote') picture.setAttribute('src', source.url)
    if (source?.kind === 'attached') picture.setAttribute('src', `cid:${source.cid}`)
    picture.removeAttribute(remoteMark)
    picture.removeAttribute(attachedMark)
  }
  return parsed.body.innerHTML
}

/** The words of some HTML, for a summary that is shown as text. */
export function textOfHtml(html: string): string {
  const parsed = new DOMParser().parseFromString(sanitizeForEditor(html), 'text/html')
  for (const block of parsed.querySelectorAll('br, p, div, li, tr, blockquote')) block.append('\n')
  for (const line of parsed.querySelectorAll('br')) line.replaceWith('\n')
  return (parsed.body.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim()
}

function markedCid(element: Element): string | null {
  const cid = element.getAttribute(attachedMark)
  return cid === null ? null : `cid:${cid}`
}
