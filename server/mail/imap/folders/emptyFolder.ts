/** Moves every mail of a folder elsewhere, or deletes it for good. */
import type { ImapFlow, MailboxObject } from 'imapflow'
import type { Account } from '#server/core/account'
import type { FolderId } from '#server/core/mail'
import { Refusal } from '#server/core/refusal'
import { atom } from '../connection/command'
import type { ImapContext } from '../context'
import { mailIdOf } from '../ids'
import { expungeExactly } from '../message/expunge'
import { moveMails, refuseReadOnly } from '../message/moves'
import type { EmptyFolder, Folders, Mailbox } from '../operations'
import { uidSearch, uidsAmong } from '../uidSearch'

/** Mails that are moved in one go. */
const step = 2_000

export const emptyFolder: EmptyFolder = async (context, folders, account, id, target) => {
  const mailbox = await folders.find(account, id)
  if (mailbox === null) throw new Refusal('notFound')
  if (target === null) return removeAll(context, folders, account, mailbox)
  const there = await folders.find(account, target, { make: true })
  if (there === null) throw new Refusal('notFound', { field: 'target' })
  return target === id ? 0 : moveAll(context, folders, account, mailbox, target)
}

/** Moves those that are there when it begins; answers how many went. Throws `Refusal('notFound')` for a target that is not there. */
export async function moveAll(
  context: ImapContext,
  folders: Folders,
  account: Account,
  mailbox: Mailbox,
  target: FolderId,
): Promise<number> {
  const list = async (client: ImapFlow, { uidValidity }: MailboxObject) =>
    (await uidSearch(client, [atom('ALL')])).map((uid) => mailIdOf(account.id, mailbox.path, uidValidity, uid))
  const ids = await context.pool.within(account, mailbox.path, list, { readOnly: true, again: true })
  let moved = 0
  for (let at = 0; at < ids.length; at += step) {
    const done = await moveMails(context, folders, account, ids.slice(at, at + step), target)
    if (done === null) throw new Refusal('notFound', { field: 'target' })
    moved += done.length
  }
  return moved
}

async function removeAll({ pool }: ImapContext, folders: Folders, account: Account, mailbox: Mailbox): Promise<number> {
  const begun: { uids: readonly number[]; uidValidity: bigint | null } = { uids: [], uidValidity: null }
  const work = async (client: ImapFlow, selected: MailboxObject) => {
    if (begun.uidValidity === null) {
      begun.uids = await uidSearch(client, [atom('ALL')])
      begun.uidValidity = selected.uidValidity
    }
    // What arrived meanwhile, or was made anew under this name, is no part of what the person confirmed.
    if (selected.uidValidity !== begun.uidValidity) return
    const there = await uidsAmong(client, begun.uids)
    if (there.length > 0) refuseReadOnly(selected)
    await expungeExactly(client, there)
  }
  await pool.within(account, mailbox.path, work, { again: true })
  folders.changed(account.id, 'counts')
  return begun.uids.length
}
