/** S17: neither cookie goes with a call from another site, and over https neither goes in the clear. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { browserCookies } from '#src/lib/storage/userCookies'

let written: string[]
beforeEach(() => {
  written = []
  vi.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => {
    written.push(cookie)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const writeAll = () => {
  browserCookies.noteSignedIn('lin@ep.test', true)
  browserCookies.noteSignedIn('lin@ep.test', false)
  browserCookies.noteSignedOut()
}
const attributesOf = (cookie: string) => cookie.split('; ').slice(1)

it('S17: are bound to this site, whatever is noted', () => {
  writeAll()
  expect(written).toHaveLength(5)
  for (const cookie of written)
    expect(attributesOf(cookie)).toEqual(expect.arrayContaining(['path=/', 'sameSite=strict']))
})

it.each([
  ['https:', true],
  ['http:', false],
])('S17: are kept to encrypted lines where the page itself came over one: %s', (protocol, isSecure) => {
  vi.stubGlobal('window', { location: { protocol } })
  writeAll()
  expect(written.map((cookie) => attributesOf(cookie).includes('secure'))).toEqual(Array(5).fill(isSecure))
})
