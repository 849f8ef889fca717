import { expect, it, vi } from 'vitest'
import { browserItems } from '#src/lib/storage/browserItems'

const hour = 3_600_000

it('keeps items under ep_ as value and expiry, and forgets them in time', () => {
  let now = 1_000
  const items = browserItems(window.localStorage, () => now)
  items.set('userInfo', { username: 'lin@ep.test' }, 1)
  expect(window.localStorage.getItem('ep_userInfo')).toBe(
    `{"value":{"username":"lin@ep.test"},"expires":${1_000 + hour}}`,
  )
  now += hour
  expect(items.get('userInfo')).toBeNull()
  expect(window.localStorage.getItem('ep_userInfo')).toBeNull()
})

it.each([
  ['tokenList', { accessToken: 'a', tokenType: 'Bearer' }],
  ['currentOrganization', { code: 'c' }],
  ['userInfo', { username: 'lin@ep.test' }],
  ['userMailType', 'soho'],
  ['language', 'en-US'],
  ['theme', 'star'],
] as const)('SPEC §3: %s stands until its last millisecond, or for good', (name, value) => {
  let now = 0
  const items = browserItems(window.localStorage, () => now)
  items.set(name, value, 2)
  now = 2 * hour - 1
  expect(items.get(name)).toEqual(value)
  now += 1
  expect(items.get(name)).toBeNull()
  items.set(name, value)
  now = Number.MAX_SAFE_INTEGER
  expect(items.get(name)).toEqual(value)
})

it('clears everything of ours but the language', () => {
  const items = browserItems(window.localStorage, () => 0)
  items.set('language', 'en-US')
  items.set('tokenList', {})
  window.localStorage.setItem('other', '1')
  items.clear()
  expect(Object.keys(window.localStorage).sort()).toEqual(['ep_language', 'other'])
})

it.each(['{', '', 'null', '5', '"en-US"', '{"value":"en-US"}', '{"value":"en-US","expires":"soon"}', '[]'])(
  'reads the broken %s as absent, and writes over it',
  (broken) => {
    window.localStorage.setItem('ep_language', broken)
    const items = browserItems(window.localStorage, () => 0)
    expect(items.get('language')).toBeNull()
    items.set('language', 'en-US')
    expect(items.get('language')).toBe('en-US')
  },
)

it('keeps items for the page where the browser keeps nothing', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const items = browserItems(window.localStorage, () => 0)
  items.set('tokenList', 'x')
  expect(items.get('tokenList')).toBe('x')
  vi.restoreAllMocks()
})
