/** When a list that is held may be another one: the mailbox counts its changes (migrations/0020mailboxChanges.ts). */
import { randomBytes } from 'node:crypto'
import { folderViews } from '#contract/shapes'
import type { FolderId } from '../../core/mail'
import type { Database } from '../../sql/openDatabase'
import { folderNumber, type MailboxNumber } from './mailboxes'

/** A database that was put back from a backup counts once more what it had counted: it is another process that then opens it. */
const opening = randomBytes(6).toString('base64url')

/**
 * Of the whole mailbox, since a row tells of mails in other folders as well (`threadCount`). Null for a folder that is not there and for a
 * view that no mail lies in.
 */
export async function folderVersion(db: Database, mailbox: MailboxNumber, id: FolderId): Promise<string | null> {
  const views: readonly string[] = folderViews
  if (id !== 'flag' && (views.includes(id) || (await folderNumber(db, mailbox, id)) === null)) return null
  const row = await db.selectFrom('mailboxes').select('changes').where('mailbox', '=', mailbox).executeTakeFirst()
  return row === undefined ? null : `${opening}.${row.changes}`
}
