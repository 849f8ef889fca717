/** How the folders stand for whoever reads: those that were put in order so, all others by their names in the language of the interface. */
import { type Folder, folderViews, systemFolders } from '../../contract/shapes'
import { byName } from '../../lib/i18n/byName'

const ours: readonly string[] = [...systemFolders, ...folderViews]

export function isOwn(id: string): boolean {
  return !ours.includes(id)
}

/** The gateway sends them in its order, the pinned of one place first and then those that have a place, each followed by what stands in it. */
export function foldersInOrder(folders: readonly Folder[], language: string): readonly Folder[] {
  const own = folders.filter(({ id }) => isOwn(id))
  const ids = new Set(own.map(({ id }) => id))
  const inner = new Map<string | null, Folder[]>()
  for (const folder of own) {
    const place = folder.parent !== null && ids.has(folder.parent) ? folder.parent : null
    inner.set(place, [...(inner.get(place) ?? []), folder])
  }
  const compare = byName(language)
  const rank = ({ pinned, placed }: Folder) => (pinned ? 0 : 2) + (placed ? 0 : 1)
  const within = (parent: string | null): readonly Folder[] =>
    (inner.get(parent) ?? [])
      .toSorted((one, other) => rank(one) - rank(other) || (one.placed ? 0 : compare(one.name, other.name)))
      .flatMap((folder) => [folder, ...within(folder.id)])
  return [...folders.filter(({ id }) => !isOwn(id)), ...within(null)]
}
