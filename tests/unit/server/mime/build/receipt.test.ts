/** Receipts (RFC 8098): written so that nothing enters them, and read so that what they say to programs is no file. */
import { text } from 'node:stream/consumers'
import type { MessageStructureObject } from 'imapflow'
import { describe, expect, it } from 'vitest'
import { hasFiles } from '#server/mail/imap/message/bodyParts'
import { buildReceipt, type Receipt } from '#server/mime/build/buildReceipt'
import { message, read } from '../reading'

const asked: Receipt = {
  from: { name: '林', address: 'lin@ep.test' },
  to: 'wang@far.example',
  subject: '周五评审',
  originalMessageId: '<plan@far.example>',
  automatic: true,
  messageId: '<r1@ep.test>',
  date: Date.UTC(2026, 10, 21, 1, 15),
}
const built = (change: Partial<Receipt> = {}) => text(buildReceipt({ ...asked, ...change }))

describe('a receipt that is written', () => {
  it('says in both languages that the mail was shown, and who it is that a setting answered', async () => {
    const raw = await built()
    const mail = read(Buffer.from(raw))
    expect(mail.subject).toBe('已读 / Read: 周五评审')
    expect(mail.text).toContain('您发给 lin@ep.test 的邮件“周五评审”已于 2026-11-21 01:15 UTC 显示')
    expect(mail.text).toContain('Your mail "周五评审" to lin@ep.test was displayed at 2026-11-21 01:15 UTC')
    expect(mail.inReplyTo).toBe('<plan@far.example>')
    expect(mail.attachments).toEqual([])
    expect(raw).toContain('\r\nDisposition: automatic-action/MDN-sent-automatically; displayed\r\n')
  })

  it('S11: takes no line end from what the mail says of itself', async () => {
    const raw = await built({ subject: 'A\r\nBcc: x@evil.example\u2028B', originalMessageId: '<a@b\r\nX: 1>' })
    expect(raw).not.toMatch(/^(Bcc|X):/im)
    expect(raw).not.toContain('Original-Message-ID')
    expect(read(Buffer.from(raw)).subject).toBe('已读 / Read: A Bcc: x@evil.example B')
  })

  it.each<[field: string, change: Partial<Receipt>]>([
    ['to', { to: 'a@b.example\r\nRCPT TO:<c@d.example>' }],
    ['to', { to: 'a@b.example, c@d.example' }],
    ['from', { from: { name: 'L\r\nX: 1', address: 'lin@ep.test' } }],
    ['messageId', { messageId: '<a@b>\r\nX: 1' }],
  ])('S11: refuses a %s that could make a header', (field, change) => {
    expect(() => buildReceipt({ ...asked, ...change })).toThrow(
      expect.objectContaining({ code: 'headerInvalid', detail: expect.objectContaining({ field }) }),
    )
  })
})

describe('a receipt that arrives', () => {
  const report = (reportType: string) =>
    read(
      message([
        `Content-Type: multipart/report; report-type=${reportType}; boundary=b`,
        '',
        '--b',
        'Content-Type: text/plain',
        '',
        'It was shown.',
        '--b',
        'Content-Type: message/disposition-notification',
        '',
        'Disposition: manual-action/MDN-sent-manually; displayed',
        '--b',
        'Content-Type: message/rfc822',
        '',
        'Subject: Plan',
        '',
        'Hello.',
        '--b--',
      ]),
    )

  it('shows its words, and no files of what it says to programs', () => {
    expect(report('disposition-notification')).toMatchObject({ text: 'It was shown.', attachments: [] })
  })

  it('leaves other reports their parts: a mail that comes back holds what did not arrive', () => {
    expect(report('delivery-status').attachments.map(({ type }) => type)).toContain('message/rfc822')
  })

  it('has no clip in a list of a mail server either, unless a file came with it', () => {
    const leaf = (type: string, more: Partial<MessageStructureObject> = {}): MessageStructureObject => ({
      type,
      ...more,
    })
    const listed = (...childNodes: MessageStructureObject[]) =>
      hasFiles({ type: 'multipart/report', parameters: { 'report-type': 'Disposition-Notification' }, childNodes })
    const parts = [leaf('text/plain'), leaf('message/disposition-notification'), leaf('text/rfc822-headers')]
    expect(listed(...parts)).toBe(false)
    expect(listed(...parts, leaf('application/pdf', { disposition: 'attachment' }))).toBe(true)
  })
})
