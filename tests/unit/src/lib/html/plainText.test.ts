import { describe, expect, it } from 'vitest'
import { plainTextToHtml } from '#src/lib/html'

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

  it('shows quote levels', () => {
    const body = shown('hi\n> one\n>> two\nback')
    expect(body.querySelector('blockquote > blockquote')?.textContent).toBe('two')
    expect(body.querySelectorAll('blockquote')).toHaveLength(2)
  })
})
