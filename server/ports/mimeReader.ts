/** Reads messages away from the main thread, so that no mail can stop the process (TRUST S27, R20). */
import type { Readable } from 'node:stream'
import type { Attachment, ParsedMail } from '../core/mail'

/** What to read: a file's path or bytes in memory. */
export type MimeSource = { readonly path: string } | { readonly bytes: Uint8Array }

export type MimeReader = {
  /** Never rejects for what the message holds: a mail that cannot be read comes back with `readable: false`. */
  readonly parse: (source: MimeSource) => Promise<ParsedMail>
  /** One decoded part as a stream, with bounded memory; null when there is no such part. */
  readonly part: (source: MimeSource, part: string) => Promise<{ attachment: Attachment; stream: Readable } | null>
  readonly close: () => Promise<void>
}
