/** How wide the list is beside the reader: what the person chose, kept within what the window gives both sides. */
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import { limits } from '#contract/limits'
import { useServices } from '#src/store/servicesContext'

/** The width without a choice, and that of the divider itself. */
export const defaultWidth = 400
const dividerWidth = 6
const storedName = 'listWidth'

export const leastWidth = limits.dividerMinPixels

/** A window too narrow for both sides gives the list the least that it may have. */
export function clampWidth(width: number, room: number): number {
  return Math.round(Math.max(leastWidth, Math.min(width, mostWidth(room))))
}

/** What is left of `room` when the reader has the least that it may have. */
export function mostWidth(room: number): number {
  return Math.max(leastWidth, room - dividerWidth - leastWidth)
}

/** `divider` stands between the two panes; what is around it is the room for both. */
export function usePaneWidth(divider: RefObject<HTMLElement | null>) {
  const { stored } = useServices()
  const [wanted, setWanted] = useState(() => {
    const kept = stored.get(storedName)
    return typeof kept === 'number' && Number.isFinite(kept) ? kept : defaultWidth
  })
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)

  // Before the first picture, which would show another width.
  useLayoutEffect(() => {
    const measure = () => {
      const width = divider.current?.parentElement?.clientWidth ?? 0
      if (width > 0) setRoom(width)
    }
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [divider])

  const width = clampWidth(wanted, room)
  useLayoutEffect(() => {
    divider.current?.parentElement?.style.setProperty('--mailbox-list-width', `${width}px`)
  }, [divider, width])

  /** `isFinal` when the person let go: a width on the way is not remembered. */
  const choose = useCallback(
    (pixels: number, isFinal: boolean) => {
      const kept = clampWidth(pixels, room)
      setWanted(kept)
      if (isFinal) stored.set(storedName, kept)
    },
    [room, stored],
  )
  return { width, most: Number.isFinite(room) ? mostWidth(room) : Math.max(width, defaultWidth), choose }
}
