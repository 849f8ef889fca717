import { type RefObject, useEffect, useRef } from 'react'
import { useHasPane } from '#src/store/settings/useSetting'

/** Where the reader fills the window, the focus comes along; else it stays in the list. */
export function useReaderFocus(reader: RefObject<HTMLElement | null>, options?: FocusOptions): void {
  const hasPane = useHasPane()
  const preventScroll = options?.preventScroll === true
  const isOpened = useRef(false)
  useEffect(() => {
    const wasOpened = isOpened.current
    isOpened.current = true
    if (hasPane && window.matchMedia('(min-width: 1120px)').matches) return
    const { activeElement } = document
    // Whoever goes from mail to mail keeps it on the button.
    if (reader.current?.closest('article')?.contains(activeElement)) return
    const list = reader.current?.closest('.mailbox')?.querySelector('.mailbox-list')
    // A setting that changes later takes it from nothing but the list, which is covered then.
    if (wasOpened && activeElement !== document.body && !list?.contains(activeElement)) return
    reader.current?.focus({ preventScroll })
  }, [reader, hasPane, preventScroll])
}
