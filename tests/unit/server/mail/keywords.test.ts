import type { MailboxObject } from 'imapflow'
import { describe, expect, it } from 'vitest'
import { receiptIn } from '#server/mail/imap/message/keywords'

const mailbox = (permanentFlags: readonly string[] | undefined, readOnly = false): MailboxObject => ({
  path: 'INBOX',
  delimiter: '/',
  flags: new Set(),
  uidValidity: 1n,
  uidNext: 1,
  exists: 0,
  readOnly,
  ...(permanentFlags === undefined ? {} : { permanentFlags: new Set(permanentFlags) }),
})

describe('the note that a receipt is settled (RFC 3503)', () => {
  it('is read whatever its case', () => {
    expect(receiptIn(new Set(['\\Seen', '$mdnsent']), mailbox(['\\Seen']))).toBe('noted')
  })
  it('is open where the server would keep it: by name, or with any keyword, or when it does not say', () => {
    for (const kept of [['$MDNSENT'], ['\\*'], undefined])
      expect(receiptIn(new Set(['\\Seen']), mailbox(kept))).toBeUndefined()
  })
  it('cannot be kept where the server takes no keywords, or the folder can only be read', () => {
    expect(receiptIn(new Set(), mailbox(['\\Seen', '\\Answered']))).toBe('unkept')
    expect(receiptIn(undefined, mailbox(['\\*'], true))).toBe('unkept')
  })
})
