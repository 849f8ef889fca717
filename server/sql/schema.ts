/** Every table that the gateway keeps, by the part of the product that owns it. */
import type { AccountTables } from './accountTables'
import type { BlobTables } from './blobTables'
import type { ContactTables } from './contactTables'
import type { FolderTables } from './folderTables'
import type { ImapTables } from './imapTables'
import type { JobTables } from './jobTables'
import type { MailTables } from './mailTables'
import type { PhoneTables } from './phoneTables'
import type { RecallTables } from './recallTables'
import type { ReceiptTables } from './receiptTables'
import type { RecoveryTables } from './recoveryTables'
import type { RuleTables } from './ruleTables'
import type { SearchTables } from './searchTables'
import type { SettingTables } from './settingTables'
import type { SignInTables } from './signInTables'
import type { StoreTables } from './storeTables'
import type { TemplateTables } from './templateTables'
import type { ViewTables } from './viewTables'

export type Schema = MailTables &
  AccountTables &
  BlobTables &
  ContactTables &
  FolderTables &
  RuleTables &
  SearchTables &
  ReceiptTables &
  RecallTables &
  RecoveryTables &
  ImapTables &
  JobTables &
  PhoneTables &
  SettingTables &
  SignInTables &
  StoreTables &
  TemplateTables &
  ViewTables
