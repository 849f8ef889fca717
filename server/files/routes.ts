/** My files, as src/contract/endpoints/files lists them. */
import * as entries from '../../src/contract/endpoints/files/files'
import { type Binding, on } from '../http/binding'
import {
  type FileDeps,
  makeAddFileFolder,
  makeCopyFiles,
  makeListFiles,
  makeMoveFiles,
  makeRemoveFiles,
  makeRenameFile,
  makeRestoreFiles,
  makeTrashFiles,
} from './files'

export function fileBindings(deps: FileDeps): readonly Binding[] {
  return [
    on(entries.listFiles, makeListFiles(deps)),
    on(entries.addFileFolder, makeAddFileFolder(deps)),
    on(entries.renameFile, makeRenameFile(deps)),
    on(entries.moveFiles, makeMoveFiles(deps)),
    on(entries.copyFiles, makeCopyFiles(deps)),
    on(entries.trashFiles, makeTrashFiles(deps)),
    on(entries.restoreFiles, makeRestoreFiles(deps)),
    on(entries.removeFiles, makeRemoveFiles(deps)),
  ]
}
