/** A part of the page as shapes and words alone: what `public/former-sight.js` draws again at the next visit, before there is any code. */

/** A text, or an element. */
export type Snapshot =
  | string
  | {
      readonly name: string
      readonly attributes: Readonly<Record<string, string>>
      readonly within: readonly Snapshot[]
    }

/** What looks depend on. Neither where a link leads nor what a field is called: nobody can press or ask for anything there. */
const shown = new Set([
  ...['class', 'style', 'type', 'placeholder', 'disabled', 'hidden', 'dir', 'lang', 'role', 'scope', 'colspan'],
  ...['aria-selected', 'aria-current', 'aria-pressed', 'aria-expanded', 'aria-disabled', 'aria-checked'],
  ...[
    'viewBox',
    'd',
    'x',
    'y',
    'x1',
    'x2',
    'y1',
    'y2',
    'cx',
    'cy',
    'r',
    'rx',
    'ry',
    'width',
    'height',
    'points',
    'transform',
  ],
  ...['fill', 'fill-rule', 'clip-rule', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin'],
])

export function takeSnapshot(element: Element): Snapshot {
  const attributes: Record<string, string> = {}
  for (const { name, value } of element.attributes) if (shown.has(name)) attributes[name] = value
  if (element instanceof HTMLProgressElement)
    Object.assign(attributes, { max: `${element.max}`, value: `${element.value}` })
  // Without its address it has no size of its own.
  if (element instanceof HTMLImageElement)
    Object.assign(attributes, { width: `${element.width}`, height: `${element.height}` })
  if (element instanceof HTMLOptionElement && element.selected) attributes.selected = ''
  const within = [...element.childNodes].flatMap((node): readonly Snapshot[] => {
    if (node instanceof Text) return [node.data]
    return node instanceof Element ? [takeSnapshot(node)] : []
  })
  return { name: element.localName, attributes, within }
}
