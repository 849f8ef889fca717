/** Folders of a person's own, as src/contract/endpoints/mail/folders lists them. */
import * as entries from '#contract/endpoints/mail/folders'
import { type Binding, on } from '../../http/binding'
import { makeAddFolder } from './addFolder'
import { makeMarkFolder, makeOrderFolders } from './arrangeFolders'
import { makeEmptyFolder } from './emptyFolder'
import { makeFolderUses, makeRemoveFolder } from './removeFolder'
import { makeRenameFolder } from './renameFolder'

export type FolderParts = Parameters<typeof makeRemoveFolder>[0] & Parameters<typeof makeRenameFolder>[0]

export function folderBindings(parts: FolderParts): readonly Binding[] {
  return [
    on(entries.addFolder, makeAddFolder(parts)),
    on(entries.renameFolder, makeRenameFolder(parts)),
    on(entries.folderUses, makeFolderUses(parts)),
    on(entries.removeFolder, makeRemoveFolder(parts)),
    on(entries.emptyFolder, makeEmptyFolder(parts)),
    on(entries.orderFolders, makeOrderFolders(parts)),
    on(entries.markFolder, makeMarkFolder(parts)),
  ]
}
