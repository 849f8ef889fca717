import { quoteMarks, restoreForSending, signatureMark } from './editorHtml'

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
