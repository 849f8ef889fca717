/** For a live region that is shown together with its first words: screen readers speak what comes into one that they know already. */
import { useEffect, useState } from 'react'

/** Milliseconds after which they do. */
const knownAfterMs = 100

export function useIsHeard(): boolean {
  const [isHeard, setHeard] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHeard(true), knownAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isHeard
}
