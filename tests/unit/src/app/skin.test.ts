/** `public/skin.js`, run as the page runs it: before anything else, on whatever the browser keeps. */
import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { settings } from '#contract/settings'

const script = readFileSync('public/skin.js', 'utf8')
const root = document.documentElement
let isSystemDark = false
let system = new EventTarget()

beforeEach(() => {
  isSystemDark = false
  system = new EventTarget()
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.defineProperty(
      Object.assign(system, {
        media: query,
        matches: false,
        onchange: null,
        addListener: () => undefined,
        removeListener: () => undefined,
      }),
      'matches',
      { get: () => isSystemDark },
    ),
  )
  document.head.innerHTML = '<meta name="color-scheme" content="light"><meta name="theme-color" content="#ffffff">'
})

afterEach(() => {
  vi.restoreAllMocks()
  document.head.innerHTML = ''
  for (const name of root.getAttributeNames()) root.removeAttribute(name)
})

const keep = (name: string, value: unknown, expires: number | null = null) =>
  window.localStorage.setItem(`ep_${name}`, JSON.stringify({ value, expires }))
const look = () => `${root.dataset.skin} ${root.hasAttribute('data-dark') ? 'dark' : 'light'}`
const schemeTold = () => document.querySelector('meta[name="color-scheme"]')?.getAttribute('content')

it.each([
  ['default', 'light'],
  ['star', 'dark'],
  ['forest', 'light'],
  ['coast', 'light'],
])('%s is %s by nature', (skin, nature) => {
  keep('theme', skin)
  runInThisContext(script)
  expect(look()).toBe(`${skin} ${nature}`)
  expect(schemeTold()).toBe(nature)
})

it('each skin is light and dark, and goes with the system', () => {
  runInThisContext(script)
  for (const skin of settings.skin.values) {
    for (const mode of ['light', 'dark'] as const) {
      window.dispatchEvent(new CustomEvent('ep-skin', { detail: { skin, mode } }))
      expect(look()).toBe(`${skin} ${mode}`)
    }
    window.dispatchEvent(new CustomEvent('ep-skin', { detail: { skin, mode: 'system' } }))
    expect(look()).toBe(`${skin} light`)
    isSystemDark = true
    system.dispatchEvent(new Event('change'))
    expect(look()).toBe(`${skin} dark`)
    isSystemDark = false
  }
})

it('knows the skins and modes of the contract', () => {
  for (const word of [...settings.skin.values, ...settings.mode.values]) expect(script).toContain(`'${word}'`)
})

it.each([
  ['nothing', () => undefined],
  ['an unknown skin', () => keep('theme', 'neon')],
  ['another shape', () => keep('theme', { skin: 'star' })],
  ['broken text', () => window.localStorage.setItem('ep_theme', '{"value":"star"')],
  ['a bare null', () => window.localStorage.setItem('ep_theme', 'null')],
  ['an expired choice', () => keep('theme', 'star', Date.now() - 1)],
])('shows the default skin where the browser keeps %s', (_what, prepare) => {
  prepare()
  runInThisContext(script)
  expect(look()).toBe('default light')
})

it('shows the default skin where the browser lets nothing be read', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  runInThisContext(script)
  expect(look()).toBe('default light')
})

it('goes with what another tab chooses, and forgets it when that one signs out', () => {
  runInThisContext(script)
  keep('theme', 'coast')
  keep('mode', 'dark')
  window.dispatchEvent(new StorageEvent('storage', { key: 'ep_mode' }))
  expect(look()).toBe('coast dark')
  window.localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: 'ep_theme' }))
  expect(look()).toBe('default light')
})
