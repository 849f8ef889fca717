/** Takes one mail of one send out of one recipient's mailbox, and can put a word into it. */
import type { NewMail } from '../mail/mail.store'

export type Delivered = {
  /** The journal's entry: a mail that came in any other way is never touched, whatever it claims to be. */
  readonly sendId: string
  /** The recipient as the journal writes it: whose mailbox that is. */
  readonly address: string
  /** Who sent it, and the Message-ID that this gateway gave it then. */
  readonly from: string
  readonly messageId: string
  /** When it went, epoch milliseconds. */
  readonly sentAt: number
}

/** `read` = somebody has read it, so it stays; `absent` = it is not there; `away` = it cannot be told now. */
export type Taken = 'recalled' | 'read' | 'absent' | 'away'

export type Recaller = {
  /**
   * Looks in every folder, and takes the mail away with all its copies, or leaves them all. That it was taken is on record when it
   * answers: asked again about a mail that it took, it answers `recalled` again.
   */
  readonly recall: (mail: Delivered) => Promise<Taken>
  /**
   * Keeps a message in a mailbox whose owner need not be signed in, once for its key. Throws as `MailStore.append` does; where there is
   * no such mailbox, nothing is kept.
   */
  readonly keep: (address: string, mail: NewMail) => Promise<void>
  /** Milliseconds after a send within which a mail that is not there may still be on its way. */
  readonly onItsWayMs: number
}
