/** Gives a folder of a person's own another name or place; what was chosen for it, the searches in it and the rules that file into it follow. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/folders'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { MailStores } from '../mail.store'
import type { SavedSearchStore } from '../search/savedSearches.store'
import type { FolderPlaces } from './folderPlaces.store'
import { type Rules, redirectRules } from './folderRules'
import { checkDepth, checkName, ownFolder, refuseSystemName } from './ownFolder'

type Deps = {
  readonly mailStores: MailStores
  readonly folderPlaces: FolderPlaces
  readonly savedSearches: Pick<SavedSearchStore, 'carry'>
  readonly rules: Rules
}

export const makeRenameFolder =
  ({ mailStores, folderPlaces, savedSearches, rules }: Deps) =>
  async (
    { folder: id, name, parent }: Form<typeof entries.renameFolder>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.renameFolder>> => {
    checkName(name)
    const store = mailStores.of(account)
    const folders = await store.folders()
    const former = ownFolder(folders, id)
    const place = parent === undefined ? {} : { parent: parent === '' ? null : ownFolder(folders, parent, 'parent').id }
    if ((place.parent === undefined ? former.parent : place.parent) === null) refuseSystemName(name)
    if (place.parent !== undefined) checkDepth(folders, place.parent, id)
    const renamed = await store.renameFolder(id, { name, ...place })
    if (renamed === null) throw new Refusal('folderExists', { field: 'name' })
    const others = renamed.filter((one) => one.id !== one.newId)
    if (others.length === 0) return { renamed: [...renamed], staleRules: [] }
    await folderPlaces.carry(account.id, others)
    await savedSearches.carry(account.id, others)
    const { stale } = await redirectRules(rules, account, new Map(others.map((one) => [one.id, one.newId])))
    return { renamed: [...renamed], staleRules: [...stale] }
  }
