import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { bytesAnswer, disposition, safeFileName } from '#server/http/download'

describe('the name of a download', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\a\\cv.doc', 'cv.doc'],
    ['a\0b.txt', 'ab.txt'],
    ['annual\u202Efdp.exe', 'annualfdp.exe'],
    ['a\r\nSet-Cookie: x=1.txt', 'aSet-Cookie_ x=1.txt'],
    ['con.txt', '_con.txt'],
    ['LPT1', '_LPT1'],
    ['..', 'attachment'],
    ['', 'attachment'],
    ['half\uD800pair.txt', 'halfpair.txt'],
    ['报告 2026.pdf', '报告 2026.pdf'],
  ])('S10: %j becomes %j', (given, kept) => {
    expect(safeFileName(given)).toBe(kept)
  })

  it('S10: keeps its ending when it is cut', () => {
    const cut = safeFileName(`${'长'.repeat(10_000)}.pdf`)
    expect([...cut].length).toBeLessThanOrEqual(150)
    expect(cut.endsWith('.pdf')).toBe(true)
  })

  it('S10: is written as RFC 6266 asks, with nothing that could begin another parameter', () => {
    expect(disposition('attachment', '报告"(1)".pdf')).toBe(
      'attachment; filename="___(1)_.pdf"; filename*=UTF-8\'\'%E6%8A%A5%E5%91%8A_%281%29_.pdf',
    )
    expect(disposition('inline', "it's 100%.png")).toBe(
      "inline; filename=\"it's 100_.png\"; filename*=UTF-8''it%27s%20100%25.png",
    )
  })
})

describe('the bytes of a download', () => {
  const answer = (type: string, inline: boolean) => {
    const file = { name: 'a.bin', type, size: null, stream: Readable.from([]), inline }
    return bytesAnswer(file).headers
  }

  it.each([
    'text/html',
    'image/svg+xml',
    'application/xhtml+xml',
    'text/xml',
    'application/javascript',
    'text/html; charset=utf-8',
    'IMAGE/SVG+XML',
    '',
  ])('S9: that call themselves %j are of no type that runs, and are saved, not shown', (type) => {
    const headers = answer(type, true)
    expect(headers['content-type']).toBe('application/octet-stream')
    expect(headers['content-disposition']).toMatch(/^attachment;/)
  })

  it.each([
    ['image/png', true, /^inline;/],
    ['image/png', false, /^attachment;/],
    ['application/pdf', true, /^inline;/],
  ])('S9: that are %s keep their type; where they are shown (%s), it is in a sandbox', (type, inline, disposed) => {
    const headers = answer(type, inline)
    expect(headers['content-type']).toBe(type)
    expect(headers['content-disposition']).toMatch(disposed)
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  it('S9: are shown by pages of this site alone where no other is configured', () => {
    const headers = answer('application/pdf', true)
    expect(headers['cross-origin-resource-policy']).toBe('same-site')
    expect(headers['content-security-policy']).not.toContain('frame-ancestors')
  })

  it('S9: are shown in the frames of configured sites as well, still in a sandbox', () => {
    const file = { name: 'a.pdf', type: 'application/pdf', size: null, stream: Readable.from([]), inline: true }
    const { headers } = bytesAnswer(file, ['https://app.example.com', 'https://a.example;script-src *'])
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; sandbox; frame-ancestors 'self' https://app.example.com",
    )
  })
})
