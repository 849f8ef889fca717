/** Makes lists of the paragraphs that Word puts on the clipboard in their place. */

const isListed = (paragraph: Element) => /mso-list:\s*l\d+/i.test(paragraph.getAttribute('style') ?? '')
const levelOf = (paragraph: Element) =>
  Number(/mso-list:[^;]*\blevel(\d)/i.exec(paragraph.getAttribute('style') ?? '')?.[1] ?? 1)

/** Every other HTML comes back as it is. */
export function listsOfWord(html: string): string {
  if (!/mso-list:\s*l\d/i.test(html)) return html
  // What Word shows to old programs alone is marked by comments that are none in HTML.
  const parsed = new DOMParser().parseFromString(html.replace(/<!\[(?:if|endif)[^>]*>/gi, ''), 'text/html')
  for (const first of parsed.querySelectorAll('p'))
    if (first.isConnected && isListed(first) && !isAfterListed(first)) gather(first)
  return parsed.body.innerHTML
}

function isAfterListed({ previousElementSibling: before }: Element): boolean {
  return before !== null && (before.matches('ul, ol') || isListed(before))
}

/** Puts a run of such paragraphs into lists, one within the other by their levels. */
function gather(first: Element): void {
  const run = [first]
  for (let next = first.nextElementSibling; next !== null && isListed(next); next = next.nextElementSibling)
    run.push(next)
  const open: { readonly list: Element; readonly level: number }[] = []
  for (const paragraph of run) {
    const level = levelOf(paragraph)
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop()
    if ((open.at(-1)?.level ?? 0) < level) {
      const list = paragraph.ownerDocument.createElement(isNumbered(paragraph) ? 'ol' : 'ul')
      const around = open.at(-1)?.list
      if (around === undefined) paragraph.before(list)
      else around.lastElementChild?.append(list)
      open.push({ list, level })
    }
    for (const sign of paragraph.querySelectorAll('[style*="mso-list:Ignore" i]')) sign.remove()
    const item = paragraph.ownerDocument.createElement('li')
    item.append(...paragraph.childNodes)
    open.at(-1)?.list.append(item)
    paragraph.remove()
  }
}

function isNumbered(paragraph: Element): boolean {
  const sign = paragraph.querySelector('[style*="mso-list:Ignore" i]')?.textContent ?? ''
  return /^\s*\(?(?:\d+|[a-z]|[ivxlc]+|[一二三四五六七八九十]+)[.)、．）]/i.test(sign)
}
