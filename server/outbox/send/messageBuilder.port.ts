/** Writes messages (RFC 5322, RFC 2045): the one place where what a person typed becomes headers, so that CR and LF can enter none (TRUST S11). */
import type { Readable } from 'node:stream'
import type { Address } from '../../core/mail'

export type MessageFile = {
  readonly name: string
  readonly type: string
  /** Set where the text shows this file (`cid:`), without angle brackets. */
  readonly cid: string | null
  readonly open: () => Promise<Readable>
}

export type MessageDraft = {
  readonly from: Address
  readonly to: readonly Address[]
  readonly cc: readonly Address[]
  /** Written as a header: whoever hands the message on takes it out. */
  readonly bcc: readonly Address[]
  readonly subject: string
  /** Null for a mail that is plain text alone. */
  readonly html: string | null
  /** Made from the HTML where none is given. Its paragraphs are lines of their own, however long (docs/decisions/0016). */
  readonly text?: string | null
  readonly files: readonly MessageFile[]
  /** Ids are written `<left@right>`, with their angle brackets. */
  readonly messageId: string
  readonly inReplyTo: string | null
  readonly references: readonly string[]
  /** Epoch milliseconds. */
  readonly date: number
  readonly urgent: boolean
  readonly receipt: boolean
  /** Headers of our own, such as a draft's. */
  readonly headers: readonly { readonly name: string; readonly value: string }[]
}

/** Tells a sender what became of a mail (RFC 3464). `unconfirmed` = it may have arrived, and nobody will try again. */
export type BounceNote = {
  readonly kind: 'failed' | 'unconfirmed'
  /** The sender, to whom this goes. */
  readonly to: Address
  /** The domain in whose name it is told. */
  readonly domain: string
  readonly subject: string
  readonly originalMessageId: string
  readonly recipients: readonly { readonly address: string; readonly reason: string | null }[]
  readonly messageId: string
  readonly date: number
}

/** Tells whoever asked for it that a mail was shown (RFC 8098). */
export type ReceiptNote = {
  readonly from: Address
  readonly to: string
  /** Of the mail that was shown; an id that cannot be repeated is left out. */
  readonly subject: string
  readonly originalMessageId: string | null
  /** Whether a setting sent it, and not the person. */
  readonly automatic: boolean
  readonly messageId: string
  readonly date: number
}

export type MessageBuilder = {
  readonly message: (draft: MessageDraft) => Promise<Readable>
  /** The first words of a text as lists show them. */
  readonly preview: (words: { readonly html: string | null; readonly text: string | null }) => Promise<string>
  readonly bounce: (note: BounceNote) => Promise<Readable>
  readonly receipt: (note: ReceiptNote) => Promise<Readable>
  /** One mailbox as a person writes it (`王丽 <w@example.cn>`); null when it is none, or more than one. */
  readonly address: (text: string) => Address | null
}
