import { describe, expect, it } from 'vitest'
import { boxOf, mailIdOf, ownerOf, ownFolderId, pathOf, readMailId } from '#server/mail/imap/ids'

describe('ids of mail on an IMAP server', () => {
  it('hold mailbox, UIDVALIDITY and UID, in letters that an address takes', () => {
    for (const path of ['INBOX', '客户/上海', 'a b"c\\d{5+}', '🙂', "R&D (it's) * %"]) {
      const id = mailIdOf('lin', path, 1_795_269_200n, 4_294_967_295)
      expect(id).toMatch(/^[\w.-]{1,200}$/)
      expect(readMailId(id)).toEqual({
        owner: ownerOf('lin'),
        box: boxOf(path),
        uidValidity: 1_795_269_200n,
        uid: 4_294_967_295,
      })
      expect(pathOf(boxOf(path))).toBe(path)
      expect(encodeURIComponent(id)).toBe(id)
    }
  })

  it('stay within 200 characters however long the path is, and differ as the paths do', () => {
    const long = '很长的名字/'.repeat(40)
    expect(mailIdOf('lin', long, 2n ** 63n, 4_294_967_295).length).toBeLessThanOrEqual(200)
    expect(ownFolderId(long).length).toBeLessThanOrEqual(200)
    expect(boxOf(long)).not.toBe(boxOf(`${long}x`))
    expect(readMailId(mailIdOf('lin', long, 7n, 1))?.box).toBe(boxOf(long))
  })

  it('S13: takes nothing that was not given out here', () => {
    const good = mailIdOf('lin', 'INBOX', 7n, 12)
    const box = (path: string) => `p${Buffer.from(path).toString('base64url')}`
    const lin = ownerOf('lin')
    expect(readMailId(`${lin}.${box('INBOX')}.7.c`)).not.toBeNull()
    const hostile = [
      '',
      'absent',
      `${good}\r\nA1 LOGOUT`,
      `${good} `,
      `${good}.1`,
      `${lin}.${box('INBOX')}.7.0`,
      `${lin}.${box('INBOX')}.7.-1`,
      `${lin}.${box('INBOX')}.7.1:*`,
      `${lin}.${box('INBOX')}.7.1,2`,
      `${lin}.${box('INBOX')}.07.c`,
      `${lin}.${box('INBOX')}.7.0c`,
      `${lin}.${box('INBOX')}.7.C`,
      `${lin}.${box('INBOX')}.7.zzzzzzz`,
      `${lin}.${box('INBOX\r\nA1 DELETE x')}.7.c`,
      `${lin}.${box('a\u0000b')}.7.c`,
      // Bytes that are no UTF-8, and a second spelling of the same ones.
      `${lin}.p${Buffer.from([0xff, 0xfe]).toString('base64url')}.7.c`,
      `${lin}.pSU5CT1h.7.c`.replace('1h', '1i'),
      `${lin}.${box('x'.repeat(300))}.7.c`,
      `${lin}.p.7.c`,
    ]
    for (const id of hostile) expect(readMailId(id), id).toBeNull()
    expect(readMailId(good)).not.toBeNull()
  })
})
