import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** WCAG 2.2, relative luminance of `#rrggbb`. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const css = readFileSync('src/app/theme/tokens.css', 'utf8')
const tokens = new Map(
  [...css.matchAll(/--ep-([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
)

/** Which texts stand on which grounds. */
const grounds: Readonly<Record<string, readonly string[]>> = {
  text: ['bg', 'card', 'hover', 'accent-soft'],
  'text-2': ['bg', 'card', 'hover', 'accent-soft'],
  'text-3': ['bg', 'card', 'hover'],
  accent: ['bg', 'card', 'accent-soft'],
  'accent-strong': ['card', 'accent-soft'],
  'on-accent': ['accent', 'accent-strong'],
  'flag-text': ['card', 'flag-soft'],
  'ok-text': ['card', 'ok-soft'],
  'warn-text': ['card', 'warn-soft'],
}
const pairs = Object.entries(grounds).flatMap(([text, on]) => on.map((ground) => [text, ground] as const))

describe('the default skin', () => {
  it.each(pairs)('%s on %s reaches 4.5 : 1', (text, ground) => {
    expect(contrast(tokens.get(text) ?? '#000000', tokens.get(ground) ?? '#000000')).toBeGreaterThanOrEqual(4.5)
  })

  it('knows the extremes', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5)
  })
})
