import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { limits } from '../../contract/limits'

/** Whether a media query holds now. */
export function useMediaQuery(query: string): boolean {
  // Asked for once: each new list makes the browser settle the page's styles first.
  const list = useMemo(() => window.matchMedia(query), [query])
  const subscribe = useCallback(
    (onChange: () => void) => {
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [list],
  )
  return useSyncExternalStore(subscribe, () => list.matches)
}

/** Whether the window is at most as wide as a breakpoint (SPEC §9). */
export function useIsAtMost(breakpoint: keyof typeof limits.breakpoints): boolean {
  return useMediaQuery(`(max-width: ${limits.breakpoints[breakpoint]}px)`)
}
