/** Empties a folder: unwanted mail for good, the mail of a folder of one's own into Deleted. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/folders'
import { discardedFolders } from '#contract/mail/folderRoles'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { MailStores } from '../mail.store'
import { ownFolder } from './ownFolder'

const forGood: ReadonlySet<string> = new Set(discardedFolders)

export const makeEmptyFolder =
  ({ mailStores }: { readonly mailStores: MailStores }) =>
  async (
    { folder: id }: Form<typeof entries.emptyFolder>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.emptyFolder>> => {
    const store = mailStores.of(account)
    const folders = await store.folders()
    if (!forGood.has(id)) ownFolder(folders, id)
    const found = folders.find((folder) => folder.id === id)
    if (!found) throw new Refusal('notFound', { field: 'folder' })
    const target = forGood.has(id) ? null : 'deleted'
    // A system folder that a mail server has not made yet holds nothing.
    if (found.total === 0) return { count: 0, target }
    return { count: await store.emptyFolder(id, target), target }
  }
