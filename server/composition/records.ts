/** Every store with tables of its own, registered once. */

import { cardLimits } from '../../src/contract/contacts/businessCard'
import { contactLimits } from '../../src/contract/contacts/contactDetails'
import { domainLimits } from '../../src/contract/endpoints/organization/domains'
import { fileLinkLimits } from '../../src/contract/files/fileLinkRules'
import { fileLimits } from '../../src/contract/files/fileRules'
import { leavingLimits } from '../../src/contract/leaving/leavingRules'
import { limits } from '../../src/contract/limits'
import { administrationLimits } from '../../src/contract/organizations/administrationRules'
import { registrationLimits } from '../../src/contract/registration/registrationLimits'
import { shareLimits } from '../../src/contract/shares/shareRules'
import { makeAdministrators } from '../administration/administrators.sql'
import { makeAuditLog } from '../administration/auditLog.sql'
import { makeMembers } from '../administration/members.sql'
import { makeDomainClaims } from '../administration/policies/domainClaims.sql'
import { makePolicyStore } from '../administration/policies/policies.sql'
import { makeRemovals } from '../administration/removals.sql'
import { makeCardStore } from '../contacts/cards/cards.sql'
import { makeContactGroups } from '../contacts/contactGroups.sql'
import { makeContactStore } from '../contacts/contacts.sql'
import { makeContactExportStore } from '../contacts/exports/contactExports.sql'
import { makeContactImportStore } from '../contacts/imports/contactImports.sql'
import { makePeopleFinder } from '../contacts/peopleFinder.sql'
import { makeContactPhotos } from '../contacts/photos/contactPhotos.sql'
import type { AccountId } from '../core/account'
import { makeTemplateStore } from '../drafts/templates/templates.sql'
import type { UploadFiles } from '../drafts/uploads/uploadFiles.fs'
import { makeUploadStore } from '../drafts/uploads/uploads.sql'
import { makeFileBook } from '../files/fileBook.sql'
import type { FileStore } from '../files/fileStore.port'
import { makeFileLinkStore } from '../files/links/fileLinks.sql'
import { makeLessonStore } from '../inbound/learning/lessons.sql'
import type { Checkpoint } from '../kit/checkpoint'
import { makeAccountExports } from '../leaving/accountExports.sql'
import { makeClosings } from '../leaving/closings.sql'
import { makeAttachmentIndex } from '../mail/attachments/attachmentIndex.sql'
import { makeFolderPlaces } from '../mail/folders/folderPlaces.sql'
import { makeImageSenders } from '../mail/images/imageSenders.sql'
import { makeMailJobStore } from '../mail/jobs/mailJobs.sql'
import { makeInboxCursors } from '../mail/newMail/inboxCursors.sql'
import { makeSavedSearchStore } from '../mail/search/savedSearches.sql'
import type { FileSpool } from '../mail/spool/fileSpool'
import type { Spool } from '../mail/spool/spool.store'
import { dropMailbox } from '../mail/sqlite/mailboxes'
import { makeOrderStore } from '../membership/orders.sql'
import { makeTestPayments } from '../membership/payments/testProvider.sql'
import { makeReminders } from '../membership/reminders.sql'
import { makeDirectory } from '../organizations/directory.sql'
import { makeMailboxMoves } from '../organizations/mailboxMoves.sql'
import { makeOrganizationSends } from '../organizations/organizationSends.sql'
import { makeOrganizationStore } from '../organizations/organizations.sql'
import { makeReadReceipts } from '../outbox/receipts/readReceipts.sql'
import { makeReceiptLog } from '../outbox/receipts/receiptLog.sql'
import { makeRecentRecipients } from '../outbox/send/recentRecipients.sql'
import { makeOutboxStore } from '../outbox/sqlite/outboxStore'
import { makeViewCounter } from '../pageViews/pageViews.sql'
import { makePhoneBindings } from '../phone/phoneBindings.sql'
import { makeProfileStore } from '../profile/profiles.sql'
import { makePasswordResets } from '../protection/passwordResets.sql'
import { makeSecureMailboxes } from '../protection/secureMailboxes.sql'
import { makeRecallStore } from '../recall/recall.sql'
import { makeRecoveryLog } from '../recovery/recoveryLog.sql'
import { makeReplyLog } from '../rules/arrival/replyLog.sql'
import { makeForwardTargets } from '../rules/forwarding/forwardTargets.sql'
import { makeEmbeddedRuleStores } from '../rules/rules.sql'
import { makeRuleRuns } from '../rules/running/ruleRuns.sql'
import { makeAccountStore } from '../session/account.sql'
import { makeAttemptStore } from '../session/attempts/attempts.sql'
import { makeCaptchaStore } from '../session/captcha/captcha.sql'
import { makeFactorStore } from '../session/factors/factors.sql'
import { makePasskeyStore } from '../session/passkeys/passkeys.sql'
import { makeQrLogins } from '../session/qr/qrLogins.sql'
import { makeRegistrationStore } from '../session/registration/registrations.sql'
import { makeSessionStore } from '../session/session.sql'
import { makeSignInLog } from '../session/signIns/signInLog.sql'
import { makeTicketStore } from '../session/tickets/tickets.sql'
import { makeSettingsStore } from '../settings/settings.sql'
import { makeShareCopies } from '../shares/shareCopies.sql'
import { makeShareStore } from '../shares/shares.sql'
import { makeSignatureStore } from '../signatures/signatures.sql'
import { dialectOf } from '../sql/dialect'
import type { Database } from '../sql/openDatabase'
import type { AccountTable, StoreRecord, SweepMoment, TableRule } from '../sql/record'
import { makeVerificationStore } from '../verification/verifications.sql'

/** What is kept beside the database. */
export type Files = {
  readonly spool: Spool
  /** Null where messages lie in the database. */
  readonly fileSpool: FileSpool | null
  readonly uploadFiles: UploadFiles
  readonly fileStore: FileStore
  readonly checkpoint?: Checkpoint | undefined
}

const day = 24 * 60 * 60 * 1_000
/** Milliseconds: a person may come back to what was being written. */
const keepUploadsMs = 30 * day
/** Milliseconds in which a file of contacts is fetched. */
const keepExportsMs = day / 24
/** Milliseconds: nobody is answered automatically again before this. */
const keepRepliesMs = 31 * day
/** Milliseconds in which a scanner may learn what a person has said. */
const keepLessonsMs = 7 * day
/** Milliseconds: the files of a mailbox that nobody looks through are forgotten. */
const keepIndexesMs = 30 * day
/** Milliseconds in which money may still come for an order of an account that has gone. */
const keepOwnerlessOrdersMs = 30 * day
/** Milliseconds: bytes of a file that nobody knows may be about to get their row. */
const keepStrayFilesMs = day

const record = <Store>(one: StoreRecord<Store, Files>): StoreRecord<Store, Files> => one
/** For tables that other stores write. */
const noStore = () => null

/** In the order in which an account goes: what could still be sent first, its mail last. */
const records = {
  outbox: record({
    make: makeOutboxStore,
    tables: { outbox: 'what waits to be sent is sent from its own address' },
    drop: async (store, account, { spool }) => {
      for (const message of await store.removeAll(account)) await spool.release(message)
    },
    sweep: async (store, { now }, { spool }) => {
      for (const message of await store.dismissOld(now)) await spool.release(message)
    },
  }),
  uploads: record({
    make: (db, { uploadFiles }) => makeUploadStore(db, uploadFiles),
    tables: { uploads: 'drafts that are kept have their files' },
    drop: (store, account) => store.removeAll(account),
    sweep: async (store, { now, mayRemoveFiles }) => {
      if (mayRemoveFiles) await store.sweep(now - keepUploadsMs, now - limits.unfinishedUploadMs)
    },
  }),
  accountExports: record({
    make: (db, { fileStore }) => makeAccountExports(db, fileStore),
    tables: { account_exports: 'an archive of everything' },
    drop: (store, account) => store.removeAll(account),
    sweep: (store, { now }) => store.sweep(now - leavingLimits.archiveMs, now - leavingLimits.toldMs),
  }),
  administrators: record({ make: makeAdministrators, tables: {} }),
  members: record({ make: makeMembers, tables: {} }),
  removals: record({ make: makeRemovals, tables: {} }),
  auditLog: record({
    make: makeAuditLog,
    tables: {},
    sweep: (store, { now }) => store.sweep(now - administrationLimits.auditDays * day),
  }),
  accounts: record({ make: makeAccountStore, tables: {} }),
  attachmentIndex: record({
    make: makeAttachmentIndex,
    tables: {
      indexed_attachments: 'made of the messages',
      attachment_folders: 'made of the messages',
      attachment_indexes: 'made of the messages',
    },
    sweep: (store, { now }) => store.sweep(now - keepIndexesMs),
  }),
  attempts: record({ make: makeAttemptStore, tables: {}, sweep: (store, { now }) => store.sweep(now - day) }),
  captchas: record({ make: makeCaptchaStore, tables: {}, sweep: (store, { now }) => store.sweep(now) }),
  cards: record({
    make: makeCardStore,
    tables: { business_cards: { transfer: 'rows', archive: { in: 'contacts/cards.json' } } },
    sweep: (store, { now }) => store.sweep(now - cardLimits.undoMs),
  }),
  closings: record({ make: makeClosings, tables: {} }),
  contactGroups: record({
    make: makeContactGroups,
    tables: {
      contact_group_members: { transfer: 'contacts', archive: { in: 'contacts/groups.json' } },
      contact_groups: { transfer: 'contacts', archive: { in: 'contacts/groups.json' } },
    },
  }),
  contacts: record({
    make: makeContactStore,
    tables: {
      contact_undos: 'an Undo of minutes',
      contact_keys: { transfer: 'contacts', archive: { left: 'made of the contacts' } },
      contact_details: { transfer: 'contacts', archive: { in: 'contacts/contacts.vcf' } },
      contacts_apart: { transfer: 'contacts', archive: { left: 'pairs of ids' } },
      contacts: { transfer: 'contacts', archive: { in: 'contacts/contacts.vcf' } },
      contact_books: 'a counter of changes',
    },
    sweep: (store, { now }) => store.sweep(now - contactLimits.undoMs),
  }),
  contactExports: record({
    make: makeContactExportStore,
    tables: { contact_exports: 'a file of an hour' },
    sweep: (store, { now }) => store.sweep(now - keepExportsMs),
  }),
  contactImports: record({
    make: makeContactImportStore,
    tables: { contact_refusals: 'a report of days', contact_imports: 'a report of days' },
    sweep: (store, { now }) => store.sweep(now - contactLimits.undoMs),
  }),
  contactPhotos: record({
    make: makeContactPhotos,
    tables: { contact_photos: { transfer: 'contacts', archive: { in: 'contacts/contacts.vcf' } } },
    sweep: (store, { now }) => store.sweep(now - contactLimits.undoMs),
  }),
  factors: record({
    make: makeFactorStore,
    tables: {
      totp_secrets: 'a secret, which a transfer seals anew',
      recovery_codes: 'secrets of the account',
      factor_tickets: 'of one sign-in',
      trusted_devices: 'secrets of the account',
    },
    sweep: (store, { now }) => store.sweep(now),
  }),
  fileLinks: record({
    make: makeFileLinkStore,
    tables: { file_link_tickets: 'of one visit', file_links: 'addresses that were given out stay where they are' },
    sweep: (store, { now }) => store.sweep(now - fileLinkLimits.listedMs, now),
  }),
  files: record({
    make: (db, { fileStore, checkpoint }) => makeFileBook(db, fileStore, checkpoint),
    tables: {
      file_entries: { transfer: { left: 'My files stay where they are' }, archive: { in: 'files/' } },
      file_thumbnails: 'made of the files',
      file_contents: { transfer: { left: 'My files stay where they are' }, archive: { in: 'files/' } },
      file_books: 'a counter of changes',
    },
    drop: (store, account) => store.removeAll(account),
    sweep: (store, { now, mayRemoveFiles }) =>
      store.sweep(now - fileLimits.trashMs, mayRemoveFiles ? now - keepStrayFilesMs : null),
  }),
  folderPlaces: record({
    make: makeFolderPlaces,
    tables: { folder_places: { transfer: 'rows', archive: { columns: ['folder', 'position', 'pinned', 'hidden'] } } },
  }),
  forwardTargets: record({
    make: makeForwardTargets,
    tables: { forward_targets: { transfer: 'rows', archive: { columns: ['address', 'added_at', 'confirmed_at'] } } },
  }),
  imageSenders: record({
    make: makeImageSenders,
    tables: { image_senders: { transfer: 'rows', archive: { columns: ['address', 'added_at'] } } },
  }),
  imapAppends: record({ make: noStore, tables: { imap_appends: 'work that is going on' } }),
  inboxCursors: record({ make: makeInboxCursors, tables: {} }),
  mailboxMoves: record({
    make: (db) => makeMailboxMoves(db, { rows: tablesMovedAs('rows'), contacts: tablesMovedAs('contacts') }),
    tables: { mailbox_moves: 'the transfer itself' },
  }),
  lessons: record({
    make: makeLessonStore,
    tables: { scanner_lessons: 'work that is going on' },
    sweep: (store, { now }) => store.sweep(now - keepLessonsMs),
  }),
  mailJobs: record({
    make: makeMailJobStore,
    tables: { mail_jobs: 'work that is going on' },
    sweep: (store, { now }) => store.sweep(now - day),
  }),
  policies: record({ make: makePolicyStore, tables: {} }),
  domainClaims: record({
    make: makeDomainClaims,
    tables: {},
    sweep: (store, { now }) => store.sweep(now - domainLimits.claimMs),
  }),
  orders: record({
    make: makeOrderStore,
    tables: {
      payment_requests: 'orders stay with who paid',
      payments: 'orders stay with who paid',
      order_log: 'orders stay with who paid',
      orders: 'orders stay with who paid',
    },
    drop: (store, account) => store.leave(account),
    sweep: (store, { now }) => store.sweep(now - keepOwnerlessOrdersMs),
  }),
  organizations: record({ make: makeOrganizationStore, tables: {} }),
  organizationSends: record({
    make: makeOrganizationSends,
    tables: {},
    sweep: (store, { now }) => store.sweep(now - 2 * day),
  }),
  directory: record({ make: makeDirectory, tables: { directory_people: 'made of accounts' } }),
  passkeys: record({
    make: makePasskeyStore,
    tables: { passkeys: 'bound to the account' },
    sweep: (store, { now }) => store.sweep(now),
  }),
  passwordResets: record({
    make: makePasswordResets,
    tables: { password_resets: 'of minutes', new_passwords: 'secrets of the account' },
    sweep: (store, { now }) => store.sweep(now - day),
  }),
  peopleFinder: record({ make: makePeopleFinder, tables: {} }),
  phones: record({
    make: makePhoneBindings,
    tables: {
      bound_phones: 'bound to the account',
      phone_codes: 'of minutes',
      phone_offers: 'whether a phone was offered',
    },
    sweep: (store, { now }) => store.sweep(now - day),
  }),
  profiles: record({
    make: makeProfileStore,
    tables: { profiles: { transfer: 'rows', archive: { in: 'settings/account.json' } } },
  }),
  qrLogins: record({
    make: makeQrLogins,
    tables: { qr_logins: 'of one sign-in' },
    sweep: (store, { now }) => store.sweep(now),
  }),
  readReceipts: record({ make: makeReadReceipts, tables: { read_receipts: 'a history of what was sent' } }),
  recalls: record({
    make: makeRecallStore,
    tables: { recalls: 'a history of what was sent', recalled_mails: 'a history of what was sent' },
    drop: (store, account) => store.drop(account),
  }),
  receiptLog: record({ make: makeReceiptLog, tables: { receipt_decisions: 'a history of what was read' } }),
  recentRecipients: record({
    make: makeRecentRecipients,
    tables: { recent_recipients: { transfer: 'contacts', archive: { columns: ['email', 'name', 'used_at'] } } },
  }),
  recoveryLog: record({ make: makeRecoveryLog, tables: { recovery: 'a history of what was restored' } }),
  registrations: record({
    make: makeRegistrationStore,
    tables: { registrations: 'of minutes' },
    sweep: (store, { now }) => store.sweep(now, now - registrationLimits.registrationKnownMs),
  }),
  replyLog: record({
    make: makeReplyLog,
    tables: { auto_replies: 'a history of days' },
    sweep: (store, { now }) => store.sweep(now - keepRepliesMs),
  }),
  reminders: record({
    make: (db) => makeReminders(db, makeAccountStore(db)),
    tables: { membership_reminders: 'a history of notices' },
  }),
  rules: record({
    make: makeEmbeddedRuleStores,
    tables: { rule_sets: { transfer: 'rows', archive: { in: 'settings/rules.json' } } },
  }),
  ruleRuns: record({
    make: makeRuleRuns,
    tables: { rule_run_changes: 'work that is going on', rule_runs: 'work that is going on' },
    sweep: (store, { now }) => store.sweep(now - day),
  }),
  savedSearches: record({
    make: makeSavedSearchStore,
    tables: { saved_searches: { transfer: 'rows', archive: { in: 'settings/searches.json' } } },
  }),
  secureMailboxes: record({ make: makeSecureMailboxes, tables: { secure_mailboxes: 'bound to the account' } }),
  sessions: record({
    make: makeSessionStore,
    tables: { sessions: 'of one sign-in' },
    sweep: (store, { now }) => store.sweep(now),
  }),
  settings: record({
    make: makeSettingsStore,
    tables: { settings: { transfer: 'rows', archive: { in: 'settings/settings.json' } } },
  }),
  shareCopies: record({
    make: makeShareCopies,
    tables: { share_files: 'addresses that were given out stay where they are' },
    drop: (store, account) => store.dropOf(account),
    sweep: (store, { now }) => store.sweep(now),
  }),
  shares: record({
    make: (db, { checkpoint }) => makeShareStore(db, checkpoint),
    tables: {
      share_visits: 'of one visit',
      shared_files: 'addresses that were given out stay where they are',
      shares: 'addresses that were given out stay where they are',
    },
    sweep: (store, { now }) => store.sweep(now - shareLimits.listedMs),
  }),
  signatures: record({
    make: makeSignatureStore,
    tables: {
      signature_defaults: { transfer: 'rows', archive: { in: 'settings/signatures.json' } },
      signatures: { transfer: 'rows', archive: { in: 'settings/signatures.json' } },
    },
  }),
  signIns: record({
    make: makeSignInLog,
    tables: { sign_ins: 'a history of the account', known_devices: 'a history of the account' },
    sweep: (store, { now }) => store.sweep(now - limits.signInDays * day),
  }),
  templates: record({
    make: makeTemplateStore,
    tables: { mail_templates: { transfer: 'rows', archive: { in: 'settings/templates.json' } } },
  }),
  testPayments: record({ make: makeTestPayments, tables: {} }),
  tickets: record({
    make: makeTicketStore,
    tables: { tickets: 'of minutes' },
    sweep: (store, { now }) => store.sweep(now),
  }),
  verifications: record({
    make: makeVerificationStore,
    tables: { verifications: 'of days' },
    sweep: (store, { now }) => store.sweep(now - limits.verificationMailMs),
  }),
  viewCounter: record({ make: makeViewCounter, tables: {} }),
  mailboxes: record({
    make: (db) => db,
    on: 'sqlite',
    tables: { mailboxes: { transfer: { left: 'messages are copied one by one' }, archive: { in: 'mail/' } } },
    drop: async (db, account, { fileSpool }) => fileSpool?.releaseAll(await dropMailbox(db, account)),
  }),
}

type RecordName = keyof typeof records
export type RecordStores = {
  readonly [Name in RecordName]: (typeof records)[Name] extends StoreRecord<infer Store, Files> ? Store : never
}
/** The same records, in a shape in which a name ties a record to its store. */
const byName: { readonly [Name in RecordName]: StoreRecord<RecordStores[Name], Files> } = records
const names = Object.keys(records).filter((name): name is RecordName => Object.hasOwn(records, name))

const tablesOf = (name: RecordName) =>
  Object.keys(byName[name].tables).filter((table): table is AccountTable => Object.hasOwn(byName[name].tables, table))

/** Tables whose rows go with the account that they name. */
export const accountTables = names.flatMap(tablesOf)

/** By table, where its rows go with their owner. */
export const tableRules: ReadonlyMap<AccountTable, TableRule> = new Map(
  names.flatMap((name) =>
    tablesOf(name).flatMap((table) => {
      const rule = byName[name].tables[table]
      return rule === undefined ? [] : [[table, rule] as const]
    }),
  ),
)

/** What a transfer of a mailbox copies that way. */
export function tablesMovedAs(way: 'rows' | 'contacts'): readonly AccountTable[] {
  return accountTables.filter((table) => {
    const rule = tableRules.get(table)
    return typeof rule === 'object' && rule.transfer === way
  })
}

/** By table, the columns that its file in the archive of everything shows. */
export const archivedColumns: ReadonlyMap<AccountTable, readonly string[]> = new Map(
  [...tableRules].flatMap(([table, rule]) =>
    typeof rule === 'object' && 'columns' in rule.archive ? [[table, rule.archive.columns] as const] : [],
  ),
)

export function makeStores(db: Database, files: Files): RecordStores {
  const made: { -readonly [Name in RecordName]?: RecordStores[Name] } = {}
  const add = <Name extends RecordName>(name: Name) => {
    made[name] = byName[name].make(db, files)
  }
  for (const name of names) add(name)
  if (!isWhole(made)) throw new Error('A record has no store')
  return made
}

function isWhole(made: Partial<RecordStores>): made is RecordStores {
  return names.every((name) => name in made)
}

/** Deletes all of an account but its own row; one that breaks off is finished by asking again. */
export async function deleteAccountData(
  db: Database,
  stores: RecordStores,
  files: Files,
  account: AccountId,
): Promise<void> {
  const dialect = dialectOf(db)
  const drop = async <Name extends RecordName>(name: Name) => {
    const { on = dialect, drop: dropFirst } = byName[name]
    if (on !== dialect) return
    await dropFirst?.(stores[name], account, files)
    for (const table of tablesOf(name)) await db.deleteFrom(table).where('account_id', '=', account).execute()
  }
  for (const name of names) await drop(name)
}

/** Removes from every store what has run out. */
export async function sweepStores(stores: RecordStores, files: Files, moment: SweepMoment): Promise<void> {
  const sweep = async <Name extends RecordName>(name: Name) => byName[name].sweep?.(stores[name], moment, files)
  for (const name of names) await sweep(name)
}
