/** A mail in a sandboxed frame: no scripts, no forms, no way to the page around it; as tall as the mail. */
import { useCallback, useEffect, useRef, useState } from 'react'
import './mailFrame.css'

type MailFrameProps = {
  /** What `frameDocument` gave. */
  readonly html: string
  /** Names the frame for assistive technology. */
  readonly title: string
  /** On a dark page: its white sheet, that sheet with its colours inverted, or the page's colours. */
  readonly look?: 'white' | 'inverted' | 'page'
  readonly onHeight?: (pixels: number) => void
  /** The mail with its pictures has arrived and the frame is as tall as it. */
  readonly onReady?: () => void
  /** Keys pressed within the mail, so that the page's shortcuts hold there too. */
  readonly onKeyDown?: (event: KeyboardEvent) => void
  /** Clicks within the mail, with any button or by a key. */
  readonly onClick?: (event: MouseEvent) => void
}

/** Text smaller than this share of its size would not be read; what is still wider scrolls. */
const smallestZoom = 0.5

/** Shrinks a mail of a fixed width to the width that a narrow window gives it. */
function fitWidth({ style }: HTMLElement, root: HTMLElement): void {
  style.removeProperty('zoom')
  const share = root.clientWidth / root.scrollWidth
  if (share < 1 && root.clientWidth > 0) style.setProperty('zoom', String(Math.max(smallestZoom, share)))
}

/** Variables of the page that the frame's own sheet names. */
const pageColours = ['--ep-text', '--ep-text-2', '--ep-accent', '--ep-hover', '--ep-line-strong'] as const

/** Taller than this the frame scrolls by itself. */
const maxHeight = 200_000
const smallest = 60

export function MailFrame({ html, title, look = 'white', onHeight, onReady, onKeyDown, onClick }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [loads, setLoads] = useState(0)
  const [height, setHeight] = useState(smallest)
  const [measuredLoads, setMeasuredLoads] = useState(0)
  const handleLoad = useCallback(() => setLoads((count) => count + 1), [])

  useEffect(() => {
    const inner = frame.current?.contentDocument
    if (loads === 0 || inner === null || inner === undefined) return
    // While the frame goes from its empty page to the mail it holds no element at all; the mail's own load comes after.
    const root = inner.querySelector('html')
    if (root === null) return
    const mail = inner.querySelector<HTMLElement>('body > div')
    const content = mail ?? root
    const measure = () => {
      fitWidth(content, root)
      // The difference is the bar for a mail that is wider than the pane.
      const bar = Math.max(0, (frame.current?.clientHeight ?? 0) - root.clientHeight)
      const bottom = content.getBoundingClientRect().bottom + root.scrollTop
      setHeight(Math.min(maxHeight, Math.max(smallest, Math.ceil(bottom) + 12 + bar)))
    }
    measure()
    if (mail !== null) setMeasuredLoads(loads)
    const observer = new ResizeObserver(measure)
    observer.observe(content)
    return () => observer.disconnect()
  }, [loads])

  useEffect(() => {
    const inner = frame.current?.contentDocument
    if (loads === 0 || inner === null || inner === undefined || onKeyDown === undefined) return
    inner.addEventListener('keydown', onKeyDown)
    return () => inner.removeEventListener('keydown', onKeyDown)
  }, [loads, onKeyDown])

  useEffect(() => {
    const inner = frame.current?.contentDocument
    if (loads === 0 || inner === null || inner === undefined || onClick === undefined) return
    inner.addEventListener('click', onClick)
    inner.addEventListener('auxclick', onClick)
    return () => {
      inner.removeEventListener('click', onClick)
      inner.removeEventListener('auxclick', onClick)
    }
  }, [loads, onClick])

  useEffect(() => {
    const inner = frame.current?.contentDocument?.querySelector('html') ?? null
    if (loads === 0 || inner === null) return
    const page = document.documentElement
    const follow = () => {
      const isDark = page.hasAttribute('data-dark')
      inner.toggleAttribute('data-ep-dark', isDark && look === 'inverted')
      inner.toggleAttribute('data-ep-page', isDark && look === 'page')
      const colours = getComputedStyle(page)
      for (const name of pageColours) inner.style.setProperty(name, colours.getPropertyValue(name))
    }
    follow()
    const observer = new MutationObserver(follow)
    observer.observe(page, { attributeFilter: ['data-dark', 'data-skin'] })
    return () => observer.disconnect()
  }, [loads, look])

  useEffect(() => onHeight?.(height), [height, onHeight])

  useEffect(() => {
    if (measuredLoads > 0) onReady?.()
  }, [measuredLoads, onReady])

  return (
    <iframe
      ref={frame}
      className="mail-frame"
      title={title}
      data-look={look}
      srcDoc={html}
      // Same origin lets this page measure it; without scripts within, that gives the mail nothing.
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      style={{ height }}
      onLoad={handleLoad}
    />
  )
}
