/** The properties and functions of CSS that a mail may use. What is not named here is dropped. */

const families = [
  'border',
  'border-top',
  'border-right',
  'border-bottom',
  'border-left',
  'border-image',
  'font',
  'text',
  'margin',
  'padding',
  'list-style',
  'flex',
  'align',
  'justify',
  'column',
  'word',
  'outline',
]

const single = new Set([
  'background',
  'background-attachment',
  'background-clip',
  'background-color',
  'background-image',
  'background-origin',
  'background-position',
  'background-repeat',
  'background-size',
  'box-sizing',
  'caption-side',
  'clear',
  'color',
  'direction',
  'display',
  'empty-cells',
  'float',
  'gap',
  'height',
  'hyphens',
  'letter-spacing',
  'line-break',
  'line-height',
  'max-height',
  'max-width',
  'min-height',
  'min-width',
  'opacity',
  'order',
  'overflow',
  'overflow-wrap',
  'overflow-x',
  'row-gap',
  'tab-size',
  'table-layout',
  'unicode-bidi',
  'vertical-align',
  'visibility',
  'white-space',
  'width',
])

/** `position` and what follows from it, `content`, `cursor`, `filter`, `mask`, `animation` and custom properties stay out. */
export function isAllowedProperty(property: string): boolean {
  if (single.has(property)) return true
  return families.some((family) => property === family || property.startsWith(`${family}-`))
}

export const allowedFunctions: ReadonlySet<string> = new Set([
  'rgb',
  'rgba',
  'hsl',
  'hsla',
  'calc',
  'linear-gradient',
  'radial-gradient',
])
