/** What jsdom lacks and the screens use, and a clean browser after every test. */
import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import Cookies from 'js-cookie'
import { afterAll, afterEach, beforeEach, inject, vi } from 'vitest'
import '../gateway/quickQueries'
import '../quickRendering'
import { startListening, stopListening } from './windowListeners'

// The gateway runs beside the screen and compares bytes with Node's own class, which Buffer extends; jsdom brings another.
Object.assign(globalThis, { Uint8Array: Object.getPrototypeOf(Buffer) })

/** Undefined but for somebody who watches, who is told of a miss soon. */
const isWarm = inject('isWarm')
configure({ asyncUtilTimeout: isWarm ? 2_000 : 15_000 })
// A worker whose run cuts off what is being loaded cannot run again.
if (isWarm !== undefined) afterAll(() => vi.dynamicImportSettled())

/** Width that media queries are asked about; a test sets it through `setWidth`. */
let width = 1_440

export function setWidth(pixels: number): void {
  width = pixels
}

window.matchMedia = (query: string): MediaQueryList => {
  const most = /max-width:\s*(\d+)px/.exec(query)?.[1]
  const least = /min-width:\s*(\d+)px/.exec(query)?.[1]
  const matches = (most === undefined || width <= Number(most)) && (least === undefined || width >= Number(least))
  const silent = new EventTarget()
  return Object.assign(silent, {
    // Nothing moves: jsdom ends no transition.
    matches: query.includes('reduced-motion: reduce') || ((most !== undefined || least !== undefined) && matches),
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })
}

HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  if (!this.open) return
  this.open = false
  this.dispatchEvent(new Event('close'))
}

class SilentObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Object.assign(window, { ResizeObserver: window.ResizeObserver ?? SilentObserver })

/** Milliseconds between two pictures. */
const frameMs = 16
const { setTimeout: later, clearTimeout: never } = globalThis
// jsdom begins its frames with an interval of whoever asks first: where a test has intervals in its hand, no later one would have a frame.
Object.assign(window, {
  requestAnimationFrame: (draw: FrameRequestCallback) => Number(later(() => draw(performance.now()), frameMs)),
  cancelAnimationFrame: (handle: number) => never(handle),
})

beforeEach(startListening)

// The next file may run in the same world.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

afterEach(() => {
  cleanup()
  stopListening()
  setWidth(1_440)
  window.localStorage.clear()
  window.sessionStorage.clear()
  for (const name of Object.keys(Cookies.get())) Cookies.remove(name)
  // What an app of a former test still writes goes into that one's databases.
  window.indexedDB = new IDBFactory()
  window.history.replaceState(null, '', '/')
})
