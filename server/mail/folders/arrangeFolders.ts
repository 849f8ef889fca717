/** How folders stand: in the order a person gave them, pinned ones first, each followed by what stands in it. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/folders'
import type { folderInfo } from '#contract/endpoints/mail/mail'
import type { AccountId } from '../../core/account'
import type { Caller } from '../../core/caller'
import type { Folder, FolderId } from '../../core/mail'
import { Refusal } from '../../core/refusal'
import type { MailStores } from '../mail.store'
import type { FolderPlace, FolderPlaces } from './folderPlaces.store'
import { makeFolderInfo } from './mailboxState'
import { isOwn, ownFolder } from './ownFolder'

type Deps = { readonly mailStores: MailStores; readonly folderPlaces: FolderPlaces }

export const makeOrderFolders =
  ({ mailStores, folderPlaces }: Deps) =>
  async (
    { folders: ids }: Form<typeof entries.orderFolders>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.orderFolders>> => {
    const all = await mailStores.of(account).folders()
    const chosen = [...new Set(ids)].map((id) => ownFolder(all, id, 'folders'))
    if (chosen.length === 0) throw new Refusal('notFound', { field: 'folders' })
    if (chosen.some(({ parent }) => parent !== chosen[0]?.parent)) throw new Refusal('notAllowed', { field: 'folders' })
    await folderPlaces.order(
      account.id,
      chosen.map(({ id }) => id),
    )
    return {}
  }

export const makeMarkFolder =
  ({ mailStores, folderPlaces }: Deps) =>
  async (
    { folder: id, pinned, hidden }: Form<typeof entries.markFolder>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.markFolder>> => {
    ownFolder(await mailStores.of(account).folders(), id)
    await folderPlaces.mark(account.id, id, {
      ...(pinned === undefined ? {} : { pinned }),
      ...(hidden === undefined ? {} : { hidden }),
    })
    return {}
  }

/** Every folder with its counts, the person's own as they are to stand. */
export const makeArrangedFolders =
  (deps: Deps) =>
  async (form: unknown, caller: Caller): Promise<Reply<typeof folderInfo>> => {
    const [{ folders }, places] = await Promise.all([
      makeFolderInfo(deps)(form, caller),
      placesOf(deps, caller.account.id),
    ])
    const own = arranged(
      folders.filter(({ id }) => isOwn(id)),
      places,
    )
    return { folders: [...folders.filter(({ id }) => !isOwn(id)), ...own] }
  }

const placesOf = ({ folderPlaces }: Deps, account: AccountId) => folderPlaces.load(account)

/**
 * A folder whose parent is none of these stands at the top. Those that were never put in order follow as the store lists them: by name they are
 * put where the language is known in which they are read.
 */
export function arranged(folders: readonly Folder[], places: ReadonlyMap<FolderId, FolderPlace>): Folder[] {
  const ids = new Set(folders.map(({ id }) => id))
  const rank = ({ id }: Folder) => places.get(id)?.position ?? Number.POSITIVE_INFINITY
  const isPlaced = ({ id }: Folder) => typeof places.get(id)?.position === 'number'
  const isPinned = ({ id }: Folder) => places.get(id)?.pinned === true
  const compare = (one: Folder, other: Folder): number => {
    if (isPinned(one) !== isPinned(other)) return isPinned(one) ? -1 : 1
    const [first, second] = [rank(one), rank(other)]
    return first === second ? 0 : first - second
  }
  const within = (parent: FolderId | null): Folder[] =>
    folders
      .filter((folder) => (folder.parent !== null && ids.has(folder.parent) ? folder.parent : null) === parent)
      .toSorted(compare)
      .flatMap((folder) => [
        {
          ...folder,
          ...(isPinned(folder) ? { pinned: true } : {}),
          ...(isPlaced(folder) ? { placed: true } : {}),
          ...(places.get(folder.id)?.hidden === true ? { hidden: true } : {}),
        },
        ...within(folder.id),
      ])
  return within(null)
}
