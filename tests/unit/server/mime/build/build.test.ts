import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { type BounceRecipient, buildBounce, buildMessage, type MessageDraft, parseAddress } from '#server/mime'
import { read } from '../reading'

const draft: MessageDraft = {
  from: { name: '王丽, 财务', address: 'w@example.cn' },
  to: [{ name: '"Li" Wei', address: 'l@example.cn' }],
  cc: [{ name: '', address: 'c@example.cn' }],
  bcc: [{ name: '', address: 'b@example.cn' }],
  subject: `报销单 ${'很长的主题'.repeat(40)}`,
  html: '<p>你好 <img src="cid:i@ep"></p>',
  text: null,
  files: [
    { name: '图.png', type: 'image/png', cid: 'i@ep', open: async () => Readable.from([Buffer.from('abc')]) },
    {
      name: `${'表'.repeat(80)}.xlsx`,
      type: 'application/octet-stream',
      cid: null,
      open: async () => Readable.from([Buffer.alloc(5_000, 1)]),
    },
  ],
  messageId: '<m@example.cn>',
  date: Date.UTC(2026, 0, 5),
  inReplyTo: '<p@example.cn>',
  references: ['<o@example.cn>', '<p@example.cn>'],
  urgent: true,
  receipt: true,
}
const build = async (changes: Partial<MessageDraft> = {}) => buffer(await buildMessage({ ...draft, ...changes }))

describe('building', () => {
  it('reads back as it was written', async () => {
    const mail = read(await build({ extra: { 'X-EP-Mode': 'reply' } }))
    const { from, to, cc, subject, messageId, inReplyTo, references } = draft
    expect(mail).toMatchObject({
      from,
      to,
      cc,
      subject,
      messageId,
      inReplyTo,
      references,
      urgent: true,
      receiptRequested: true,
      sentAt: draft.date,
      bcc: [],
    })
    expect(mail.html).toBe(draft.html)
    expect(mail.text?.trim()).toBe('你好 [图.png]')
    expect(mail.attachments.map(({ name, size, inline }) => ({ name, size, inline }))).toEqual([
      { name: '图.png', size: 3, inline: true },
      { name: `${'表'.repeat(80)}.xlsx`, size: 5_000, inline: false },
    ])
    // The library writes names in its own case, which means the same (RFC 5322 section 1.2.2).
    expect(mail.headers.find((field) => field.name.toLowerCase() === 'x-ep-mode')?.value).toBe('reply')
  })
  it('keeps Bcc for a draft only', async () => {
    expect(read(await build({ keepBcc: true })).bcc).toEqual(draft.bcc)
    expect((await build()).includes('b@example.cn')).toBe(false)
  })
  it('writes no line longer than 998 bytes and no bare line feed', async () => {
    const lines = (await build({ html: `<p>${'x'.repeat(5_000)}</p>` })).toString('latin1').split('\r\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(998)
    expect(lines.some((line) => line.includes('\n'))).toBe(false)
  })
  it('S11: refuses any value that could end a line', async () => {
    const evil = 'x\r\nBcc: v@evil.cn'
    const cases: Record<string, Partial<MessageDraft>> = {
      subject: { subject: evil },
      from: { from: { name: evil, address: 'w@example.cn' } },
      to: { to: [{ name: 'x', address: 'a@b.cn>\r\nRCPT TO:<v@evil.cn' }] },
      cc: { cc: [{ name: 'x\u0000', address: 'a@b.cn' }] },
      bcc: { bcc: [{ name: '', address: 'a@b.cn, v@evil.cn' }] },
      messageId: { messageId: `<${evil}>` },
      inReplyTo: { inReplyTo: '<a@b>\nX: y' },
      references: { references: ['<a@b> <c@d>'] },
      attachments: { files: [{ name: evil, type: 'text/plain', cid: null, open: async () => Readable.from([]) }] },
      'X-EP-Mode': { extra: { 'X-EP-Mode': evil } },
    }
    for (const [field, changes] of Object.entries(cases)) {
      await expect(build(changes), field).rejects.toMatchObject({ code: 'headerInvalid', detail: { field } })
    }
  })
  it.each([
    { type: 'text/plain\r\nBcc: v@evil.cn' },
    { type: 'text/plain; name="x\r\nBcc: v@evil.cn"' },
    { cid: 'x>\r\nBcc: v@evil.cn' },
  ])('S11: refuses a file of %j', async (change) => {
    const file = { name: 'a.txt', type: 'text/plain', cid: null, open: async () => Readable.from([]), ...change }
    const refused = { code: 'headerInvalid', detail: { field: 'attachments' } }
    await expect(build({ files: [file] })).rejects.toMatchObject(refused)
  })
  it('S11: refuses a header that is not on the list', async () => {
    const extra: Record<string, string> = { 'X-Other': 'y' }
    await expect(build({ extra })).rejects.toMatchObject({ code: 'headerInvalid' })
  })
})

describe('bounces', () => {
  const bounce = (one: Partial<BounceRecipient>) =>
    buildBounce({
      domain: 'example.cn',
      to: 'w@example.cn',
      recipients: [{ address: 'x@other.cn', outcome: 'failed', status: '5.1.1', diagnostic: '550 no\r\nX: y', ...one }],
      subject: '报销单',
      originalHeaders: 'Subject: =?utf-8?B?5L2g?=\nTo: x@other.cn\n',
      now: Date.UTC(2026, 0, 5),
    })
  it('tells a person in both languages and a machine by RFC 3464', () => {
    const raw = bounce({}).toString()
    const mail = read(Buffer.from(raw))
    expect(mail.from.address).toBe('MAILER-DAEMON@example.cn')
    expect(mail.text).toContain('未能送达')
    expect(mail.text).toContain('could not be delivered')
    expect(raw).toContain(
      'Final-Recipient: rfc822; x@other.cn\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 no X: y',
    )
    expect(mail.headers).toContainEqual({ name: 'Auto-Submitted', value: 'auto-replied' })
    expect(mail.attachments.map((one) => one.type)).toEqual(['message/delivery-status', 'text/rfc822-headers'])
  })
  it('does not call a mail failed whose outcome is unknown', () => {
    const raw = bounce({ outcome: 'unknown' }).toString()
    expect(read(Buffer.from(raw)).text).toContain('may have arrived')
    expect(raw).not.toContain('Action: failed')
  })
})

describe('typed addresses', () => {
  it('reads one mailbox or nothing', () => {
    expect(parseAddress('王丽 <w@example.cn>')).toEqual({ name: '王丽', address: 'w@example.cn' })
    expect(parseAddress('"Li, Wei" <l@example.cn>')).toEqual({ name: 'Li, Wei', address: 'l@example.cn' })
    expect(parseAddress(' a@b.cn ')).toEqual({ name: '', address: 'a@b.cn' })
    for (const bad of [
      '',
      'x',
      'a@',
      '@b',
      'a b@c.cn',
      'a@b.cn, c@d.cn',
      'a@b.cn\r\nBcc: c@d.cn',
      '<a@b.cn',
      'team: a@b.cn;',
    ]) {
      expect(parseAddress(bad), bad).toBeNull()
    }
  })
})
