/** Shares and their guests, as src/contract/endpoints/sending/shares lists them. */
import * as entries from '#contract/endpoints/sending/shares'
import { type Binding, on, onAnonymous, onDownload } from '../http/binding'
import { type GuestDeps, makeAskShare, makeDownloadShared, makeOpenShare, makeReadShare } from './guests'
import { makeMakeShare, makeRevokeShare, makeShares } from './shares'

export function shareBindings(deps: GuestDeps): readonly Binding[] {
  return [
    on(entries.shares, makeShares(deps)),
    on(entries.makeShare, makeMakeShare(deps)),
    on(entries.revokeShare, makeRevokeShare(deps)),
    onAnonymous(entries.askShare, makeAskShare(deps)),
    onAnonymous(entries.openShare, makeOpenShare(deps)),
    onAnonymous(entries.readShare, makeReadShare(deps)),
    onDownload(entries.downloadShared, makeDownloadShared(deps)),
  ]
}
