/** The block in which a message's signature stands, known by its mark (decision 47). */
import { quoteMarks, restoreForSending, sanitizeForEditor, signatureMark } from './editorHtml'

type Signature = { readonly id: string; readonly html: string }

/** Of the signs that are seen: an editor writes the markup around them anew. */
function printOf(html: string): string {
  let print = html.split('<img').length
  for (const sign of html.replace(/<[^>]*>|&nbsp;|[\s\u200b]/g, ''))
    print = (print * 33 + (sign.codePointAt(0) ?? 0)) % 2 ** 32
  return print.toString(36)
}

export function signatureBlock({ id, html }: Signature): string {
  const block = document.createElement('div')
  block.innerHTML = sanitizeForEditor(html)
  block.setAttribute(signatureMark, `${id}.${printOf(block.innerHTML)}`)
  return block.outerHTML
}

/** Below the first line, above what is quoted. */
export function signedHtml(html: string, signature: Signature | undefined): string {
  return signature === undefined ? html : `<div><br></div>${signatureBlock(signature)}${html}`
}

/** Whether nothing was typed in it or taken out since it was put in. */
export function isUntouched(block: Element): boolean {
  return block.getAttribute(signatureMark)?.split('.')[1] === printOf(block.innerHTML)
}

/** What was put in by itself says nothing of the writer's. */
export function withoutSignature(html: string): string {
  if (!html.includes(signatureMark)) return html
  const { body } = new DOMParser().parseFromString(sanitizeForEditor(html), 'text/html')
  for (const block of body.querySelectorAll(`[${signatureMark}]`)) if (isUntouched(block)) block.remove()
  return body.innerHTML
}

/** What is kept of a signature: its pictures as data, and nothing that is of one message. */
export function signatureToKeep(html: string): string {
  const { body } = new DOMParser().parseFromString(
    restoreForSending(html, () => false),
    'text/html',
  )
  for (const picture of body.querySelectorAll('img')) if (!picture.src.startsWith('data:')) picture.remove()
  for (const name of ['background', signatureMark, ...quoteMarks])
    for (const element of body.querySelectorAll(`[${name}]`)) element.removeAttribute(name)
  return body.innerHTML
}
