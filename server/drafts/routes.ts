/** Writing, uploads and drafts, as src/contract/endpoints/sending/sending and uploads list them. */
import * as mailFiles from '../../src/contract/endpoints/files/mailFiles'
import * as entries from '../../src/contract/endpoints/sending/sending'
import * as uploads from '../../src/contract/endpoints/sending/uploads'
import { type Binding, on, onBytes } from '../http/binding'
import { type AttachDeps, makeAttachStoredFiles } from './attachStoredFiles'
import { makeOpenCompose, type OpenComposeDeps } from './openCompose'
import { makeSaveDraft, type SaveDraftDeps } from './saveDraft'
import { makeCancelUpload } from './uploads/cancelUpload'
import { makeFinishUpload } from './uploads/finishUpload'
import { makeStartUpload, type StartUploadDeps } from './uploads/startUpload'
import { makeUploadPart, type UploadPartDeps } from './uploads/uploadPart'
import { makeUploadState } from './uploads/uploadState'

export type DraftDeps = SaveDraftDeps & OpenComposeDeps & StartUploadDeps & UploadPartDeps & AttachDeps

export function draftBindings(deps: DraftDeps): readonly Binding[] {
  return [
    on(entries.openCompose, makeOpenCompose(deps)),
    on(entries.saveDraft, makeSaveDraft(deps)),
    on(mailFiles.attachStoredFiles, makeAttachStoredFiles(deps)),
    on(uploads.startUpload, makeStartUpload(deps)),
    onBytes(uploads.uploadPart, makeUploadPart(deps)),
    on(uploads.uploadState, makeUploadState(deps)),
    on(uploads.finishUpload, makeFinishUpload(deps)),
    on(uploads.cancelUpload, makeCancelUpload(deps)),
  ]
}
