import { expect, it } from 'vitest'
import { nextPath } from '../../../../../src/features/session/nextPath'

it.each([
  'https://evil.test/',
  '//evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  'javascript:alert(1)',
  'receive',
  '',
])('S24: refuses %j as the page to go on to', (given) => {
  expect(nextPath(given)).toBeNull()
})

it('keeps a path of this site with its query', () => {
  expect(nextPath('/receive/mailshow?id=a%20b&page=2')).toBe('/receive/mailshow?id=a%20b&page=2')
})
