/** Runs in the page of any webmail: from a press to the frame in which the result is laid out. */

/** What a person sees. */
export type Sight = {
  readonly selector: string
  /** So many of them at the least; one unless told. */
  readonly least?: number
  /** Text of the first of them as it was before. */
  readonly unlike?: string
  /** Stands in one of them, or in its page where they are frames. */
  readonly text?: string
  readonly isFrame?: true
  /** Is seen besides. */
  readonly also?: string
  /** The page has loaded whole. */
  readonly isLoaded?: true
}

/** Waits for the next press; what it notes outlives a page that is left for another. */
export function armPress(): void {
  sessionStorage.removeItem('pressedAt')
  const note = (event: Event) => {
    for (const kind of ['keydown', 'mousedown']) removeEventListener(kind, note, true)
    sessionStorage.setItem('pressedAt', String(performance.timeOrigin + event.timeStamp))
  }
  for (const kind of ['keydown', 'mousedown']) addEventListener(kind, note, true)
}

/** Milliseconds since the press, or since the page began where `isVisit`; false until it is seen. */
export function msUntil({ sight, isVisit }: { sight: Sight; isVisit: boolean }): number | false {
  const isDrawn = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden'
  }
  const drawn = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].filter(isDrawn)
  const textOf = (element: HTMLElement) => {
    if (!(element instanceof HTMLIFrameElement)) return element.innerText
    const page = element.contentDocument
    return element.clientHeight > 60 && page !== null && page.readyState !== 'loading' ? page.body.innerText : ''
  }
  const found = drawn(sight.selector)
  const [first] = found
  if (first === undefined || found.length < (sight.least ?? 1)) return false
  if (sight.unlike !== undefined && textOf(first).replaceAll(/\s+/g, ' ') === sight.unlike) return false
  const { text, also } = sight
  if (text !== undefined && !found.some((element) => textOf(element).includes(text))) return false
  if (also !== undefined && drawn(also).length === 0) return false
  if (sight.isLoaded && document.readyState !== 'complete') return false
  if (isVisit) return performance.now()
  const pressedAt = sessionStorage.getItem('pressedAt')
  return pressedAt === null ? false : performance.timeOrigin + performance.now() - Number(pressedAt)
}

/** Text of the first that is drawn, as `unlike` compares it. */
export function firstText(selector: string): string {
  const first = [...document.querySelectorAll<HTMLElement>(selector)].find(
    (it) => it.getBoundingClientRect().height > 0,
  )
  return first?.innerText.replaceAll(/\s+/g, ' ') ?? ''
}
