/** The words of the domain for stored mail. Times are epoch milliseconds, sizes bytes. */
import type { Address, Attachment, Folder, Mail } from '../../src/contract/shapes'

export type { Address, Attachment, Folder }
export type MailId = string
export type FolderId = string

/** A list row before its date is written in a session's time zone. */
export type StoredSummary = {
  readonly id: MailId
  readonly folder: FolderId
  readonly from: Address
  readonly to: readonly Address[]
  readonly subject: string
  readonly preview: string | null
  readonly receivedAt: number
  readonly sentAt: number | null
  readonly size: number
  readonly seen: boolean
  readonly flagged: boolean
  readonly answered: boolean
  readonly forwarded: boolean
  readonly hasAttachment: boolean
  readonly urgent: boolean
  readonly threadId: string | null
  readonly threadCount: number | null
}

/** What a parser reads from one message (RFC 5322, RFC 2045–2049). Every text is decoded; dangerous controls are stripped. */
export type ParsedMail = {
  readonly from: Address
  readonly to: readonly Address[]
  readonly cc: readonly Address[]
  readonly bcc: readonly Address[]
  readonly replyTo: readonly Address[]
  readonly subject: string
  readonly sentAt: number | null
  readonly messageId: string | null
  readonly inReplyTo: string | null
  readonly references: readonly string[]
  readonly html: string | null
  readonly text: string | null
  readonly preview: string
  readonly attachments: readonly Attachment[]
  readonly urgent: boolean
  readonly receiptRequested: boolean
  readonly unsubscribe: string | null
  readonly authentication: Mail['authentication']
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  /** False when nothing but the raw message could be had. */
  readonly readable: boolean
  /** True when a limit cut text, parts or recipients. */
  readonly truncated: boolean
}

/** Flags that a store keeps for a mail. */
export type MailFlags = {
  readonly seen: boolean
  readonly flagged: boolean
  readonly answered: boolean
  readonly forwarded: boolean
}
