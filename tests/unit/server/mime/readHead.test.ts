import { describe, expect, it } from 'vitest'
import { readHead } from '#server/mime'

describe('the head of a mail', () => {
  it('says what a list shows', () => {
    const block = Buffer.concat([
      Buffer.from('From: =?utf-8?B?546L5Lyf?= <wang@example.com>\r\nTo: lin@ep.test\r\nImportance: high\r\nSubject: '),
      // 发票 in GBK.
      Buffer.from([0xb7, 0xa2, 0xc6, 0xb1]),
      Buffer.from('\r\nDate: Thu, 01 Jan 2026 00:00:00 +0800\r\n\r\n'),
    ])
    expect(readHead(block, 'gbk')).toEqual({
      from: { name: '王伟', address: 'wang@example.com' },
      to: [{ name: '', address: 'lin@ep.test' }],
      subject: '发票',
      sentAt: Date.UTC(2025, 11, 31, 16),
      urgent: true,
    })
    expect(readHead(Buffer.alloc(0), null)).toMatchObject({ subject: '', sentAt: null, urgent: false, to: [] })
  })

  it('S27: looks at no more than the beginning of a header without end', () => {
    const endless = Buffer.from(`Subject: long\r\nTo: ${'a@example.com, '.repeat(1_000_000)}\r\n\r\n`)
    const { subject, to } = readHead(endless, null)
    expect(subject).toBe('long')
    expect(to.length).toBeLessThan(65_536 / 14)
  })

  it('S31: names no sender of whom only the beginning was looked at', () => {
    const folded = `From: boss@bank.example\r\n${` ${' '.repeat(900)}\r\n`.repeat(80)} <a@x.example>\r\nSubject: s\r\n\r\n`
    expect(readHead(Buffer.from(folded), null).from.address).toBe('')
  })
})
