import { expect, it, vi } from 'vitest'
import { keepShell } from '#src/app/install/keepShell'

function page(navigator: object) {
  const later: (() => void)[] = []
  // What it looks at, and nothing else of a window.
  const window = {
    navigator,
    requestIdleCallback: (run: () => void) => later.push(run),
    setTimeout,
  } as unknown as Window & typeof globalThis
  return { window, rest: () => later.splice(0).forEach((run) => void run()) }
}

it('the app is kept once the page is at rest, and never from a copy of the worker', () => {
  const register = vi.fn(async () => undefined)
  const { window, rest } = page({ serviceWorker: { register } })
  keepShell(window)
  expect(register).not.toHaveBeenCalled()
  rest()
  expect(register).toHaveBeenCalledExactlyOnceWith('/sw.js', { updateViaCache: 'none' })
})

it('a browser that refuses, or cannot, goes on without', () => {
  const refused = page({ serviceWorker: { register: async () => Promise.reject(new Error('insecure')) } })
  keepShell(refused.window)
  refused.rest()
  const unable = page({})
  keepShell(unable.window)
  unable.rest()
})
