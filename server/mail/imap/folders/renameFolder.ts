/** Gives folders of a person's own another name or place (RENAME, RFC 9051 §6.3.6). Their mail keeps its UIDs; its ids follow the path. */
import type { ImapFlow } from 'imapflow'
import { Refusal } from '#server/core/refusal'
import { command } from '../connection/command'
import { factsOf } from '../connection/errors'
import { ownFolderId } from '../ids'
import type { RenameFolder } from '../operations'
import { forgetSearch } from '../search/search'
import { cannotBe } from './createFolder'
import { freshLayout, isTaken, ownTree, pathBeside, pathUnder } from './folderPaths'
import { mailboxName } from './mailboxName'

type Path = { readonly from: string; readonly to: string }

export const renameFolder: RenameFolder = async (context, folders, account, id, { name, parent }) => {
  const layout = await freshLayout(folders, account)
  const tree = ownTree(layout, id)
  const [self] = tree
  if (tree.some((one) => one.id === parent)) throw new Refusal('notAllowed', { field: 'parent' })
  const to = parent === undefined ? pathBeside(layout, self, name) : pathUnder(layout, parent, name)
  const paths = tree.map(({ path }): Path => ({ from: path, to: `${to}${path.slice(self.path.length)}` }))
  if (to !== self.path) {
    if (isTaken(layout, to, self)) return null
    const isDone = await context.pool.use(account, async (client) => {
      await deselect(client, (path) => paths.some(({ from }) => from === path))
      const subscribed = await subscribedAmong(client, paths)
      if (!(await rename(client, self.path, to, parent))) return false
      await subscribe(client, subscribed)
      return true
    })
    folders.changed(account.id, 'layout')
    folders.changed(account.id, 'counts')
    forgetSearch(context, account.id)
    if (!isDone) return null
    for (const { from, to } of paths) {
      await context.db
        .updateTable('imap_appends')
        .set({ folder: to })
        .where('account_id', '=', account.id)
        .where('folder', '=', from)
        .execute()
    }
  }
  return paths.map((path) => ({ id: ownFolderId(path.from), newId: ownFolderId(path.to) }))
}

/** A mailbox that is selected is not to be renamed or deleted by the same connection. */
export async function deselect(client: ImapFlow, isGoing: (path: string) => boolean): Promise<void> {
  if (client.mailbox !== false && isGoing(client.mailbox.path)) await client.mailboxClose()
}

/** False when the name is taken. Never done a second time: a break leaves open whether it happened, and the next list tells. */
async function rename(client: ImapFlow, from: string, to: string, parent: string | null | undefined): Promise<boolean> {
  try {
    await command(client, 'RENAME', [mailboxName(client, from), mailboxName(client, to)])
    return true
  } catch (error) {
    const { code } = factsOf(error)
    if (code === 'ALREADYEXISTS') return false
    if (code === 'CANNOT' || code === 'NOPERM') throw cannotBe(parent)
    throw error
  }
}

/** Subscriptions are names, which a RENAME leaves as they were (RFC 9051 §6.3.6): other clients show only what is subscribed. */
async function subscribedAmong(client: ImapFlow, paths: readonly Path[]): Promise<readonly Path[]> {
  const listed = new Set((await client.list()).filter((one) => one.subscribed).map(({ path }) => path))
  return paths.filter(({ from }) => listed.has(from))
}

async function subscribe(client: ImapFlow, paths: readonly Path[]): Promise<void> {
  for (const { from, to } of paths) {
    await client.mailboxSubscribe(to)
    await client.mailboxUnsubscribe(from)
  }
}
