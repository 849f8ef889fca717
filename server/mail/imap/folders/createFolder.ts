/** Makes folders of a person's own, beside the system's or within one another. */
import { Refusal } from '#server/core/refusal'
import { factsOf } from '../connection/errors'
import { ownFolderId } from '../ids'
import type { CreateFolder } from '../operations'
import { freshLayout, isTaken, pathUnder } from './folderPaths'

export const createFolder: CreateFolder = async (context, folders, account, name, parent) => {
  const layout = await freshLayout(folders, account)
  const path = pathUnder(layout, parent, name)
  if (isTaken(layout, path, null)) return null
  const made = await context.pool.use(account, async (client) => {
    try {
      return await client.mailboxCreate(path)
    } catch (error) {
      if (['CANNOT', 'NOPERM'].includes(factsOf(error).code)) throw cannotBe(parent)
      throw error
    }
  })
  folders.changed(account.id, 'layout')
  folders.changed(account.id, 'counts')
  return made.created ? { id: ownFolderId(path), name, parent, total: 0, unread: 0, size: 0 } : null
}

/** A server that takes no such path: at the top it is the name, below it may be that the parent holds no others (RFC 9051 §7.3.1). */
export function cannotBe(parent: string | null | undefined): Refusal {
  return typeof parent === 'string'
    ? new Refusal('serverCannot', { field: 'parent' })
    : new Refusal('folderNameInvalid', { field: 'name' })
}
