/** What an account keeps here, and that all of it goes with the account. */
import type { ContactGroups } from '../contacts/contactGroups.store'
import type { ContactStore } from '../contacts/contacts.store'
import type { Account, AccountId } from '../core/account'
import type { TemplateStore } from '../drafts/templates/templates.store'
import type { UploadStore } from '../drafts/uploads/uploads.store'
import type { FolderPlaces } from '../mail/folders/folderPlaces.store'
import type { ImageSenders } from '../mail/images/imageSenders.store'
import type { MailJobStore } from '../mail/jobs/mailJobs.store'
import type { SavedSearchStore } from '../mail/search/savedSearches.store'
import type { Spool } from '../mail/spool/spool.store'
import type { OutboxStore } from '../outbox/outbox.store'
import type { ReadReceipts } from '../outbox/receipts/readReceipts.store'
import type { ReceiptLog } from '../outbox/receipts/receiptLog.store'
import type { RecentRecipients } from '../outbox/send/recentRecipients.store'
import type { PhoneBindings } from '../phone/phoneBindings.store'
import type { RecallStore } from '../recall/recall.store'
import type { RecoveryLog } from '../recovery/recoveryLog.store'
import type { ReplyLog } from '../rules/arrival/replyLog.store'
import type { RuleStores } from '../rules/rules.store'
import type { SignInLog } from '../session/signIns/signInLog.store'
import type { SettingsStore } from '../settings/settings.store'

export type AccountDataStores = {
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

export async function deleteAccountData(parts: AccountDataStores, { id }: Account): Promise<void> {
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
