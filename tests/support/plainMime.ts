/** A reader of the plainest messages, for tests of what keeps mail rather than of what reads it. */
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Address, ParsedMail } from '../../server/core/mail'
import type { MimeReader, MimeSource } from '../../server/ports/mimeReader'

export const plainMail: ParsedMail = {
  from: { name: '', address: '' },
  to: [],
  cc: [],
  bcc: [],
  replyTo: [],
  subject: '',
  sentAt: null,
  messageId: null,
  inReplyTo: null,
  references: [],
  html: null,
  text: null,
  preview: '',
  attachments: [],
  urgent: false,
  receiptRequested: false,
  unsubscribe: null,
  authentication: { spf: 'none', dkim: 'none', dmarc: 'none' },
  headers: [],
  readable: true,
  truncated: false,
}

export const plainMime: MimeReader = {
  parse: async (source) => parsePlain(await textOf(source)),
  part: async (source, part) => {
    const parsed = parsePlain(await textOf(source))
    const attachment = parsed.attachments.find((one) => one.part === part)
    return attachment ? { attachment, stream: Readable.from([Buffer.from(`content of ${attachment.name}`)]) } : null
  },
  close: async () => {},
}

async function textOf(source: MimeSource): Promise<string> {
  return 'path' in source ? readFile(source.path, 'utf8') : Buffer.from(source.bytes).toString('utf8')
}

function parsePlain(message: string): ParsedMail {
  const end = message.indexOf('\r\n\r\n')
  const head = new Map<string, string>()
  for (const line of message.slice(0, end).split('\r\n')) {
    const colon = line.indexOf(':')
    head.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  const text = message.slice(end + 4)
  const date = head.get('date')
  return {
    ...plainMail,
    from: address(head.get('from') ?? ''),
    to: (head.get('to') ?? '').split(',').filter(Boolean).map(address),
    subject: head.get('subject') ?? '',
    sentAt: date === undefined ? null : Date.parse(date),
    messageId: head.get('message-id') ?? null,
    inReplyTo: head.get('in-reply-to') ?? null,
    references: (head.get('references') ?? '').split(' ').filter(Boolean),
    text,
    preview: text.slice(0, 120),
    attachments: (head.get('x-file') ?? '')
      .split(',')
      .filter(Boolean)
      .map((name, index) => ({ part: `${index + 2}`, name, type: 'text/plain', size: 10, inline: false })),
  }
}

function address(text: string): Address {
  const match = /^(.*)<([^<>]*)>$/.exec(text.trim())
  return match ? { name: (match[1] ?? '').trim(), address: match[2] ?? '' } : { name: '', address: text.trim() }
}
