/** A mail's white sheet as dark as the skin: what the sheet itself writes can still be read, and pictures look as they were. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { frameDocument } from '#src/lib/html/frame/frameDocument'

type Rgb = readonly [red: number, green: number, blue: number]

const rgb = (colour: string): Rgb => {
  const long = colour.length === 4 ? colour.replace(/[0-9a-f]/g, '$&$&') : colour
  const part = (at: number) => Number.parseInt(long.slice(at, at + 2), 16) / 255
  return [part(1), part(3), part(5)]
}
const within = (value: number) => Math.min(1, Math.max(0, value))

/** Filter Effects, `invert(amount)`. */
function inverted([red, green, blue]: Rgb, amount: number): Rgb {
  const turn = (part: number) => within(part * (1 - 2 * amount) + amount)
  return [turn(red), turn(green), turn(blue)]
}

/** Filter Effects, `hue-rotate(180deg)`: there the cosine is -1 and the sine 0. */
function turned([red, green, blue]: Rgb): Rgb {
  const grey = 2 * (0.213 * red + 0.715 * green + 0.072 * blue)
  return [within(grey - red), within(grey - green), within(grey - blue)]
}

/** WCAG 2.2, relative luminance. */
function luminance(colour: Rgb): number {
  const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  const [red, green, blue] = [linear(colour[0]), linear(colour[1]), linear(colour[2])]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const reader = readFileSync('src/lib/html/frame/mailFrame.css', 'utf8')
const editor = readFileSync('src/features/compose/compose.css', 'utf8')
const frame = readFileSync('src/lib/html/frame/MailFrame.tsx', 'utf8')
const sheet = frameDocument({ html: '', imageSources: [] })

/** How much of the colours a sheet turns round. */
function amountIn(css: string, selector: string): number {
  const start = css.indexOf(selector)
  const found = /filter: invert\(([\d.]+)\) hue-rotate\(180deg\)/.exec(
    css.slice(Math.max(0, start), css.indexOf('}', start)),
  )
  return start < 0 ? Number.NaN : Number(found?.[1])
}
const amounts = [
  ['the reader', amountIn(reader, ':root[data-dark] .mail-frame[data-look="inverted"]')],
  ['the editor', amountIn(editor, ':root[data-dark] .compose-editor')],
] as const

/** What the sheets themselves write, each on its ground; what a mail says of its own colours is its own matter. */
const written = [
  ['text', '#1f2733', '#fff', sheet],
  ['a link', '#2f5bea', '#fff', sheet],
  ['a quotation', '#5b6676', '#fff', sheet],
  ['the fold of a quotation', '#45506a', '#eef1f6', sheet],
  ['the fold, pointed at', '#45506a', '#e2e7f0', sheet],
] as const

describe.each(amounts)('dark paper in %s', (_place, amount) => {
  const shown = (colour: string) => turned(inverted(rgb(colour), amount))

  it.each(written)('%s reaches 4.5 : 1, in the dark as on white', (_what, front, ground, css) => {
    expect(css).toContain(front)
    expect(css).toContain(ground)
    expect(contrast(rgb(front), rgb(ground))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(shown(front), shown(ground))).toBeGreaterThanOrEqual(4.5)
  })

  it('is dark', () => {
    expect(luminance(shown('#fff'))).toBeLessThan(0.02)
  })

  it('a picture that is turned round twice keeps its hues: red stays red and green green', () => {
    for (const [at, colour] of ['#d03030', '#208040', '#2f5bea'].entries()) {
      const twice = shown(
        `#${turned(inverted(rgb(colour), 1))
          .map((part) =>
            Math.round(part * 255)
              .toString(16)
              .padStart(2, '0'),
          )
          .join('')}`,
      )
      expect(twice.indexOf(Math.max(...twice))).toBe(at)
    }
  })
})

it('the picture within is turned round once more, in the reader and in the editor', () => {
  expect(sheet).toContain('html[data-ep-dark] :is(img, video) { filter: invert(1) hue-rotate(180deg); }')
  expect(amountIn(editor, ':root[data-dark] .compose-editor img')).toBe(1)
})

it('what is written stands on the card of each dark skin, without a sheet of its own, at 4.5 : 1', () => {
  const start = editor.indexOf(':root[data-dark] .compose-editor {')
  expect(editor.slice(start, editor.indexOf('}', start))).not.toContain('background')
  const amount = amountIn(editor, ':root[data-dark] .compose-editor')
  const themes = ['tokens', 'skins'].map((name) => readFileSync(`src/app/theme/${name}.css`, 'utf8')).join('')
  const cards = [...themes.matchAll(/--ep-card: (#[0-9a-f]{3,6})/gi)].map(([, card = '']) => rgb(card))
  const dark = cards.filter((card) => luminance(card) < 0.1)
  expect(dark.length).toBeGreaterThan(1)
  for (const front of ['#1f2733', '#5b6676', '#2f5bea']) {
    expect(editor).toContain(front)
    for (const card of dark) expect(contrast(turned(inverted(rgb(front), amount)), card)).toBeGreaterThanOrEqual(4.5)
  }
})

it('a mail without colours of its own names variables that every page has', () => {
  const themes = readFileSync('src/app/theme/tokens.css', 'utf8')
  const named = [...sheet.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(3)
  for (const name of named) {
    expect(themes).toContain(`${name}:`)
    expect(frame).toContain(`'${name}'`)
  }
})
