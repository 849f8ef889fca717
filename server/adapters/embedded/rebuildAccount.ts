/** An account and its folders from what was noted of them: who is there already stays as it is. */
import { truth } from '../../sql/accountTables'
import type { Database } from '../../sql/openDatabase'
import { folderNumber, type MailboxNumber, mailboxOf, nameKey } from './mailboxes'
import type { AccountNote } from './noteFormat'

export async function rebuildAccount(
  db: Database,
  note: AccountNote,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const known = await db.selectFrom('accounts').select('id').where('address', '=', note.address).executeTakeFirst()
  const id = known?.id ?? note.id
  if (!known) await addAccount(db, note)
  const mailbox = await mailboxOf(db, id)
  for (const folder of note.folders) await addFolder(db, mailbox, folder)
  return { id, isNew: !known }
}

async function addAccount(db: Database, note: AccountNote): Promise<void> {
  await db
    .insertInto('accounts')
    .values({
      ...{ id: note.id, address: note.address, display_name: note.displayName, tier: note.tier },
      // No password has this hash: nobody signs in until one is set.
      ...{ password_hash: '', organization: note.organization, locked: truth(note.locked) },
      ...{ due_at: note.dueAt, page_size: null },
    })
    .execute()
}

/** Its id is the noted one, by which messages name it. */
async function addFolder(db: Database, mailbox: MailboxNumber, { id, name, parent }: AccountNote['folders'][number]) {
  if ((await folderNumber(db, mailbox, id)) !== null) return
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
