import { useEffect, useState } from 'react'
import { useIsHidden } from './useIsHidden'

/** Milliseconds. */
const longMs = 10 * 60_000

/** Whether nobody has seen the tab for ten minutes. */
export function useIsHiddenLong(): boolean {
  const isHidden = useIsHidden()
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isHidden) {
      setLong(false)
      return
    }
    const timer = setTimeout(() => setLong(true), longMs)
    return () => clearTimeout(timer)
  }, [isHidden])
  return isLong
}
