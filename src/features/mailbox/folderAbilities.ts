/** What may be done to mail, by the folder that it lies in. */
import { removableFolders, writtenFolders } from '../../contract/mail/folderRoles'
import { type Folder, folderViews } from '../../contract/shapes'

const ownMail: readonly string[] = [...writtenFolders, 'scheduled', 'outbox', 'recoverSent']
const removable: readonly string[] = [...removableFolders, 'search']

/** Deleted for good from folders of unwanted or unsent mail, and from what was found, which may lie in them. */
export function isRemovable(folder: string): boolean {
  return removable.includes(folder)
}

/** Where mail waits to be sent: it is taken back, and nothing else. */
export function isWaiting(folder: string): boolean {
  return folder === 'scheduled' || folder === 'outbox'
}

/** Where mail lies that was deleted for good: it is restored or goes for ever, and nothing else. */
export function isRecoverable(folder: string): boolean {
  return folder === 'recoverReceive' || folder === 'recoverSent'
}

/** Where the sender is the person. */
export function isOwnMail(folder: string): boolean {
  return ownMail.includes(folder)
}

/** What others have written can be reported; what the person wrote cannot. */
export function canReport(folder: string): boolean {
  return folder !== 'junk' && !ownMail.includes(folder)
}

/** What others have written and is not put away yet. */
export function canArchive(folder: string): boolean {
  return folder !== 'archive' && !ownMail.includes(folder) && !isRecoverable(folder)
}

export function canSpare(folder: string): boolean {
  return folder === 'junk'
}

const views: readonly string[] = folderViews

/** Whether mail can be put into it from files: a folder that holds mail, and no view of several. */
export function takesImports(folders: readonly Folder[], id: string | undefined): boolean {
  return !views.includes(id ?? '') && folders.some((folder) => folder.id === id && folder.holdsMail !== false)
}
