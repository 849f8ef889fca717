/** Reads messages, and makes the texts of written ones, away from the main thread, so that no mail can stop the process (TRUST S27, R20). */
import type { Readable } from 'node:stream'
import type { AccountId } from '../core/account'
import type { Attachment, ParsedMail } from '../core/mail'
import type { WrittenBody, WrittenText } from './writtenBody.port'

/** What to read: a file's path or bytes in memory. */
export type MimeSource = { readonly path: string } | { readonly bytes: Uint8Array }

/** What a row of a list and the search for conversations need of a mail; bounded, whatever the mail holds. */
export type MailRow = Pick<
  ParsedMail,
  'from' | 'to' | 'subject' | 'sentAt' | 'messageId' | 'inReplyTo' | 'references' | 'preview' | 'urgent'
> & { readonly hasAttachment: boolean }

/** Tokens for the full-text index, by its columns. */
export type IndexedWords = {
  readonly subject: string
  readonly sender: string
  readonly recipients: string
  readonly body: string
  readonly attachment: string
}

/** A mail as a store keeps it. */
export type MailRecord = {
  readonly row: MailRow
  /** The `ParsedMail` as deflated JSON. */
  readonly packed: Uint8Array
  readonly words: IndexedWords
  /** The first files of it, without those of its text. */
  readonly files: readonly Attachment[]
  /** As in `ParsedMail`. */
  readonly readable: boolean
}

export type RecordQuery = {
  /** Stands before each token; see server/mime/text/searchTokens.ts. */
  readonly mark: string
  /** A record's `packed`, if there is one: it is used where it is readable, and the message is not read again. */
  readonly packed?: Uint8Array | null
}

export type PartReader = {
  readonly attachment: Attachment
  /** As the part's header names it. */
  readonly charset: string | null
  /** The decoded bytes, with bounded memory. */
  readonly open: () => Promise<Readable>
}

/**
 * `account` is on whose behalf the work is done: accounts take turns, so that what one of them asks for does not make another wait. Work
 * without an account has a turn of its own.
 */
export type MimeReader = {
  /** Never rejects for what the message holds: a mail that cannot be read comes back with `readable: false`. */
  readonly parse: (source: MimeSource, account?: AccountId) => Promise<ParsedMail>
  /** As `parse`, but answers what a store keeps. */
  readonly record: (source: MimeSource, query: RecordQuery, account?: AccountId) => Promise<MailRecord>
  /** One decoded part as a stream, with bounded memory; null when there is no such part. */
  readonly part: (
    source: MimeSource,
    part: string,
    account?: AccountId,
  ) => Promise<(Omit<PartReader, 'open'> & { readonly stream: Readable }) | null>
  /** Those of the parts that the message has, by their numbers, found in one pass over it. */
  readonly parts: (
    source: MimeSource,
    parts: readonly string[],
    account?: AccountId,
  ) => Promise<ReadonlyMap<string, PartReader>>
  /** Never rejects for what the texts hold: what takes too long to lay out is laid out more plainly, and nothing written is lost. */
  readonly body: (text: WrittenText, account?: AccountId) => Promise<WrittenBody>
  /** The first words of a text, on one line. */
  readonly preview: (said: Pick<ParsedMail, 'html' | 'text'>, account?: AccountId) => Promise<string>
  /** A header section without the Authentication-Results that this reader would believe (RFC 8601 section 5), else byte for byte. */
  readonly withoutVerdicts: (header: Buffer) => Buffer
  readonly close: () => Promise<void>
}
