/** The writing of messages, as the mime tools do it. */
import { Readable } from 'node:stream'
import type { MimeReader } from '../../mail/mimeReader.port'
import { buildBounce, buildMessage, buildReceipt, type ExtraHeader, parseAddress } from '../../mime'
import type { BounceNote, MessageBuilder, MessageDraft } from './messageBuilder.port'

/** `texts` makes what grows with what a person wrote away from the main thread. */
export function makeMessageBuilder(texts: Pick<MimeReader, 'body' | 'preview'>): MessageBuilder {
  return {
    message: ({ headers, text = null, ...draft }) =>
      buildMessage({ ...draft, text, keepBcc: true, extra: extraOf(headers) }, texts.body),
    preview: texts.preview,
    bounce: async (note) => Readable.from([bounceOf(note)]),
    receipt: async (note) => buildReceipt(note),
    address: parseAddress,
  }
}

function extraOf(headers: MessageDraft['headers']): Partial<Record<ExtraHeader, string>> {
  const own = (['X-EP-Draft', 'Auto-Submitted'] as const).flatMap((name) =>
    headers.filter((header) => header.name === name).map(({ value }) => [name, value]),
  )
  return Object.fromEntries(own)
}

function bounceOf({ kind, to, domain, subject, originalMessageId, recipients, date }: BounceNote): Buffer {
  return buildBounce({
    domain,
    to: to.address,
    recipients: recipients.map(({ address, reason }) => ({
      address,
      outcome: kind === 'failed' ? 'failed' : 'unknown',
      // The enhanced code that the other server gave, where it gave one (RFC 3463).
      status: /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(reason ?? '')?.[0] ?? '5.0.0',
      diagnostic: reason ?? '',
    })),
    subject,
    originalHeaders: `Message-ID: ${originalMessageId}\r\nSubject: ${subject}\r\n`,
    now: date,
  })
}
