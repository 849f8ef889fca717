import { describe, expect, it } from 'vitest'
import { plainTextToHtml } from '#src/lib/html/plainText'

const shown = (text: string) => new DOMParser().parseFromString(plainTextToHtml(text), 'text/html').body

describe('plainTextToHtml', () => {
  it.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    'javascript:alert(1) data:text/html,x vbscript:x',
    'http://a.example/"onmouseover="alert(1)',
    'http://a.example/<script>',
    "mailto:a@b.example'onclick='x",
  ])('S3: %s is shown word for word', (text) => {
    const body = shown(text)
    expect(body.textContent).toBe(text)
    expect([...body.querySelectorAll('*')].every((element) => ['DIV', 'A'].includes(element.tagName))).toBe(true)
    for (const link of body.querySelectorAll('a')) {
      expect(link.getAttribute('href')).toMatch(/^(?:https?|mailto):/)
      expect(link.getAttributeNames()).toEqual(['href', 'target', 'rel'])
    }
  })

  it('links addresses without the words around them', () => {
    const hrefs = (text: string) => [...shown(text).querySelectorAll('a')].map((link) => link.getAttribute('href'))
    expect(hrefs('见 https://a.example/x?y=1&z=2。谢谢')).toEqual(['https://a.example/x?y=1&z=2'])
    expect(hrefs('(see http://a.example/b_(c)).')).toEqual(['http://a.example/b_(c)'])
    expect(hrefs('mailto:w@a.example, ftp://x')).toEqual(['mailto:w@a.example'])
  })

  it('links bare addresses of mail and telephone numbers, and no other numbers', () => {
    const links = (text: string) =>
      [...shown(text).querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.textContent])
    expect(links('Ask wang.li+work@mail.example.cn.')).toEqual([
      ['mailto:wang.li+work@mail.example.cn', 'wang.li+work@mail.example.cn'],
    ])
    expect(links('电话：13800138000，或 010-62345678、400-810-8888')).toEqual([
      ['tel:13800138000', '13800138000'],
      ['tel:01062345678', '010-62345678'],
      ['tel:4008108888', '400-810-8888'],
    ])
    expect(links('Call +44 (20) 7946 0958 today')).toEqual([['tel:+442079460958', '+44 (20) 7946 0958']])
    expect(links('2026-11-21 10:00, no. 13800138000123, 1.5, a@b, id=13800138000, SN-13800138000')).toEqual([])
  })

  it('S3: a run of letters without an end is looked at once', () => {
    for (const text of [`${'a'.repeat(200_000)}@`, '1'.repeat(200_000), `+${'1 '.repeat(100_000)}`])
      expect(shown(text).textContent).toBe(text)
  })

  it('shows quote levels', () => {
    const body = shown('hi\n> one\n>> two\nback')
    expect(body.querySelector('blockquote > blockquote')?.textContent).toBe('two')
    expect(body.querySelectorAll('blockquote')).toHaveLength(2)
  })
})
