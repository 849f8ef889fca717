/** Text with the places that a search found; only text, whatever stands in it. */
import { Fragment } from 'react'

export type HighlightRange = { readonly start: number; readonly end: number }

export function HighlightedText({ text, places }: { text: string; places: readonly HighlightRange[] }) {
  return inPieces(text, places).map(({ at, piece, isFound }) =>
    isFound ? <mark key={at}>{piece}</mark> : <Fragment key={at}>{piece}</Fragment>,
  )
}

/** The whole text in order; places that overlap or lie outside it are cut to what is left. */
export function inPieces(text: string, places: readonly HighlightRange[]) {
  const pieces: { at: number; piece: string; isFound: boolean }[] = []
  let at = 0
  function take(end: number, isFound: boolean) {
    if (end <= at) return
    pieces.push({ at, piece: text.slice(at, end), isFound })
    at = end
  }
  for (const { start, end } of places.toSorted((one, other) => one.start - other.start)) {
    take(Math.min(start, text.length), false)
    take(Math.min(end, text.length), true)
  }
  take(text.length, false)
  return pieces
}
