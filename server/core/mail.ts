/** The words of the domain for stored mail. Times are epoch milliseconds, sizes bytes. */
import type { Address, Attachment, Conversation, Folder, Mail, ShownRecall } from '../../src/contract/shapes'

export type { Address, Attachment, Conversation, Folder }
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
  /** In a list of conversations alone. */
  readonly conversation?: Conversation
  /** Of mail that waits to be sent: when it goes by plan. */
  readonly scheduledAt?: number
  /** Of mail that waits to be sent: how far it is. */
  readonly waits?: 'waiting' | 'sending' | 'failed'
  /** Of one that went, or is to go, to each of its recipients alone: the send's id, and how many they are. */
  readonly separately?: { readonly sendId: string; readonly recipients: number }
  /** Of a mail in Sent that was recalled what came of it; `withdrawn` where the gateway tells by it that a mail was taken back. */
  readonly recalled?: ShownRecall
  /** Of mail that was deleted for good and can be recovered: when it goes for ever. */
  readonly recoverableUntil?: number
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
  /** Of a receipt that says that a mail was displayed: which one, and in whose mailbox, in lower case (RFC 8098). */
  readonly displayed?: { readonly messageId: string; readonly recipients: readonly string[] }
  readonly unsubscribe: string | null
  readonly authentication: Mail['authentication']
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  /** False when nothing but the raw message could be had. */
  readonly readable: boolean
  /** True when a limit cut text, parts or recipients. */
  readonly truncated: boolean
}

/** What a scanner made of a message; `unscanned` where it gave no verdict in time. */
export type ScanVerdict = 'ham' | 'junk' | 'unscanned'
export type JunkReason = NonNullable<Mail['junkBy']>

/** What was found of a message at the door. */
export type ArrivalFindings = {
  /** Null where nothing scans. */
  readonly scan: ScanVerdict | null
  /** Its sender failed DMARC, and the owner of that domain wants such messages out of inboxes. */
  readonly isDisowned: boolean
}

/** What a store notes of how a message was judged: the first for good, the second while it is junk. */
export type MailJudgement = { readonly scan?: ScanVerdict; readonly junkBy?: JunkReason }

/** Flags that a store keeps for a mail. */
export type MailFlags = {
  readonly seen: boolean
  readonly flagged: boolean
  readonly answered: boolean
  readonly forwarded: boolean
}
