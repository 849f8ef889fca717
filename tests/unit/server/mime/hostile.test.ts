import { describe, expect, it } from 'vitest'
import { mimeLimits } from '../../../../server/mime/mimeLimits'
import { parseAddress } from '../../../../server/mime/parseAddresses'
import { fuzzMime } from '../../../soak/mime'
import { message, read } from './reading'

function timed<T>(work: () => T): { took: number; value: T } {
  const start = performance.now()
  const value = work()
  return { took: performance.now() - start, value }
}

describe('hostile messages', () => {
  it('R16: a mail with 5,000 parts is shown in part, and says so', () => {
    const parts = Array.from({ length: 5_000 }, (_, n) => `--b\r\nContent-Type: image/gif; name=${n}.gif\r\n\r\nx\r\n`)
    const { took, value } = timed(() =>
      read(Buffer.from(`Subject: many\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts.join('')}--b--`)),
    )
    expect(value.subject).toBe('many')
    expect(value.truncated).toBe(true)
    expect(value.attachments.length).toBeLessThanOrEqual(mimeLimits.parts)
    expect(value.attachments.length).toBeGreaterThan(1_000)
    expect(took).toBeLessThan(3_000)
  })
  it('S27: a depth bomb is opened to the limit only', () => {
    const levels = Array.from(
      { length: 5_000 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    )
    expect(read(Buffer.from(`Subject: deep\r\n${levels.join('')}\r\nx`))).toMatchObject({
      subject: 'deep',
      truncated: true,
    })
    const mails = 'Content-Type: message/rfc822\r\n\r\n'.repeat(5_000)
    expect(read(Buffer.from(mails)).truncated).toBe(true)
  })
  it('S27: a header of megabytes and 100,000 recipients cost little', () => {
    const list = Array.from({ length: 100_000 }, (_, n) => `u${n}@x.cn`).join(',\r\n ')
    const { took, value } = timed(() => read(Buffer.from(`Subject: s\r\nTo: ${list}\r\n\r\nx`)))
    expect(value.to.length).toBe(mimeLimits.recipients)
    expect(value.truncated).toBe(true)
    expect(took).toBeLessThan(3_000)
    expect(read(Buffer.from(`Subject: s\r\nX: ${'a'.repeat(2_000_000)}\r\n\r\nx`)).subject).toBe('s')
  })
  it('S30: nested and repeated address marks take time in proportion', () => {
    for (const mark of ['(', '<', '"', ':', ',', '=?', '\\', '=?utf-8?q?', '"a" <', 'a@', ' ']) {
      const { took } = timed(() => read(message([`From: ${mark.repeat(400_000 / mark.length)}`, '', 'x'])))
      expect(took, mark).toBeLessThan(2_000)
      expect(timed(() => parseAddress(mark.repeat(1_000))).took, mark).toBeLessThan(100)
    }
  })
  it('survives 300 mutated messages', () => {
    expect(fuzzMime(300, 20260101)).toEqual({ read: 300, slowest: expect.any(Number) })
  })
})
