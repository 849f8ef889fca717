import { describe, expect, it } from 'vitest'
import { arrangeDock } from '#src/features/compose/dock/arrangeDock'
import type { DockEntry, Shape } from '#src/store/shell/composers'

/** The last one was taken up last. */
function composers(...shapes: readonly Shape[]): readonly DockEntry[] {
  return shapes.map((shape, at) => ({
    key: `c${at}`,
    mode: 'new',
    id: null,
    mailto: null,
    draftId: null,
    shape,
    turn: at + 1,
  }))
}

const looks = (width: number, isNarrow: boolean, ...shapes: readonly Shape[]) =>
  [...arrangeDock(composers(...shapes), width, isNarrow)].toSorted().map(([, look]) => look)

describe('composers side by side', () => {
  it('are all open where there is room', () => {
    expect(looks(1_440, false, 'docked', 'docked')).toEqual(['docked', 'docked'])
  })

  it('fold from the one used longest ago, and then go into the menu', () => {
    expect(looks(1_440, false, 'docked', 'docked', 'docked')).toEqual(['minimised', 'docked', 'docked'])
    expect(looks(1_500, false, 'docked', 'docked', 'docked', 'docked')).toEqual([
      'away',
      'minimised',
      'docked',
      'docked',
    ])
  })

  it('never stand beyond the window with the menu beside them', () => {
    const size = { docked: 540, minimised: 240, full: 0, away: 0 }
    for (let width = 1_120; width <= 2_600; width += 10) {
      const shown = looks(width, false, ...Array<Shape>(10).fill('docked'))
      const used = shown.reduce((sum, look) => sum + (size[look] === 0 ? 0 : size[look] + 12), 120)
      expect(used).toBeLessThanOrEqual(width - 12)
    }
  })

  it('stand folded at the foot of the one that covers the desk', () => {
    expect(looks(1_440, false, 'docked', 'full')).toEqual(['minimised', 'full'])
  })

  it('come one at a time where the window is narrow', () => {
    expect(looks(390, true, 'docked', 'docked', 'minimised')).toEqual(['away', 'full', 'away'])
    expect(looks(390, true, 'minimised', 'minimised')).toEqual(['away', 'minimised'])
  })
})
