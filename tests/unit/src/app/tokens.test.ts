import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const css = readFileSync('src/app/theme/tokens.css', 'utf8')

function token(name: string): string {
  const found = new RegExp(`--ep-${name}: (#[0-9a-f]{6})`).exec(css)?.[1]
  if (found === undefined) throw new Error(`no token ${name}`)
  return found
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(token(one)), luminance(token(other))].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

it.each([
  ['text', 'bg'],
  ['text', 'card'],
  ['text', 'hover'],
  ['text-2', 'bg'],
  ['text-2', 'card'],
  ['text-2', 'hover'],
  ['text-2', 'line'],
  ['text-3', 'card'],
  ['text-3', 'bg'],
  ['accent', 'card'],
  ['accent', 'accent-soft'],
  ['accent', 'bg'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['flag-text', 'card'],
  ['flag-text', 'flag-soft'],
  ['ok-text', 'ok-soft'],
  ['warn-text', 'warn-soft'],
  ['card', 'text'],
])('%s on %s can be read (4.5:1)', (text, background) => {
  expect(contrast(text, background)).toBeGreaterThanOrEqual(4.5)
})
