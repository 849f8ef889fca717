/** What runs within the page: from a press to the frame that shows what was asked for, by the browser's own clock. */

/** Something that a person can see. */
export type Sight = {
  readonly selector: string
  /** Stands in the element, or in the mail's frame where `isFrame`. */
  readonly text?: string
  readonly isFrame?: boolean
  /** What must have gone. */
  readonly without?: string
}

export type Taken = {
  /** From the press to the first frame that shows it. */
  readonly ms: number
  /** Calls of the gateway that began meanwhile, each with its own duration. */
  readonly calls: readonly { readonly path: string; readonly ms: number }[]
}

/** Waits, for `taken`, until `sight` is painted; begins at the next press of a key or button, at once, or when the page was gone to. */
export function watchFor({ sight, from }: { sight: Sight; from: 'press' | 'now' | 'visit' }): void {
  const isThere = () => {
    if (sight.without !== undefined && document.querySelector(sight.without) !== null) return false
    for (const element of document.querySelectorAll(sight.selector)) {
      if (element instanceof HTMLIFrameElement && sight.isFrame) {
        // A frame that is not yet as tall as its mail shows a line of it.
        const words = element.clientHeight > 60 ? element.contentDocument?.body?.textContent : ''
        if (words?.includes(sight.text ?? '')) return true
      } else if (sight.text === undefined || element.textContent?.includes(sight.text)) return true
    }
    return false
  }
  globalThis.epTaken = new Promise((resolve) => {
    const begin = (start: number) => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => {
        const ms = performance.now() - start
        const calls = performance
          .getEntriesByType('resource')
          .filter(({ name, startTime }) => startTime >= start && name.includes('/webmail/'))
          .map(({ name, duration }) => ({ path: new URL(name).pathname, ms: duration }))
        resolve({ ms, calls })
      }
      const look = () => {
        // A message posted within a frame's callback comes when that frame has been painted.
        if (isThere()) channel.port2.postMessage(null)
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    }
    if (from !== 'press') return begin(from === 'now' ? performance.now() : 0)
    const kinds = ['click', 'keydown'] as const
    const heard = (event: Event) => {
      for (const kind of kinds) removeEventListener(kind, heard, true)
      begin(event.timeStamp)
    }
    for (const kind of kinds) addEventListener(kind, heard, true)
  })
}

declare global {
  var epTaken: Promise<Taken> | undefined
}

/** Keeps what was asked to wait for, so that the press comes after the waiting began. */
export function taken(): Promise<Taken> {
  return globalThis.epTaken ?? Promise.reject(new Error('Nothing was waited for'))
}

export type BareCall = {
  readonly url: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string | null
}

/** The least that a page could do: the same calls, one after the other, and two frames. */
export async function bareCalls(calls: readonly BareCall[]): Promise<number> {
  const start = performance.now()
  for (const { url, method, headers, body } of calls) {
    const answer = await fetch(url, { method, headers, body, cache: 'no-store' })
    await answer.json()
  }
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return performance.now() - start
}

export type Frames = { readonly longest: number; readonly count: number; readonly dropped: number }

/** Scrolls the list by so many pixels a frame, up to its end; with 0, lets as many frames pass as are asked for. */
export function scrollThrough({
  selector,
  step,
  idle,
}: {
  selector: string
  step: number
  idle: number
}): Promise<Frames> {
  const list = document.querySelector(selector)
  if (list === null) throw new Error(`no ${selector}`)
  return new Promise((resolve) => {
    const gaps: number[] = []
    let before = 0
    const frame = (at: number) => {
      if (before > 0) gaps.push(at - before)
      before = at
      const isAtEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 1
      if (step > 0 ? isAtEnd : gaps.length >= idle) {
        const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / (1_000 / 60)) - 1), 0)
        resolve({ longest: Math.max(...gaps), count: gaps.length, dropped })
        return
      }
      list.scrollTop += step
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
}

type Wanted = { scroller: string; row: string; subject: string }

/** Scrolls from the top until a row of this subject stands in the middle; answers where to point at it. */
export async function bringRow({ scroller, row, subject }: Wanted): Promise<{ x: number; y: number } | null> {
  const list = document.querySelector(scroller)
  const found = () =>
    [...document.querySelectorAll(row)].find((it) => it.querySelector('.mailbox-row-subject')?.textContent === subject)
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  if (list === null) return null
  list.scrollTop = 0
  await drawn()
  while (found() === undefined && list.scrollTop + list.clientHeight < list.scrollHeight - 1) {
    list.scrollTop += 300
    await drawn()
  }
  found()?.scrollIntoView({ block: 'center' })
  await drawn()
  const box = found()?.getBoundingClientRect()
  return box === undefined ? null : { x: box.left + 150, y: box.top + box.height / 2 }
}
