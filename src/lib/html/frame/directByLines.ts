/** Text from right to left in a mail that is read: what runs against its surroundings is marked. */
import { directionOf, rightToLeft } from '../direction'

const lined = [
  'address, article, aside, blockquote, caption, center, dd, div, dl, dt, figcaption, figure, footer',
  'h1, h2, h3, h4, h5, h6, header, li, main, nav, ol, p, pre, section, summary, table, td, th, ul',
].join(', ')
const wholes = 'blockquote, ul, ol'
// Not that of a flex box.
const stated = '[style^="direction:" i], [style*=";direction:" i], [style*="; direction:" i]'

type Direction = ReturnType<typeof directionOf>
type Line = { readonly block: Element; direction: Direction }

/** The lines of each block that stand in it alone, by their first letters outside what states a direction. */
function linesOf(root: Element): readonly Line[] {
  const lines: Line[] = []
  const nodes = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  let isBroken = true
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    if (node.nodeName === 'BR') isBroken = true
    if (node.nodeType !== Node.TEXT_NODE) continue
    const block = node.parentElement?.closest(lined) ?? root
    const isApart = node.parentElement?.closest('[dir], bdi, style') !== null
    const whole = node.nodeValue ?? ''
    for (const [index, text] of (block.matches('pre') ? whole.split('\n') : [whole]).entries()) {
      let line = lines.at(-1)
      if (isBroken || index > 0 || line?.block !== block) {
        line = { block, direction: null }
        lines.push(line)
      }
      isBroken = false
      if (line !== undefined && !isApart) line.direction ??= directionOf(text)
    }
  }
  return lines
}

/** What lists and quotes begin with, each as a whole. */
function directWholes(root: Element, lines: readonly Line[], around: (element: Element | null) => string) {
  const first = new Map<Element, string>()
  for (const { block, direction } of lines) {
    let whole = direction === null ? null : block.closest(wholes)
    for (; whole && !first.has(whole); whole = whole.parentElement?.closest(wholes) ?? null)
      first.set(whole, direction ?? '')
  }
  for (const whole of root.querySelectorAll<HTMLElement>(wholes)) {
    const direction = first.get(whole)
    if (direction === undefined || whole.closest(stated) || whole.parentElement?.closest('ul, ol')) continue
    if (direction !== around(whole)) whole.dir = direction
  }
}

/** For reading: marks what runs against the text around it; what has no letter goes as its surroundings do. */
export function directByLines(root: HTMLElement): void {
  if (!rightToLeft.test(root.textContent ?? '')) return
  const lines = linesOf(root)
  const base = lines.find(({ direction }) => direction !== null)?.direction
  if (!base || lines.every(({ direction }) => direction === null || direction === base)) return
  const around = (element: Element | null) => element?.closest('[dir]')?.getAttribute('dir') ?? base
  directWholes(root, lines, around)
  const found = new Map<Element, Set<Direction>>()
  for (const { block, direction } of lines) {
    if (direction === null || block.closest(`ul, ol, ${stated}`)) continue
    found.set(block, (found.get(block) ?? new Set()).add(direction))
  }
  for (const [block, directions] of found) {
    const [direction] = directions
    if (!direction || (directions.size === 1 && direction === around(block))) continue
    // Its direction would be that of the blocks in it as well.
    if (directions.size > 1 || block.querySelector(lined)) block.setAttribute('data-ep-lines', '')
    else block.setAttribute('dir', direction)
  }
}
