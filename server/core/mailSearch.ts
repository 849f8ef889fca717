/** What mail is searched for. */
import { discardedFolders } from '#contract/mail/folderRoles'
import type { FolderId } from './mail'

export type SearchLocation = 'all' | 'subject' | 'from' | 'to' | 'body' | 'attachment'

/** Words that must all stand in one place of a mail. */
export type SearchedText = { readonly keyword: string; readonly location: SearchLocation }

/** What else must be true of a mail; null asks for nothing. */
export type SearchCriteria = {
  readonly texts: readonly SearchedText[]
  readonly seen: boolean | null
  readonly flagged: boolean | null
  readonly urgent: boolean | null
  readonly hasAttachment: boolean | null
  /** Instants of arrival, both included. */
  readonly since: number | null
  readonly until: number | null
  /** Bytes of the whole mail, both included. */
  readonly minSize: number | null
  readonly maxSize: number | null
}

/** Words in any order; may be empty where there are criteria. */
export type MailSearch = SearchedText & {
  /** A folder or the view `flag`; `anywhere` for all folders; null for all but Deleted and Junk. */
  readonly folder: FolderId | null
  readonly criteria?: SearchCriteria
}

/** What a search looks through only where it is told to: nobody misses there what they threw away. */
export const asideFolders: readonly FolderId[] = discardedFolders
