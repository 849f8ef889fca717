/** Makes folders of a person's own, beside the system's. */
import { Refusal } from '../../core/refusal'
import { factsOf } from './errors'
import { ownFolderId } from './ids'
import type { CreateFolder } from './parts'

/** Two names are equal when they look equal, whatever their case. */
const asSeen = (name: string) => name.normalize('NFKC').toLowerCase()

export const createFolder: CreateFolder = async (context, folders, account, name) => {
  // Kept lists may be older than what another client made.
  folders.changed(account.id, 'layout')
  const { mailboxes, delimiter, prefix } = await folders.layout(account)
  if (name === '' || (delimiter !== '' && name.includes(delimiter)) || /\p{Cc}/u.test(name)) {
    throw new Refusal('folderNameInvalid', { field: 'name' })
  }
  const path = `${prefix}${name}`
  const isTaken = mailboxes.some(
    (one) => asSeen(one.path) === asSeen(path) || (one.parent === null && asSeen(one.name) === asSeen(name)),
  )
  if (isTaken) return null
  const made = await context.pool.use(account, async (client) => {
    try {
      return await client.mailboxCreate(path)
    } catch (error) {
      if (['CANNOT', 'NOPERM'].includes(factsOf(error).code)) throw new Refusal('folderNameInvalid', { field: 'name' })
      throw error
    }
  })
  folders.changed(account.id, 'layout')
  folders.changed(account.id, 'counts')
  return made.created ? { id: ownFolderId(path), name, parent: null, total: 0, unread: 0, size: 0 } : null
}
