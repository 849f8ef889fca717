import { describe, expect, it } from 'vitest'
import { mimeLimits } from '#server/mime/mimeLimits'
import { fuzzMime } from '#tests/soak/mime'
import { read } from './reading'

const manyParts = (count: number) => {
  const parts = Array.from({ length: count }, (_, n) => `--b\r\nContent-Type: image/gif; name=${n}.gif\r\n\r\nx\r\n`)
  return Buffer.from(`Subject: many\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts.join('')}--b--`)
}

const manyRecipients = (count: number) => {
  const list = Array.from({ length: count }, (_, n) => `u${n}@x.cn`).join(',\r\n ')
  return Buffer.from(`Subject: s\r\nTo: ${list}\r\n\r\nx`)
}

describe('hostile messages', () => {
  it('R16: a mail with 5,000 parts is shown in part, and says so', () => {
    const value = read(manyParts(5_000))
    expect(value.subject).toBe('many')
    expect(value.truncated).toBe(true)
    expect(value.attachments.length).toBeLessThanOrEqual(mimeLimits.parts)
    expect(value.attachments.length).toBeGreaterThan(1_000)
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
  it('S27: of 100,000 recipients as many are read as the limit says, and a header of megabytes is read', () => {
    const value = read(manyRecipients(100_000))
    expect(value.to.length).toBe(mimeLimits.recipients)
    expect(value.truncated).toBe(true)
    expect(read(Buffer.from(`Subject: s\r\nX: ${'a'.repeat(2_000_000)}\r\n\r\nx`)).subject).toBe('s')
  })
  it('survives 300 mutated messages', () => {
    expect(fuzzMime(300, 20260101)).toEqual({ read: 300, slowest: expect.any(Number) })
  })
})
