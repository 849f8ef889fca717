/** The mail store of whoever already has a mail server: nothing of a mail is kept here but what a list shows, for a moment. */
import type { Account, AccountId } from '../../core/account'
import type { FolderId } from '../../core/mail'
import { Refusal } from '../../core/refusal'
import type { ReceiptFinder } from '../../outbox/receipts/readReceipts.store'
import type { MessageFileSource } from '../attachments/fileSource.port'
import type { MailStore, MailStores } from '../mail.store'
import { appendMail, replaceMail } from './append/append'
import type { ImapContext } from './context'
import { createFolder } from './folders/createFolder'
import { emptyFolder } from './folders/emptyFolder'
import { makeFolders } from './folders/folders'
import { folderVersion } from './folders/folderVersion'
import { quotaOf } from './folders/quota'
import { removeFolder } from './folders/removeFolder'
import { renameFolder } from './folders/renameFolder'
import { isSystemId } from './folders/specialUse'
import { arrivalsSince, inboxCursor } from './list/cursor'
import { makeImapFileSource } from './list/fileSource'
import { forgetFlagged } from './list/flagged'
import { flagPage } from './list/flagView'
import { forgetHeaders } from './list/headerCache'
import { folderPage } from './list/pages'
import { forgetOrders, sortedUids } from './list/sorted'
import { summariesById } from './list/summaries'
import { markMails, noteReplied } from './message/marks'
import { moveMails, removeMails } from './message/moves'
import { openMail, partOf, partsOf, rawOf } from './message/openedMail'
import type { Folders } from './operations'
import { makeReceiptFinder } from './recall/receiptFinder'
import { findAll } from './search/findAll'
import { forgetSearch, searchMails } from './search/search'

export type ImapMailStores = MailStores & {
  readonly receiptFinder: ReceiptFinder
  readonly fileSource: MessageFileSource
  /** Where a folder lies on the server, as LIST names it; a system folder that is missing is made. Null where there is none. */
  readonly pathOf: (account: Account, folder: FolderId) => Promise<string | null>
  /** For an account whose last session has ended: closes its connections, each once its work is done, and forgets what was shown. */
  readonly release: (id: AccountId) => void
}

export function createImapMailStores(context: ImapContext): ImapMailStores {
  const folders = makeFolders({ pool: context.pool, now: context.clock.now })
  const forgetShown = (id: AccountId) => {
    folders.forget(id)
    forgetHeaders(context, id)
    forgetFlagged(context, id)
    forgetSearch(context, id)
    forgetOrders(context, id)
  }
  return {
    of: (account) => storeOf(context, folders, account),
    receiptFinder: makeReceiptFinder(context.pool, folders),
    fileSource: makeImapFileSource(context, folders),
    pathOf: async (account, id) => (await folders.find(account, id, { make: true }))?.path ?? null,
    release: (id) => {
      forgetShown(id)
      context.pool.release(id)
    },
  }
}

function storeOf(context: ImapContext, folders: Folders, account: Account): MailStore {
  return {
    folders: () => folders.counted(account),
    // A mail server threads a folder only by reading all of it, which a large one does not bear.
    groups: false,
    conversation: () => Promise.reject(new Refusal('serverCannot')),
    page: async (query) => {
      if (query.conversations === true) throw new Refusal('serverCannot', { field: 'conversations' })
      if (query.folder === 'flag') return flagPage(context, folders, account, query)
      const mailbox = await folders.find(account, query.folder)
      if (mailbox !== null) return folderPage(context, account, mailbox, query, sortedUids)
      // A system folder that the server lacks is made when something is put in it.
      return isSystemId(query.folder) ? { list: [], total: 0, unread: 0 } : null
    },
    version: async (id) => {
      const mailbox = id === 'flag' ? null : await folders.find(account, id)
      return mailbox && folderVersion(context, account, mailbox)
    },
    search: (query) => searchMails(context, folders, account, query),
    findAll: (search, goOn) => findAll(context, folders, account, search, goOn),
    summaries: (ids) => summariesById(context, folders, account, ids),
    open: (id) => openMail(context, folders, account, id),
    part: (id, part) => partOf(context, folders, account, id, part),
    parts: (id, parts) => partsOf(context, folders, account, id, parts),
    raw: (id) => rawOf(context, folders, account, id),
    mark: (which, mark) => markMails(context, folders, account, which, mark),
    noteReply: (id, kind) => noteReplied(context, folders, account, id, kind),
    move: (ids, target, _by, from) => moveMails(context, folders, account, ids, target, from),
    remove: (ids) => removeMails(context, folders, account, ids),
    append: (mail) => appendMail(context, folders, account, mail),
    replace: (old, mail) => replaceMail(context, folders, account, old, mail),
    createFolder: (name, parent = null) => createFolder(context, folders, account, name, parent),
    renameFolder: (id, to) => renameFolder(context, folders, account, id, to),
    removeFolder: (id, target) => removeFolder(context, folders, account, id, target),
    emptyFolder: (id, target) => emptyFolder(context, folders, account, id, target),
    quota: () => quotaOf(context, folders, account),
    cursor: () => inboxCursor(context, folders, account),
    arrivals: (since, most) => arrivalsSince(context, folders, account, since, most),
  }
}
