/** Whether a mail chooses colours of its own: one that does keeps its white sheet in the dark. */
import { rulesOf } from './css/cssFilter'

const quietTexts: ReadonlySet<string> = new Set([
  '',
  'inherit',
  'initial',
  'unset',
  'currentcolor',
  'windowtext',
  'black',
])
const quietGrounds: ReadonlySet<string> = new Set([
  '',
  'inherit',
  'initial',
  'unset',
  'none',
  'transparent',
  'white',
  'window',
])
/** Mail programs write the black of their own text as some dark grey. */
const darkestGrey = { brightest: 0x60, spread: 0x18 } as const

/** `sheets` are filtered; black text and white grounds are no choice. */
export function hasOwnColours(body: Element, sheets: readonly string[]): boolean {
  const { style: scratch } = body.ownerDocument.createElement('span')
  const isLoud = (css: string) => {
    scratch.cssText = css
    return !isQuiet(scratch)
  }
  // Rules for some screens alone are those of mails that are designed.
  const isDesigned = (css: string) => css.includes('@media') && /color|background/i.test(css)
  if (sheets.some(isDesigned)) return true
  if (sheets.some((css) => rulesOf(css, () => null).some(({ declarations }) => isLoud(declarations)))) return true
  return [body, ...body.querySelectorAll('[style], [color], [bgcolor], [background], [text]')].some((element) => {
    const { bgcolor = '', color = '', text = color, background = '', style = '' } = attributesOf(element)
    return background !== '' || isLoud(style) || isLoud(`color:${text};background-color:${bgcolor}`)
  })
}

function attributesOf(element: Element): Readonly<Record<string, string>> {
  return Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]))
}

function isQuiet(style: CSSStyleDeclaration): boolean {
  const picture = style.backgroundImage.toLowerCase()
  return (
    isQuietText(style.color.toLowerCase()) &&
    style.getPropertyPriority('color') === '' &&
    style.getPropertyPriority('background-color') === '' &&
    isQuietGround(style.backgroundColor.toLowerCase()) &&
    quietGrounds.has(picture)
  )
}

function isQuietText(colour: string): boolean {
  if (quietTexts.has(colour)) return true
  const parts = partsOf(colour)
  if (parts === null) return false
  const brightest = Math.max(...parts)
  return brightest <= darkestGrey.brightest && brightest - Math.min(...parts) <= darkestGrey.spread
}

function isQuietGround(colour: string): boolean {
  return quietGrounds.has(colour) || (partsOf(colour)?.every((part) => part === 255) ?? false)
}

function partsOf(colour: string): readonly number[] | null {
  const found = /^rgba?\((\d+), (\d+), (\d+)\)?/.exec(colour)
  return found === null ? null : found.slice(1).map(Number)
}
