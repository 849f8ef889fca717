/** What a message to be built is given. */
import type { Readable } from 'node:stream'
import type { Address } from '../../core/mail'

export type DraftFile = {
  readonly name: string
  readonly type: string
  /** Set where the HTML shows this file (`cid:`). */
  readonly cid: string | null
  readonly open: () => Promise<Readable>
}

/** The only header fields of our own that a message may carry. */
export const extraHeaders = [
  'X-EP-Draft',
  'X-EP-Attachments',
  'X-EP-Mode',
  'X-EP-In-Reply-To',
  'Auto-Submitted',
] as const
export type ExtraHeader = (typeof extraHeaders)[number]

export type MessageDraft = {
  readonly from: Address
  readonly replyTo?: Address | null
  readonly to: readonly Address[]
  readonly cc: readonly Address[]
  readonly bcc: readonly Address[]
  readonly subject: string
  readonly html: string | null
  /** Made from the HTML when null. */
  readonly text: string | null
  readonly files: readonly DraftFile[]
  /** With angle brackets; one is made when null. */
  readonly messageId: string | null
  /** Epoch milliseconds. */
  readonly date: number
  readonly inReplyTo: string | null
  readonly references: readonly string[]
  readonly urgent: boolean
  readonly receipt: boolean
  readonly extra?: Readonly<Partial<Record<ExtraHeader, string>>>
  /** Keeps Bcc in the header: for drafts and the sent copy, never for what is sent. */
  readonly keepBcc?: boolean
}
