import { describe, expect, it } from 'vitest'
import { internalDate } from '#server/mail/imap/append/appendCommand'
import { messageIdIn } from '#server/mail/imap/append/appendedMessage'
import { asUtf7 } from '#server/mail/imap/folders/mailboxName'
import { readUidSet, uidChunks } from '#server/mail/imap/uidSets'

describe('sets of UIDs', () => {
  it('are written as ranges, each UID once, in few commands', () => {
    expect(uidChunks([7, 3, 1, 2, 3, 9])).toEqual([{ set: '1:3,7,9', uids: [1, 2, 3, 7, 9] }])
    expect(uidChunks([])).toEqual([])
    const every = Array.from({ length: 500 }, (_, index) => 4_000_000_000 + index * 2)
    expect(uidChunks(every).map(({ uids }) => uids.length)).toEqual([500])
    const many = uidChunks(Array.from({ length: 12_000 }, (_, index) => index + 1))
    expect(many.map(({ set }) => set)).toEqual(['1:5000', '5001:10000', '10001:12000'])
    expect(uidChunks(every.map((uid) => uid)).every(({ set }) => set.length < 8_000)).toBe(true)
  })

  it('are read strictly, and never beyond what is asked for', () => {
    expect(readUidSet('2,5:7,9:8', 100)).toEqual([2, 5, 6, 7, 8, 9])
    expect(readUidSet('1:4294967295', 3)).toEqual([1, 2, 3])
    expect(readUidSet('*,x,0,1e5,-2', 100)).toEqual([])
  })
})

describe('what goes over the line', () => {
  it('S13: encodes the paths of mailboxes', () => {
    expect(asUtf7('客户/上海 & Co')).toBe('&W6JiNw-/&Tgptdw- &- Co')
    expect(asUtf7('Sent')).toBe('Sent')
  })

  it('R17: writes dates that every server takes', () => {
    expect(internalDate(Date.UTC(1996, 6, 7, 2, 44, 25))).toBe(' 7-Jul-1996 02:44:25 +0000')
    expect(internalDate(Number.NaN)).toBe(' 1-Jan-1970 00:00:00 +0000')
    expect(internalDate(8.64e15)).toBe('31-Dec-2100 23:59:59 +0000')
  })

  it('reads a Message-ID from the header alone', () => {
    expect(messageIdIn('Subject: x\r\nMessage-ID:\r\n <a.b@c>\r\n\r\nMessage-ID: <no@body>')).toBe('a.b@c')
    expect(messageIdIn('Subject: x\r\n\r\nMessage-ID: <no@body>')).toBeNull()
    expect(messageIdIn('Message-ID: <a" OR ALL>\r\n')).toBeNull()
  })
})
