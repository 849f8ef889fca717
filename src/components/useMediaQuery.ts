import { useSyncExternalStore } from 'react'
import { limits } from '../contract/limits'

/** Whether a media query holds now. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => window.matchMedia(query).matches,
  )
}

/** Whether the window is at most as wide as a breakpoint (SPEC §9). */
export function useIsAtMost(breakpoint: keyof typeof limits.breakpoints): boolean {
  return useMediaQuery(`(max-width: ${limits.breakpoints[breakpoint]}px)`)
}
