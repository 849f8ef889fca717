/** The embedded mail store: SQLite for what is known of a mail, one file for each message. */
import { type Account, type AccountId, accountQuota } from '../../core/account'
import type { MailStore, MailStores } from '../mail.store'
import { keepMail, type Owner } from './arrival/mailArrival'
import { readAgain } from './arrival/unreadMessages'
import { conversationOf } from './conversations/conversation'
import { conversationPage } from './conversations/conversationPages'
import { moveAll, removeAll, removeFolder, renameFolder } from './folderChanges'
import { folderVersion } from './folderVersion'
import { allFolders, mailboxOf, makeFolder, usage } from './mailboxes'
import { markMails, moveMails, noteReplied, removeMails } from './mailChanges'
import type { MailContext } from './mailContext'
import { arrivalsSince, inboxCursor } from './mailCursor'
import { folderPage } from './mailPages'
import { asSummary, findMail, judgementOf, summariesById } from './mailRows'
import { parsedMail } from './parsedMails'
import { findAll, searchMails } from './search/mailSearch'

export type EmbeddedMailOptions = MailContext & {
  /** Bytes that a mailbox may hold, in place of its tier's. */
  readonly quotaBytes?: number
  /** Told of every mail that has come to an inbox. */
  readonly onArrival?: (account: AccountId) => void
}

export function createEmbeddedMailStores(options: EmbeddedMailOptions): MailStores {
  return { of: (account) => storeOf(options, account) }
}

function storeOf(context: EmbeddedMailOptions, account: Account): MailStore {
  const { db, spool, mime, clock } = context
  const mailbox = () => mailboxOf(db, account.id)
  const quotaBytes = context.quotaBytes ?? accountQuota(account)
  const owner = async (): Promise<Owner> => {
    const { id, address } = account
    return { account: id, address, mailbox: await mailbox(), quotaBytes }
  }
  const found = async (id: string) => findMail(db, await mailbox(), id)
  /** A message that could not be read as it arrived is read again first. */
  const readableRow = async (id: string) => {
    const row = await found(id)
    return row !== null && (await readAgain(context, row.seq)) ? found(id) : row
  }
  return {
    folders: async () => allFolders(db, await mailbox()),
    groups: true,
    page: async (query) => (query.conversations === true ? conversationPage : folderPage)(db, await mailbox(), query),
    conversation: async (id, at) => conversationOf(db, await mailbox(), id, at),
    version: async (folder) => folderVersion(db, await mailbox(), folder),
    search: async (query) => searchMails(db, await mailbox(), query),
    findAll: async (search) => findAll(db, await mailbox(), search),
    summaries: async (ids) => summariesById(db, await mailbox(), ids),
    open: async (id) => {
      const row = await readableRow(id)
      const parsed =
        row && ((await parsedMail(db, row.seq)) ?? (await mime.parse({ path: spool.path(row.spool) }, account.id)))
      if (row === null || parsed === null) return null
      return {
        summary: asSummary(row),
        parsed,
        judged: judgementOf(row),
        ...(row.receipt === 1 && { receipt: 'noted' }),
      }
    },
    part: async (id, part) => {
      const row = await found(id)
      return row && mime.part({ path: spool.path(row.spool) }, part, account.id)
    },
    parts: async (id, parts) => {
      const row = await found(id)
      return row && mime.parts({ path: spool.path(row.spool) }, parts, account.id)
    },
    raw: async (id) => {
      const row = await found(id)
      return row && { size: row.size, stream: await spool.read(row.spool) }
    },
    mark: async (which, mark) => markMails(db, await mailbox(), which, mark),
    noteReply: async (id, kind) => noteReplied(db, await mailbox(), id, kind),
    move: async (ids, target, by = 'person', from) =>
      moveMails(db, await mailbox(), ids, target, { now: clock.now(), by, from }),
    remove: async (ids) => removeMails(db, await mailbox(), ids, clock.now(), (files) => spool.releaseAll(files)),
    append: async (mail) => {
      const kept = await keepMail(context, await owner(), mail, null)
      if (kept.isNew && mail.folder === 'inbox') context.onArrival?.(account.id)
      return kept
    },
    replace: async (old, mail) => {
      const { id } = await keepMail(context, await owner(), mail, old)
      return { id }
    },
    createFolder: async (name, parent = null) => makeFolder(db, await mailbox(), name, parent),
    renameFolder: async (id, to) => renameFolder(db, await mailbox(), id, to),
    removeFolder: async (id, target) => removeFolder(db, await mailbox(), id, target, clock.now()),
    emptyFolder: async (id, target) => {
      if (target !== null) return moveAll(db, await mailbox(), id, target, clock.now())
      return removeAll(db, await mailbox(), id, clock.now(), (files) => spool.releaseAll(files))
    },
    quota: async () => {
      const { used, count } = await usage(db, await mailbox())
      return { used, count, limit: quotaBytes }
    },
    cursor: async () => inboxCursor(db, await mailbox()),
    arrivals: async (since, most) => arrivalsSince(db, await mailbox(), since, most),
  }
}
