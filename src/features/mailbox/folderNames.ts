/** Folders by the name a person reads, and those a mail can be moved to. */
import type { TFunction } from 'i18next'
import { writtenFolders } from '../../contract/mail/folderRoles'
import type { Folder } from '../../contract/shapes'
import { folderViews, systemFolders } from '../../contract/shapes'

const named: readonly string[] = [...systemFolders, ...folderViews]

/** System folders are named here in the person's language; a folder of their own carries its name. */
export function folderName(id: string, folders: readonly Folder[], t: TFunction<readonly ['mail']>): string {
  if (named.includes(id)) return t(`mail:folder.${id}`)
  return folders.find((folder) => folder.id === id)?.name ?? id
}

const noTargets: readonly string[] = [...folderViews, ...writtenFolders]

/** Where mails of a folder can be moved to: no views, nor what the person writes, nor what only holds other folders. */
export function moveTargets(folders: readonly Folder[], from: string): readonly Folder[] {
  return folders.filter(({ id, holdsMail }) => id !== from && !noTargets.includes(id) && holdsMail !== false)
}
