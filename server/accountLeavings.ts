/** What an account keeps here, and that all of it goes with the account. */
import type { Account, AccountId } from './core/account'
import type { ContactGroups } from './ports/contactGroups'
import type { ContactStore } from './ports/contactStore'
import type { FolderPlaces } from './ports/folderPlaces'
import type { ImageSenders } from './ports/imageSenders'
import type { MailJobStore } from './ports/mailJobStore'
import type { OutboxStore } from './ports/outboxStore'
import type { PhoneBindings } from './ports/phoneBindings'
import type { ReadReceipts } from './ports/readReceipts'
import type { RecallStore } from './ports/recallStore'
import type { ReceiptLog } from './ports/receiptLog'
import type { RecentRecipients } from './ports/recentRecipients'
import type { RecoveryLog } from './ports/recoveryLog'
import type { ReplyLog } from './ports/replyLog'
import type { RuleStores } from './ports/ruleStore'
import type { SavedSearchStore } from './ports/savedSearchStore'
import type { SettingsStore } from './ports/settingsStore'
import type { SignInLog } from './ports/signInLog'
import type { Spool } from './ports/spool'
import type { TemplateStore } from './ports/templateStore'
import type { UploadStore } from './ports/uploadStore'

export type OwnedParts = {
  readonly outbox: OutboxStore
  readonly uploads: UploadStore
  readonly spool: Spool
  readonly rules: Pick<RuleStores, 'drop'>
  readonly replyLog: Pick<ReplyLog, 'drop'>
  readonly receiptLog: Pick<ReceiptLog, 'drop'>
  readonly readReceipts: Pick<ReadReceipts, 'drop'>
  readonly recoveryLog: Pick<RecoveryLog, 'drop'>
  readonly recalls: Pick<RecallStore, 'drop'>
  readonly folderPlaces: Pick<FolderPlaces, 'drop'>
  readonly mailJobs: Pick<MailJobStore, 'drop'>
  readonly savedSearches: Pick<SavedSearchStore, 'drop'>
  readonly settings: Pick<SettingsStore, 'drop'>
  readonly contactGroups: Pick<ContactGroups, 'drop'>
  readonly contacts: Pick<ContactStore, 'drop'>
  readonly templates: Pick<TemplateStore, 'drop'>
  readonly recentRecipients: Pick<RecentRecipients, 'drop'>
  readonly imageSenders: Pick<ImageSenders, 'drop'>
  readonly phones: Pick<PhoneBindings, 'drop'>
  readonly signIns: Pick<SignInLog, 'drop'>
  readonly dropMail: (id: AccountId) => Promise<void>
}

export async function dropOwned(parts: OwnedParts, { id }: Account): Promise<void> {
  const { outbox, spool, uploads, rules, replyLog, folderPlaces, mailJobs, settings, dropMail } = parts
  for (const message of await outbox.removeAll(id)) await spool.release(message)
  await uploads.removeAll(id)
  await rules.drop(id)
  await replyLog.drop(id)
  await parts.receiptLog.drop(id)
  await parts.readReceipts.drop(id)
  await parts.recalls.drop(id)
  await parts.recoveryLog.drop(id)
  await folderPlaces.drop(id)
  await mailJobs.drop(id)
  await parts.savedSearches.drop(id)
  await settings.drop(id)
  await parts.contactGroups.drop(id)
  await parts.contacts.drop(id)
  await parts.templates.drop(id)
  await parts.recentRecipients.drop(id)
  await parts.imageSenders.drop(id)
  await parts.phones.drop(id)
  await parts.signIns.drop(id)
  await dropMail(id)
}
