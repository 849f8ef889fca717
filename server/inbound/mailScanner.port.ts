/** Judges an arriving message by what it says, and learns from what people call junk. */
import type { Readable } from 'node:stream'
import type { Account } from '../core/account'
import type { FolderId, ScanVerdict } from '../core/mail'
import type { Moved } from '../mail/mail.store'

/** A message where it lies. */
export type StoredMessage = {
  /** Bytes. */
  readonly size: number
  readonly open: () => Promise<Readable>
}

/** How a message came (RFC 5321). */
export type ScannedEnvelope = {
  /** Empty for a notice. */
  readonly from: string
  readonly recipients: readonly string[]
  /** Null where a relay of our own has brought it: its address says nothing of the sender. */
  readonly client: { readonly ip: string; readonly helo: string } | null
  /** What trace headers call it. */
  readonly id: string
}

export type Lesson = 'junk' | 'ham'

export type MailScanner = {
  /** Never rejects, and answers within 5 s. */
  readonly scan: (message: StoredMessage, envelope: ScannedEnvelope) => Promise<ScanVerdict>
  /** Null where it is not taught. */
  readonly learn: Learn | null
}

/** Never rejects. `learnt` also what it knew already; `refused`: it answers with a no. */
export type Learn = (
  lesson: Lesson,
  message: StoredMessage,
  signal: AbortSignal,
) => Promise<'learnt' | 'refused' | 'away'>

/** Told of what a person has moved; never rejects, and never waits for the scanner. */
export type Teach = (account: Account, moved: readonly Moved[], target: FolderId) => Promise<void>
