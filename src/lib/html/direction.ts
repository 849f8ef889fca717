/** Text from right to left: each block of a mail goes by its own first letter. */

/** What gives a paragraph its direction (Unicode Bidirectional Algorithm, rules P2 and P3). */
const strong = /[\p{L}\u200e\u200f\u061c]/u
export const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\p{Script=Mende_Kikakui}\u200f\u061c]/u

/** Null for text without a letter. */
export function directionOf(text: string): 'ltr' | 'rtl' | null {
  const first = strong.exec(text)?.[0]
  if (first === undefined) return null
  return rightToLeft.test(first) ? 'rtl' : 'ltr'
}

const blocks = 'div, p, h1, h2, h3, h4, h5, h6, pre, blockquote, ul, ol'
const quote = 'blockquote[type="cite"]'

/** The blocks of the writer's own lines, lists, and quoted mails, each as a whole. */
function directedBlocks(root: ParentNode): readonly HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(blocks)].filter((block) => {
    const whole = block.matches(quote) || block.matches('ul, ol')
    if (block.parentElement?.closest(`${quote}, ul, ol`)) return false
    return whole || block.querySelector(`${blocks}, table`) === null
  })
}

/** For the editor: a block runs as what is typed into it does, unless it was given another way. */
export function directByText<Root extends ParentNode>(root: Root): Root {
  for (const block of directedBlocks(root)) if (isByText(block)) block.dir = 'auto'
  return root
}

/** For sending: many mail programs know no `auto`, so right to left is said outright. */
export function directOutright(root: ParentNode): void {
  for (const block of directedBlocks(root)) {
    if (!isByText(block)) continue
    if (directionOf(block.textContent ?? '') === 'rtl') block.dir = 'rtl'
    else block.removeAttribute('dir')
  }
}

/** Whether an element runs as its text does, said or unsaid. */
export function isByText(element: HTMLElement): boolean {
  const given = element.dir
  return given === '' || given === 'auto' || given === directionOf(element.textContent ?? '')
}
