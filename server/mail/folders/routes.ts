/** Folders of a person's own, as src/contract/endpoints/mail/folders lists them. */
import * as entries from '#contract/endpoints/mail/folders'
import { type Binding, on } from '../../http/binding'
import { makeAddFolder } from './addFolder'
import { makeMarkFolder, makeOrderFolders } from './arrangeFolders'
import { makeEmptyFolder } from './emptyFolder'
import { makeFolderUses, makeRemoveFolder } from './removeFolder'
import { makeRenameFolder } from './renameFolder'

export type FolderDeps = Parameters<typeof makeRemoveFolder>[0] & Parameters<typeof makeRenameFolder>[0]

export function folderBindings(deps: FolderDeps): readonly Binding[] {
  return [
    on(entries.addFolder, makeAddFolder(deps)),
    on(entries.renameFolder, makeRenameFolder(deps)),
    on(entries.folderUses, makeFolderUses(deps)),
    on(entries.removeFolder, makeRemoveFolder(deps)),
    on(entries.emptyFolder, makeEmptyFolder(deps)),
    on(entries.orderFolders, makeOrderFolders(deps)),
    on(entries.markFolder, makeMarkFolder(deps)),
  ]
}
