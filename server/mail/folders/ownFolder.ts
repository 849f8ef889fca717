/** Which folders a person may change: their own, never the system's nor a view. */
import { limits } from '#contract/limits'
import { checkFolderName } from '#contract/rules'
import { folderViews, systemFolders } from '#contract/shapes'
import type { Folder, FolderId } from '../../core/mail'
import { Refusal } from '../../core/refusal'

const ours: readonly string[] = [...systemFolders, ...folderViews]

export const isOwn = (id: FolderId): boolean => !ours.includes(id)

/** Throws `Refusal`: `notAllowed` for a system folder or a view, `notFound` for what is not there. */
export function ownFolder(folders: readonly Folder[], id: FolderId, field = 'folder'): Folder {
  if (!isOwn(id)) throw new Refusal('notAllowed', { field })
  const found = folders.find((folder) => folder.id === id)
  if (!found) throw new Refusal('notFound', { field })
  return found
}

/** The folder and all beneath it, each after the one that it stands in. */
export function treeOf(folders: readonly Folder[], id: FolderId): readonly Folder[] {
  const tree = folders.filter((folder) => folder.id === id)
  for (const above of tree) tree.push(...folders.filter(({ parent }) => parent === above.id))
  return tree
}

export function checkName(name: string): void {
  const code = checkFolderName(name)
  if (code !== null) throw new Refusal(code, { field: 'name' })
}

/** What the system's folders are called, in both languages: two that look alike would stand side by side. */
const systemNames: ReadonlySet<string> = new Set([
  ...['收件箱', '已发送', '草稿箱', '已删除', '垃圾邮件', '归档', '红旗邮件', '定时邮件', '发件箱'],
  ...[...systemFolders, 'drafts', 'flag', 'flagged', 'scheduled', 'outbox'],
])

/** For the top, where they stand. Throws `Refusal('folderExists')`. */
export function refuseSystemName(name: string): void {
  if (systemNames.has(name.normalize('NFKC').toLowerCase())) throw new Refusal('folderExists', { field: 'name' })
}

/** Folders from the top down to this one; 0 for the top itself. */
function depthOf(folders: readonly Folder[], id: FolderId | null): number {
  let depth = 0
  for (let at = id; at !== null && isOwn(at); depth += 1)
    at = folders.find((folder) => folder.id === at)?.parent ?? null
  return depth
}

/** Throws `Refusal('notAllowed')` where what is put under a parent would stand too deep. `moving` is what comes with all beneath it. */
export function checkDepth(folders: readonly Folder[], parent: FolderId | null, moving: FolderId | null): void {
  const own = moving === null ? 1 : height(folders, moving)
  if (depthOf(folders, parent) + own > limits.folderDepth) throw new Refusal('notAllowed', { field: 'parent' })
}

function height(folders: readonly Folder[], id: FolderId): number {
  const top = depthOf(folders, id)
  return Math.max(...treeOf(folders, id).map((folder) => depthOf(folders, folder.id) - top + 1), 1)
}
