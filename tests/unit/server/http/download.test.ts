import { describe, expect, it } from 'vitest'
import { disposition, safeFileName } from '../../../../server/http/download'

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
