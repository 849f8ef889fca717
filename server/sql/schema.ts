/** Every table that the gateway keeps, by the part of the product that owns it. */
import type { AccountTables } from './accountTables'
import type { BlobTables } from './blobTables'
import type { FolderTables } from './folderTables'
import type { ImapTables } from './imapTables'
import type { JobTables } from './jobTables'
import type { MailTables } from './mailTables'
import type { RuleTables } from './ruleTables'

export type Schema = MailTables & AccountTables & BlobTables & FolderTables & RuleTables & ImapTables & JobTables
