import { useEffect, useRef } from 'react'
import { useServices } from '#src/store/servicesContext'

/** Calls `onEnd` once a notice was shown for so many milliseconds; while it is held, and on a tab that is hidden, they do not run. */
export function useNoticeTime(ms: number, isHeld: boolean, onEnd: () => void): void {
  const { now } = useServices()
  const left = useRef(ms)
  useEffect(() => {
    if (isHeld) return
    const since = now()
    const timer = setTimeout(onEnd, left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(0, left.current - (now() - since))
    }
  }, [isHeld, now, onEnd])
}
