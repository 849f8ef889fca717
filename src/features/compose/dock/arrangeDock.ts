/** How composers share the foot of the desk: those taken up last stay open, older ones fold, and what has no room goes into a menu. */
import type { DockEntry, Shape } from '#src/store/shell/composers'

/** `away`: only in the menu. */
export type Look = Shape | 'away'

/** In pixels, as `dock.css` has them; the menu with the longest of its labels and a gap. */
const widths = { docked: 540, minimised: 240, gap: 12, menu: 120 } as const

/** @param width of the window, in pixels  @param isNarrow one at a time, over the whole window */
export function arrangeDock(docked: readonly DockEntry[], width: number, isNarrow: boolean): ReadonlyMap<string, Look> {
  const newestFirst = docked.toSorted((one, other) => other.turn - one.turn)
  if (isNarrow) return oneAtATime(newestFirst)
  const all = sideBySide(newestFirst, width - widths.gap)
  return [...all.values()].includes('away') ? sideBySide(newestFirst, width - widths.gap - widths.menu) : all
}

function oneAtATime(newestFirst: readonly DockEntry[]): ReadonlyMap<string, Look> {
  const [newest] = newestFirst
  const open = newestFirst.find(({ shape }) => shape !== 'minimised')
  return new Map(
    newestFirst.map(({ key }) => {
      if (key === open?.key) return [key, 'full']
      return [key, open === undefined && key === newest?.key ? 'minimised' : 'away']
    }),
  )
}

function sideBySide(newestFirst: readonly DockEntry[], room: number): ReadonlyMap<string, Look> {
  let left = room
  // Beneath the one that covers the desk the others would only peep out.
  const isCovered = newestFirst.some(({ shape }) => shape === 'full')
  const looks = new Map<string, Look>()
  for (const { key, shape } of newestFirst) {
    const wanted = shape === 'docked' && !isCovered ? (['docked', 'minimised'] as const) : (['minimised'] as const)
    const fitting = wanted.find((look) => widths[look] + widths.gap <= left)
    if (shape === 'full') looks.set(key, 'full')
    else if (fitting === undefined) looks.set(key, 'away')
    else {
      looks.set(key, fitting)
      left -= widths[fitting] + widths.gap
    }
  }
  return looks
}
