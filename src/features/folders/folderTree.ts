/** A person's own folders as a tree. The gateway sends them in order, each followed by what stands in it. */
import { limits } from '../../contract/limits'
import { writtenFolders } from '../../contract/mail/folderRoles'
import { type Folder, folderViews } from '../../contract/shapes'
import { isOwn } from '../../store/mail/foldersInOrder'

export type Branch = {
  readonly folder: Folder
  /** From 1. */
  readonly level: number
  readonly inner: readonly Branch[]
}

export function ownFolders(folders: readonly Folder[]): readonly Folder[] {
  return folders.filter(({ id }) => isOwn(id))
}

/** A folder whose parent is none of these stands at the top. */
export function branchesOf(folders: readonly Folder[]): readonly Branch[] {
  const own = ownFolders(folders)
  const ids = new Set(own.map(({ id }) => id))
  const within = (parent: string | null, level: number): readonly Branch[] =>
    own
      .filter((folder) => (folder.parent !== null && ids.has(folder.parent) ? folder.parent : null) === parent)
      .map((folder) => ({ folder, level, inner: within(folder.id, level + 1) }))
  return within(null, 1)
}

/** Every branch, each followed by those in it. */
export function flat(branches: readonly Branch[]): readonly Branch[] {
  return branches.flatMap((branch) => [branch, ...flat(branch.inner)])
}

/** Unread mail in all that stands in a branch, which a closed one tells in their place. */
export function unreadWithin(branch: Branch): number {
  return flat(branch.inner).reduce((sum, { folder }) => sum + folder.unread, 0)
}

/** The folder and all beneath it. */
export function idsBelow(folders: readonly Folder[], id: string): ReadonlySet<string> {
  const found = flat(branchesOf(folders)).find(({ folder }) => folder.id === id)
  return new Set(found === undefined ? [id] : flat([found]).map(({ folder }) => folder.id))
}

/** Among which a folder can be put in order: those of its place that are pinned as it is. */
export function peersOf(folders: readonly Folder[], { id }: Folder): readonly Folder[] {
  const all = flat(branchesOf(folders))
  const self = all.find(({ folder }) => folder.id === id)
  if (self === undefined) return []
  const parent = all.find(({ inner }) => inner.includes(self))
  const peers = parent === undefined ? branchesOf(folders) : parent.inner
  return peers.map(({ folder }) => folder).filter(({ pinned }) => pinned === self.folder.pinned)
}

/** Those of one place in another order; all others stay where they are. */
export function reordered(folders: readonly Folder[], peers: readonly string[]): readonly Folder[] {
  const places = folders.flatMap(({ id }, at) => (peers.includes(id) ? [at] : []))
  const next = [...folders]
  places.forEach((at, index) => {
    const folder = folders.find(({ id }) => id === peers[index])
    if (folder !== undefined) next[at] = { ...folder, placed: true }
  })
  return next
}

/** Folders in which one may stand, with their levels; `id` is null for one that is still to be made. */
export function parentsFor(folders: readonly Folder[], id: string | null): readonly Branch[] {
  const all = flat(branchesOf(folders))
  const self = all.find(({ folder }) => folder.id === id)
  const own = self === undefined ? 1 : Math.max(...flat([self]).map(({ level }) => level - self.level + 1))
  const below = id === null ? new Set<string>() : idsBelow(folders, id)
  return all.filter(({ folder, level }) => !below.has(folder.id) && level + own <= limits.folderDepth)
}

const noTargets: readonly string[] = [...folderViews, ...writtenFolders, 'junk']

/** Where the mail of a folder that goes can lie: not among what a person writes, nor in what goes along. */
export function targetsFor(folders: readonly Folder[], id: string): readonly Folder[] {
  const below = idsBelow(folders, id)
  return folders.filter(({ id: one, holdsMail }) => !below.has(one) && !noTargets.includes(one) && holdsMail !== false)
}
