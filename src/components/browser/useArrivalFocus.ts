/** Whoever comes from a page without the desk around it, such as the sign-in, has left what had the focus there: they go on in the page. */
import { useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router-dom'

/** @param id of the element that takes the focus where nothing has it; a page that is loaded anew begins at its top, as ever */
export function useArrivalFocus(id: string): void {
  const isLedHere = useRef(useNavigationType() !== 'POP')
  useEffect(() => {
    if (isLedHere.current && document.activeElement === document.body) {
      document.getElementById(id)?.focus({ preventScroll: true })
    }
  }, [id])
}
