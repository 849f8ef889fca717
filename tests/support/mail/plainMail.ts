/** An opened mail of one line. */
import type { Mail } from '#contract/shapes'

export function plainMail(id: string, change: Partial<Mail> = {}): Mail {
  return {
    id,
    folder: 'inbox',
    from: { name: '', address: 'w@example.cn' },
    to: [],
    subject: id,
    preview: null,
    date: '2026-11-21 09:30:00',
    receivedAt: 1,
    sentAt: null,
    size: 10,
    seen: false,
    flagged: false,
    answered: false,
    forwarded: false,
    hasAttachment: false,
    urgent: false,
    threadId: null,
    threadCount: null,
    cc: [],
    bcc: [],
    replyTo: [],
    text: 'Text',
    attachments: [],
    receiptRequested: false,
    authentication: { spf: 'none', dkim: 'none', dmarc: 'none' },
    readable: true,
    truncated: false,
    ...change,
  }
}
