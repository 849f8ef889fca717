/** Shares and their guests, as src/contract/endpoints/sending/shares lists them. */
import * as files from '#contract/endpoints/sending/sharedFiles'
import * as entries from '#contract/endpoints/sending/shares'
import { type Binding, on, onAnonymous, onDownload } from '../http/binding'
import { makeDownloadSharedFile, makeSharedFolder, makeSharedThumbnail, makeZipShared } from './guestFiles'
import { type GuestDeps, makeAskShare, makeDownloadShared, makeOpenShare, makeReadShare } from './guests'
import { makeMakeShare, makeRevokeShare, makeShareFiles, makeShares } from './shares'

export function shareBindings(deps: GuestDeps): readonly Binding[] {
  return [
    on(entries.shares, makeShares(deps)),
    on(entries.makeShare, makeMakeShare(deps)),
    on(files.shareFiles, makeShareFiles(deps)),
    on(entries.revokeShare, makeRevokeShare(deps)),
    onAnonymous(entries.askShare, makeAskShare(deps)),
    onAnonymous(entries.openShare, makeOpenShare(deps)),
    onAnonymous(entries.readShare, makeReadShare(deps)),
    onDownload(entries.downloadShared, makeDownloadShared(deps)),
    onAnonymous(files.sharedFolder, makeSharedFolder(deps)),
    onDownload(files.downloadSharedFile, makeDownloadSharedFile(deps)),
    onDownload(files.zipShared, makeZipShared(deps)),
    onDownload(files.sharedThumbnail, makeSharedThumbnail(deps)),
  ]
}
