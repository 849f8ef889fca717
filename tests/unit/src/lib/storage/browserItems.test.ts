import { expect, it, vi } from 'vitest'
import { browserItems } from '../../../../../src/lib/storage/browserItems'

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

it('clears everything of ours but the language', () => {
  const items = browserItems(window.localStorage, () => 0)
  items.set('language', 'en-US')
  items.set('tokenList', {})
  window.localStorage.setItem('other', '1')
  items.clear()
  expect(Object.keys(window.localStorage).sort()).toEqual(['ep_language', 'other'])
})

it('reads what is broken as absent', () => {
  window.localStorage.setItem('ep_language', '{')
  expect(browserItems(window.localStorage, () => 0).get('language')).toBeNull()
})

it('keeps items for the page where the browser keeps nothing', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const items = browserItems(window.localStorage, () => 0)
  items.set('tokenList', 'x')
  expect(items.get('tokenList')).toBe('x')
  vi.restoreAllMocks()
})
