/** How far two colours are apart (WCAG 2.2), and which of the app's colours stand on which. */

/** WCAG 2.2, relative luminance of `#rrggbb`. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1 to 21; of two colours written `#rrggbb`. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

type Pairs = Readonly<Record<string, readonly string[]>>

const surfaces = ['bg', 'card', 'hover', 'accent-soft']

/** Each kind of thing that is seen, how far it must be from its ground, and which stand on which: also where a row is pointed at or chosen. */
export const pairs = {
  texts: {
    least: 4.5,
    on: {
      text: [...surfaces, 'line', 'flag-soft', 'ok-soft', 'warn-soft'],
      'text-2': [...surfaces, 'line'],
      'text-3': surfaces,
      accent: surfaces,
      'accent-strong': ['card', 'accent-soft', 'warn-soft'],
      'on-accent': ['accent', 'accent-strong', 'flag-text', 'flag-strong'],
      'flag-text': [...surfaces, 'flag-soft'],
      'flag-strong': surfaces,
      'ok-text': [...surfaces, 'ok-soft'],
      'warn-text': [...surfaces, 'warn-soft'],
      card: ['text', 'flag-text'],
    },
  },
  /** Borders, rings, bars and icons. */
  marks: {
    least: 3,
    on: {
      accent: [...surfaces, 'line'],
      flag: ['card', 'hover', 'accent-soft', 'flag-soft'],
      ok: ['card'],
      warn: ['card'],
      'line-strong': ['bg', 'card', 'hover'],
    },
  },
} as const satisfies Readonly<Record<string, { readonly least: number; readonly on: Pairs }>>

export type PairKind = keyof typeof pairs

export function pairsOf(kind: PairKind): readonly { readonly front: string; readonly ground: string }[] {
  const on: Pairs = pairs[kind].on
  return Object.entries(on).flatMap(([front, grounds]) => grounds.map((ground) => ({ front, ground })))
}
