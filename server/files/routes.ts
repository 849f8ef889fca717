/** My files, as src/contract/endpoints/files lists them. */
import * as entries from '../../src/contract/endpoints/files/files'
import * as links from '../../src/contract/endpoints/files/links'
import * as mailFiles from '../../src/contract/endpoints/files/mailFiles'
import * as transfers from '../../src/contract/endpoints/files/transfers'
import { type Binding, on, onAnonymous, onDownload } from '../http/binding'
import {
  makeAddFileFolder,
  makeCopyFiles,
  makeListFiles,
  makeMoveFiles,
  makeRemoveFiles,
  makeRenameFile,
  makeRestoreFiles,
  makeTrashFiles,
} from './files'
import {
  makeAddFile,
  makeDownloadFile,
  makeDownloadFiles,
  makeFileText,
  makeStartFileUpload,
  type TransferDeps,
} from './fileTransfers'
import {
  type LinkDeps,
  makeAskFileLink,
  makeDownloadLinked,
  makeFileLinks,
  makeMakeFileLink,
  makeOpenFileLink,
  makeRenewFileLink,
  makeRevokeFileLink,
} from './links/fileLinks'
import { makeSaveAttachments } from './mailFiles'
import { makeFileThumbnail } from './thumbnails'

export function fileBindings(deps: TransferDeps & LinkDeps): readonly Binding[] {
  return [
    on(entries.listFiles, makeListFiles(deps)),
    on(entries.addFileFolder, makeAddFileFolder(deps)),
    on(entries.renameFile, makeRenameFile(deps)),
    on(entries.moveFiles, makeMoveFiles(deps)),
    on(entries.copyFiles, makeCopyFiles(deps)),
    on(entries.trashFiles, makeTrashFiles(deps)),
    on(entries.restoreFiles, makeRestoreFiles(deps)),
    on(entries.removeFiles, makeRemoveFiles(deps)),
    on(transfers.startFileUpload, makeStartFileUpload(deps)),
    on(transfers.addFile, makeAddFile(deps)),
    on(mailFiles.saveAttachments, makeSaveAttachments(deps)),
    on(transfers.fileText, makeFileText(deps)),
    on(links.makeFileLink, makeMakeFileLink(deps)),
    on(links.fileLinks, makeFileLinks(deps)),
    on(links.renewFileLink, makeRenewFileLink(deps)),
    on(links.revokeFileLink, makeRevokeFileLink(deps)),
    onAnonymous(links.askFileLink, makeAskFileLink(deps)),
    onAnonymous(links.openFileLink, makeOpenFileLink(deps)),
    onDownload(links.downloadLinked, makeDownloadLinked(deps)),
    onDownload(transfers.downloadFile, makeDownloadFile(deps)),
    onDownload(transfers.downloadFiles, makeDownloadFiles(deps)),
    onDownload(transfers.fileThumbnail, makeFileThumbnail(deps)),
  ]
}
