import { type ChangeEvent, useEffect, useEffectEvent, useState } from 'react'

/** Milliseconds after the last key before a search begins. */
const pauseMs = 150

/** What was typed, as it stood at the last pause. */
export function useTypedPause(typed: string, pause = pauseMs): string {
  const [paused, setPaused] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), pause)
    return () => clearTimeout(timer)
  }, [typed, pause])
  return paused
}

/** A field that searches after a pause, and not for what an input method still holds. */
export function useTypedSearch(searched: string, onSearch: (words: string) => void) {
  const [value, setValue] = useState(searched)
  const [isComposing, setComposing] = useState(false)
  /** What was searched for last, and what of it was typed here. */
  const [seen, setSeen] = useState({ searched, own: searched })
  if (seen.searched !== searched) {
    setSeen({ ...seen, searched })
    // The browser went back, or a link led here.
    if (searched !== seen.own) setValue(searched)
  }
  const search = useEffectEvent((words: string) => {
    if (words === searched) return
    setSeen({ searched, own: words })
    onSearch(words)
  })
  useEffect(() => {
    if (isComposing) return
    const timer = setTimeout(() => search(value.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [value, isComposing])
  return {
    value,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setValue(event.target.value),
    onCompositionStart: () => setComposing(true),
    onCompositionEnd: () => setComposing(false),
  }
}
