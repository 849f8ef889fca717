/** Which ways out of a mailing list a header offers: only such as a program can follow without harm. */
import { describe, expect, it } from 'vitest'
import { unsubscribeWays } from '#contract/mail/unsubscribeWays'

const header = (value: string, post?: string) => [
  { name: 'List-Unsubscribe', value },
  ...(post === undefined ? [] : [{ name: 'List-Unsubscribe-Post', value: post }]),
]

describe('the ways out of a list', () => {
  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'http://list.example/out',
    '//list.example/out',
    'file:///etc/passwd',
    'no address',
  ])('S7, S24: %s is none', (address) => {
    const none = { oneClick: null, mailto: null, page: null }
    expect(unsubscribeWays(header(`<${address}>`, 'List-Unsubscribe=One-Click'))).toEqual(none)
  })

  it('S32: a request is sent only where its sender promised to take one', () => {
    const page = 'https://list.example/out'
    expect(unsubscribeWays(header(`<${page}>`)).oneClick).toBeNull()
    expect(unsubscribeWays(header(`<${page}>`, 'One-Click')).oneClick).toBeNull()
    expect(unsubscribeWays(header(`<${page}>`, ' list-unsubscribe = one-click ')).oneClick).toBe(page)
  })
})
