/** An account and its folders from what was noted of them. Who is there already stays as it is, unless the notes are the newer. */

import { addressNameKey } from '../../../src/contract/registration/userName'
import type { Database } from '../../sql/openDatabase'
import { truth } from '../../sql/truth'
import type { AccountNote } from '../spool/notes/noteFormat'
import { renameFolder } from '../sqlite/folderChanges'
import { folderNumber, type MailboxNumber, mailboxOf, nameKey } from '../sqlite/mailboxes'

export async function rebuildAccount(
  db: Database,
  note: AccountNote,
  isNoteNewer: boolean,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const known = await db.selectFrom('accounts').select('id').where('address', '=', note.address).executeTakeFirst()
  const id = known?.id ?? note.id
  const isNewer = isNoteNewer && known?.id === note.id
  if (!known) await addAccount(db, note)
  if (isNewer) await changeAccount(db, note)
  const mailbox = await mailboxOf(db, id)
  for (const folder of note.folders) await addFolder(db, mailbox, folder, isNewer)
  return { id, isNew: !known }
}

async function addAccount(db: Database, note: AccountNote): Promise<void> {
  await db
    .insertInto('accounts')
    .values({
      ...{
        id: note.id,
        address: note.address,
        name_key: addressNameKey(note.address),
        display_name: note.displayName,
        tier: note.tier,
      },
      // No password has this hash: nobody signs in until one is set.
      ...{ password_hash: '', organization: note.organization, locked: truth(note.locked) },
      ...{ due_at: note.dueAt, closes_at: note.closesAt, page_size: null },
    })
    .execute()
}

async function changeAccount(db: Database, note: AccountNote): Promise<void> {
  await db
    .updateTable('accounts')
    .set({
      ...{ display_name: note.displayName, tier: note.tier, organization: note.organization },
      ...{ locked: truth(note.locked), due_at: note.dueAt, closes_at: note.closesAt },
    })
    .where('id', '=', note.id)
    .execute()
}

type NotedFolder = AccountNote['folders'][number]

/** Its id is the noted one, by which messages name it. */
async function addFolder(db: Database, mailbox: MailboxNumber, { id, name, parent }: NotedFolder, isNewer: boolean) {
  if ((await folderNumber(db, mailbox, id)) !== null) {
    // A name that is taken there stays as it was.
    if (isNewer) await renameFolder(db, mailbox, id, { name, parent })
    return
  }
  const above = parent === null ? null : await folderNumber(db, mailbox, parent)
  for (let copy = 1; ; copy += 1) {
    // Another folder may bear the name by now.
    const own = copy === 1 ? name : `${name} (${copy})`
    const made = await db
      .insertInto('mail_folders')
      .values({ mailbox, id, name: own, name_key: nameKey(own, above), parent: above })
      .onConflict((conflict) => conflict.columns(['mailbox', 'name_key']).doNothing())
      .returning('folder')
      .executeTakeFirst()
    if (made) return
  }
}
