/** What guests read of a message while its owner is away (docs/decisions/0066). */
import type { Readable } from 'node:stream'
import type { Account } from '../core/account'
import type { Attachment, MailId, ParsedMail } from '../core/mail'
import type { Share, ShareId } from './shares.store'

/** Without hidden recipients, header, and files that are not shared. */
export type SharedMail = Pick<
  ParsedMail,
  'subject' | 'from' | 'to' | 'cc' | 'html' | 'text' | 'attachments' | 'readable' | 'truncated'
> & { readonly receivedAt: number }

export type WantedShare = { readonly id: ShareId; readonly mailId: MailId; readonly withAttachments: boolean }

export type SharedMails = {
  /**
   * Prepares a share before it is on record; null where the message is not there, or in the trash.
   * Throws `Refusal('tooLarge')` where its copy would be larger than `mostBytes`.
   */
  readonly take: (
    account: Account,
    wanted: WantedShare,
    mostBytes: number,
  ) => Promise<{ readonly subject: string; readonly copiedBytes: number } | null>
  /** Those of the shares whose message may still be read. */
  readonly readable: (account: Account, shares: readonly Share[]) => Promise<ReadonlySet<ShareId>>
  readonly open: (account: Account, share: Share) => Promise<SharedMail | null>
  /** Null for what is not shared. */
  readonly part: (
    account: Account,
    share: Share,
    part: string,
  ) => Promise<{ readonly attachment: Attachment; readonly stream: Readable } | null>
  /** Removes what was prepared. */
  readonly drop: (share: ShareId) => Promise<void>
}
