/** Makes a folder of a person's own. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/folders'
import { limits } from '#contract/limits'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { MailStores } from '../mail.store'
import { checkDepth, checkName, isOwn, ownFolder, refuseSystemName } from './ownFolder'

export const makeAddFolder =
  ({ mailStores }: { readonly mailStores: MailStores }) =>
  async (
    { name, parent }: Form<typeof entries.addFolder>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.addFolder>> => {
    checkName(name)
    const store = mailStores.of(account)
    const folders = await store.folders()
    if (folders.filter(({ id }) => isOwn(id)).length >= limits.ownFolders) throw new Refusal('notAllowed')
    const parentId = parent === undefined || parent === '' ? null : ownFolder(folders, parent, 'parent').id
    checkDepth(folders, parentId, null)
    if (parentId === null) refuseSystemName(name)
    const folder = await store.createFolder(name, parentId)
    if (folder === null) throw new Refusal('folderExists', { field: 'name' })
    return { folder }
  }
