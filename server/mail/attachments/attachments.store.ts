/** Finds files by what is known of them and of their messages. */
import type { AttachmentKind } from '#contract/mail/attachmentKinds'
import { discardedFolders, writtenFolders } from '#contract/mail/folderRoles'
import type { Account } from '../../core/account'
import type { Address, FolderId, MailId } from '../../core/mail'

export type AttachmentQuery = {
  /** Where the page before ended, as it said; whatever else begins with the newest. */
  readonly after: string
  readonly most: number
  /** Words of the file's name, and of the sender's name or address; empty for any. */
  readonly name: string
  readonly sender: string
  readonly kind: AttachmentKind | null
  readonly where: 'all' | 'received' | 'sent' | { readonly folder: FolderId }
  readonly since: number | null
  readonly before: number | null
  readonly size: number | null
}

/** Out of these no file is listed, unless one of them is asked for alone. */
export const hiddenFolders = (where: AttachmentQuery['where']): readonly FolderId[] => [
  ...discardedFolders,
  ...(where === 'received' ? writtenFolders : ['draft']),
]

export type StoredAttachment = {
  readonly mailId: MailId
  readonly part: string
  readonly name: string
  readonly type: string
  readonly kind: AttachmentKind
  readonly size: number
  readonly folder: FolderId
  readonly from: Address
  readonly subject: string
  readonly receivedAt: number
}

export type AttachmentPage = {
  readonly list: readonly StoredAttachment[]
  /** Null where there are no more. */
  readonly next: string | null
  /** Messages whose files are soon to be entered. */
  readonly waiting: number
  /** Messages of the mailbox, where a job goes through all of them; else null. */
  readonly total: number | null
}

export type AttachmentStores = {
  /** Newest message first, then as they stand in it. Null where there is no such folder. */
  readonly page: (account: Account, query: AttachmentQuery) => Promise<AttachmentPage | null>
}
