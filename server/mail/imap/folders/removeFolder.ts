/** Takes folders of a person's own away (DELETE, RFC 9051 §6.3.5), deepest first and each only once the server says that it is empty. */
import type { ImapFlow } from 'imapflow'
import type { Account } from '#server/core/account'
import type { FolderId } from '#server/core/mail'
import { Refusal } from '#server/core/refusal'
import { command } from '../connection/command'
import { answered, factsOf } from '../connection/errors'
import type { ImapContext } from '../context'
import type { Folders, Mailbox, RemoveFolder } from '../operations'
import { forgetSearch } from '../search/search'
import { moveAll } from './emptyFolder'
import { freshLayout, ownTree } from './folderPaths'
import { mailboxName } from './mailboxName'
import { deselect } from './renameFolder'

/** Rounds of moving out what arrives meanwhile, before it is given up. */
const roundsMost = 5

export const removeFolder: RemoveFolder = async (context, folders, account, id, targetId) => {
  const tree = ownTree(await freshLayout(folders, account), id)
  if (tree.some((one) => one.id === targetId)) throw new Refusal('notAllowed', { field: 'target' })
  const target = await folders.find(account, targetId, { make: true })
  if (target === null) throw new Refusal('notFound', { field: 'target' })
  let moved = 0
  try {
    for (const mailbox of tree.toReversed()) {
      if (mailbox.holdsMail) moved += await moveOut(context, folders, account, mailbox, target.id)
      await context.pool.use(account, (client) => drop(client, mailbox))
    }
  } finally {
    folders.changed(account.id, 'layout')
    folders.changed(account.id, 'counts')
    forgetSearch(context, account.id)
  }
  return { removed: tree.map((one) => one.id), moved }
}

async function moveOut(
  context: ImapContext,
  folders: Folders,
  account: Account,
  mailbox: Mailbox,
  target: FolderId,
): Promise<number> {
  let moved = 0
  for (let round = 0; round < roundsMost; round += 1) {
    moved += await moveAll(context, folders, account, mailbox, target)
    const left = await context.pool.use(
      account,
      async (client) => {
        // Of a mailbox that is selected, a server tells what this connection has seen of it.
        await deselect(client, (path) => path === mailbox.path)
        return answered(await client.status(mailbox.path, { messages: true }), 'status').messages ?? 0
      },
      { again: true },
    )
    if (left === 0) return moved
  }
  throw new Refusal('operationFailed')
}

async function drop(client: ImapFlow, { path }: Mailbox): Promise<void> {
  await deselect(client, (selected) => selected === path)
  const name = mailboxName(client, path)
  try {
    await command(client, 'DELETE', [name])
  } catch (error) {
    const { code } = factsOf(error)
    if (code === 'CANNOT' || code === 'NOPERM') throw new Refusal('notAllowed')
    // A node that only held others is gone with the last of them.
    if (code !== 'NONEXISTENT') throw error
  }
  await client.mailboxUnsubscribe(path)
}
