/** Every table that the gateway keeps, by the part of the product that owns it. */
import type { ContactTables } from '../contacts/contacts.tables'
import type { TemplateTables } from '../drafts/templates/templates.tables'
import type { FolderTables } from '../mail/folders/folderPlaces.tables'
import type { ImapTables } from '../mail/imap/imap.tables'
import type { JobTables } from '../mail/jobs/mailJobs.tables'
import type { SearchTables } from '../mail/search/savedSearches.tables'
import type { StoreTables } from '../mail/spool/notes/store.tables'
import type { MailTables } from '../mail/sqlite/mail.tables'
import type { RecoveryTables } from '../mail/sqlite/removed/removedMails.tables'
import type { ReceiptTables } from '../outbox/receipts/receipts.tables'
import type { ViewTables } from '../pageViews/pageViews.tables'
import type { PhoneTables } from '../phone/phone.tables'
import type { RecallTables } from '../recall/recall.tables'
import type { RuleTables } from '../rules/rules.tables'
import type { AccountTables } from '../session/account.tables'
import type { SignInTables } from '../session/signIn.tables'
import type { SettingTables } from '../settings/settings.tables'
import type { BlobTables } from './blobTables'

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
