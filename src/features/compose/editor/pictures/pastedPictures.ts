/** Pictures that come from outside, as files of a mail. */
import { attachedMark } from '#src/lib/html'

/** What every browser and mail program shows within a text. */
const shownTypes = /^image\/(?:png|gif|jpeg|webp|bmp|avif)$/i

export function isPicture(file: File): boolean {
  return shownTypes.test(file.type)
}

export function markedPictures(root: ParentNode): HTMLImageElement[] {
  return [...root.querySelectorAll('img')]
}

/** How a picture stands in the text; the name of a file is the description until there is a better one. */
export function pictureAttributes(file: File, cid: string) {
  const name = file.name.replace(/\.[^.]*$/, '')
  // What browsers call every picture of the clipboard says nothing.
  const alt = /^image$/i.test(name) ? '' : name
  return { alt, style: 'max-width: 100%', [attachedMark]: cid } as const
}

/** A picture that is written into a page as data; null for what is none. */
export function fileOfPicture(address: string): File | null {
  const [, type = '', data = ''] = /^data:(image\/[a-z]+);base64,(.+)$/is.exec(address) ?? []
  if (type === '') return null
  try {
    const bytes = Uint8Array.from(atob(data.replace(/\s/g, '')), (letter) => letter.charCodeAt(0))
    const kind = type.slice(6).toLowerCase()
    return new File([bytes], `image.${kind === 'jpeg' ? 'jpg' : kind}`, { type: type.toLowerCase() })
  } catch {
    return null
  }
}

/** A web page's or a document's words come as HTML, and then its pictures stand in that; a picture alone comes as a file. */
export function filesOfPaste(data: DataTransfer, wordsOf: (html: string) => string): readonly File[] {
  const files = [...data.files]
  if (files.length === 0) return []
  const html = data.getData('text/html')
  return html !== '' && wordsOf(html) !== '' ? [] : files
}
