import { expect, it } from 'vitest'
import { inPieces } from '#src/features/mailbox/row/HighlightedText'

it('cuts a text at its places without losing or doubling any of it', () => {
  const text = 'one two three'
  const places = [
    { start: 8, end: 99 },
    { start: 4, end: 7 },
    { start: 5, end: 6 },
    { start: 20, end: 22 },
  ]
  const pieces = inPieces(text, places)
  expect(pieces.map(({ piece }) => piece).join('')).toBe(text)
  expect(pieces.filter(({ isFound }) => isFound).map(({ piece }) => piece)).toEqual(['two', 'three'])
})
