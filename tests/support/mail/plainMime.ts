/** A reader of the plainest messages, for tests of what keeps mail rather than of what reads it. */
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Address, ParsedMail } from '#server/core/mail'
import type { MimeReader, MimeSource } from '#server/mail/mimeReader.port'
import { writeBody } from '#server/mime/build/writtenBody'
import { previewOf } from '#server/mime/read/bodies'
import { recordOf } from '#server/mime/read/mailRecord'

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

/** A reader that takes every message for what `parse` says of it. */
export function mimeOf(parse: (source: MimeSource) => Promise<ParsedMail>): MimeReader {
  const parts: MimeReader['parts'] = async (source, numbers) => {
    const { attachments } = await parse(source)
    const asked = attachments.filter(({ part }) => numbers.includes(part))
    const open = (name: string) => async () => Readable.from([Buffer.from(`content of ${name}`)])
    return new Map(
      asked.map((attachment) => [attachment.part, { attachment, charset: null, open: open(attachment.name) }]),
    )
  }
  return {
    parse,
    record: async (source, { mark }) => recordOf(await parse(source), mark),
    part: async (source, number) => {
      const found = (await parts(source, [number])).get(number)
      return found ? { attachment: found.attachment, charset: found.charset, stream: await found.open() } : null
    },
    parts,
    body: async (text) => writeBody(text, false),
    preview: async (said) => previewOf(said),
    withoutVerdicts: (header) => header,
    close: async () => {},
  }
}

export const plainMime: MimeReader = mimeOf(async (source) => parsePlain(await textOf(source)))

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
    to: addresses(head.get('to')),
    cc: addresses(head.get('cc')),
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

const addresses = (field = ''): readonly Address[] => field.split(',').filter(Boolean).map(address)

function address(text: string): Address {
  const match = /^(.*)<([^<>]*)>$/.exec(text.trim())
  return match ? { name: (match[1] ?? '').trim(), address: match[2] ?? '' } : { name: '', address: text.trim() }
}
