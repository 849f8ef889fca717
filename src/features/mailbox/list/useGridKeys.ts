/** The keys that move, open and select within the list. */
import type { KeyboardEvent } from 'react'
import { isOfInputMethod } from '#src/components/browser/keyTargets'
import { useSetting } from '#src/store/settings/useSetting'

type Commands = {
  activeIndex: number
  /** Rows that a Page key passes. */
  pageRows: number
  lastIndex: number
  onMove: (index: number, extend: boolean) => void
  onOpen: (index: number) => void
  onToggle: (index: number) => void
  onFlag: (index: number) => void
  onSelectAll: () => void
  onSelectNone: () => void
}

export function useGridKeys(grid: Commands) {
  const hasLetters = useSetting('shortcuts') === 'on'
  return (event: KeyboardEvent) => {
    // While an input method composes, its keys are its own.
    if (isOfInputMethod(event.nativeEvent) || event.altKey) return
    const { activeIndex: at } = grid
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== 'a') return
      event.preventDefault()
      grid.onSelectAll()
      return
    }
    if (!hasLetters && /^\p{L}$/u.test(event.key)) return
    const targets: Record<string, number> = {
      ArrowDown: at + 1,
      j: at + 1,
      ArrowUp: at - 1,
      k: at - 1,
      PageDown: at + grid.pageRows,
      PageUp: at - grid.pageRows,
      Home: 0,
      End: grid.lastIndex,
    }
    const onButton = event.target instanceof HTMLElement && event.target.closest('button, input') !== null
    const acts: readonly (readonly [key: string, act: () => void])[] = [
      ['x', () => grid.onToggle(at)],
      ['s', () => grid.onFlag(at)],
      ['o', () => grid.onOpen(at)],
      ['Escape', grid.onSelectNone],
      ...(onButton
        ? []
        : ([
            ['Enter', () => grid.onOpen(at)],
            [' ', () => grid.onToggle(at)],
          ] as const)),
    ]
    const target = targets[event.key]
    const act = acts.find(([key]) => key === event.key)?.[1]
    if (target !== undefined) grid.onMove(target, event.shiftKey)
    else if (act !== undefined) act()
    else return
    event.preventDefault()
  }
}
