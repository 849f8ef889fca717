/** Takes a folder of a person's own away with all beneath it, and says before that what hangs on it. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/folders'
import { folderViews } from '#contract/shapes'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { MailStores } from '../mail.store'
import type { FolderPlaces } from './folderPlaces.store'
import { type Rules, rulesInto, stopRules } from './folderRules'
import { ownFolder, treeOf } from './ownFolder'

type Deps = { readonly mailStores: MailStores; readonly folderPlaces: FolderPlaces; readonly rules: Rules }

export const makeFolderUses =
  ({ mailStores, rules }: Pick<Deps, 'mailStores' | 'rules'>) =>
  async (
    { folder: id }: Form<typeof entries.folderUses>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.folderUses>> => {
    const folders = await mailStores.of(account).folders()
    ownFolder(folders, id)
    const tree = treeOf(folders, id)
    const ids = tree.map((folder) => folder.id)
    const names = await rulesInto(rules, account, ids)
    return {
      mails: tree.reduce((sum, { total }) => sum + total, 0),
      beneath: tree.slice(1).map(({ name }) => name),
      rules: names && [...names],
    }
  }

/** Mail that a person does not write is not filed among what they wrote. */
const noTargets: readonly string[] = [...folderViews, 'sent', 'draft']

export const makeRemoveFolder =
  ({ mailStores, folderPlaces, rules }: Deps) =>
  async (
    { folder: id, target }: Form<typeof entries.removeFolder>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.removeFolder>> => {
    const store = mailStores.of(account)
    const folders = await store.folders()
    ownFolder(folders, id)
    if (noTargets.includes(target) || treeOf(folders, id).some((folder) => folder.id === target)) {
      throw new Refusal('notAllowed', { field: 'target' })
    }
    const { removed, moved } = await store.removeFolder(id, target)
    await folderPlaces.forget(account.id, removed)
    // So that no folder of this name in later days gets their mail unasked.
    const { changed, stale } = await stopRules(rules, account, removed)
    return { removed: [...removed], moved, rules: [...changed, ...stale] }
  }
