/** Leaving, as src/contract/endpoints/account/leaving lists it. */
import * as entries from '#contract/endpoints/account/leaving'
import { type Binding, on, onAnonymous, onDownload } from '../http/binding'
import {
  type ArchiveDeps,
  makeAccountArchive,
  makeDownloadAccountArchive,
  makeDropAccountArchive,
  makeStartAccountArchive,
} from './accountArchive'
import { type ClosingDeps, makeCloseAccount, makeClosingState, makeTakeBackAccount } from './closing'

export type LeavingDeps = ArchiveDeps & ClosingDeps

export function leavingBindings(deps: LeavingDeps): readonly Binding[] {
  return [
    on(entries.accountArchive, makeAccountArchive(deps)),
    on(entries.startAccountArchive, makeStartAccountArchive(deps)),
    on(entries.dropAccountArchive, makeDropAccountArchive(deps)),
    onDownload(entries.downloadAccountArchive, makeDownloadAccountArchive(deps)),
    on(entries.closingState, makeClosingState(deps)),
    on(entries.closeAccount, makeCloseAccount(deps)),
    onAnonymous(entries.takeBackAccount, makeTakeBackAccount(deps)),
  ]
}
