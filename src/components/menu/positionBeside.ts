/** Puts a list beside the button that opened it, within the window whatever its size. */

import { limits } from '../../contract/limits'

/** Pixels between both, and to the window's edge. */
const gap = 4
const edge = 8

/** The list must be `position: fixed`. Below the button where there is room, else above; as tall as the room at the most. */
export function positionBeside(list: HTMLElement, opener: HTMLElement, align: 'start' | 'end'): void {
  // There it is a sheet, which the style sheet places.
  if (window.matchMedia(`(max-width: ${limits.breakpoints.phone}px)`).matches) return
  const button = opener.getBoundingClientRect()
  const { innerWidth, innerHeight } = window
  Object.assign(list.style, { left: '0', top: '0', maxInlineSize: `${innerWidth - 2 * edge}px`, maxBlockSize: 'none' })
  // A box around it may be what `fixed` is counted from.
  const { width, height, left, top } = list.getBoundingClientRect()
  const flush = align === 'end' ? button.right - width : button.left
  list.style.left = `${Math.max(edge, Math.min(flush, innerWidth - width - edge)) - left}px`
  const below = innerHeight - button.bottom - gap - edge
  const above = button.top - gap - edge
  const isAbove = height > below && above > below
  list.style.maxBlockSize = `${Math.max(0, isAbove ? above : below)}px`
  const shown = Math.min(height, isAbove ? above : below)
  list.style.top = `${(isAbove ? button.top - gap - shown : button.bottom + gap) - top}px`
}
