import { expect, it } from 'vitest'
import { nextPath } from '#src/store/routes/nextPath'

it.each([
  'https://evil.test/',
  '//evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  'javascript:alert(1)',
  'JaVaScRiPt://here.invalid/%0aalert(1)',
  'data:text/html,<script>',
  'vbscript:x',
  'mailto:a@evil.test',
  '///evil.test',
  '////evil.test',
  '/\\/evil.test',
  '/.//evil.test',
  '/..//evil.test',
  '/receive/..//evil.test',
  '/receive/%2e%2e//evil.test',
  '/%2E//evil.test',
  '%2f%2fevil.test',
  '%5cevil.test',
  '／／evil.test',
  '⁄⁄evil.test',
  '∕evil.test',
  '。evil.test',
  '\t//evil.test',
  ' //evil.test',
  '\u0000//evil.test',
  '/\u2028\\evil.test',
  '/\r\n/evil.test',
  '@evil.test',
  'here.invalid@evil.test',
  'https:evil.test',
  'https:/evil.test',
  'http://[::1',
  '?next=//evil.test',
  '#//evil.test',
  'receive',
  '',
])('S24: refuses %j as the page to go on to', (given) => {
  expect(nextPath(given)).toBeNull()
})

it.each([
  ['/%2f%2fevil.test', '/%2f%2fevil.test'],
  ['/%5cevil.test', '/%5cevil.test'],
  ['/／／evil.test', '/%EF%BC%8F%EF%BC%8Fevil.test'],
  ['/@evil.test', '/@evil.test'],
  ['/:443', '/:443'],
  ['/receive?next=//evil.test', '/receive?next=//evil.test'],
])('S24: %j stays a path of this site', (given, path) => {
  expect(nextPath(given)).toBe(path)
  expect(new URL(path, 'https://mail.example').origin).toBe('https://mail.example')
})

it('keeps a path of this site with its query', () => {
  expect(nextPath('/receive/mailshow?id=a%20b&page=2')).toBe('/receive/mailshow?id=a%20b&page=2')
})
