/** Folders of a person's own, as src/contract/endpoints/folders lists them. */
import * as entries from '../../../src/contract/endpoints/folders'
import { makeAddFolder } from '../../services/folders/addFolder'
import { makeMarkFolder, makeOrderFolders } from '../../services/folders/arrangeFolders'
import { makeEmptyFolder } from '../../services/folders/emptyFolder'
import { makeFolderUses, makeRemoveFolder } from '../../services/folders/removeFolder'
import { makeRenameFolder } from '../../services/folders/renameFolder'
import { type Binding, on } from '../binding'

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
