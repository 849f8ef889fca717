/** Writing, uploads and drafts, as src/contract/endpoints/sending/sending and uploads list them. */
import * as mailFiles from '../../src/contract/endpoints/files/mailFiles'
import * as entries from '../../src/contract/endpoints/sending/sending'
import * as uploads from '../../src/contract/endpoints/sending/uploads'
import { type Binding, on, onBytes } from '../http/binding'
import { type AttachDeps, makeAttachStoredFiles } from './attachStoredFiles'
import { makeOpenCompose, type OpenComposeParts } from './openCompose'
import { makeSaveDraft, type SaveDraftParts } from './saveDraft'
import { makeCancelUpload } from './uploads/cancelUpload'
import { makeFinishUpload } from './uploads/finishUpload'
import { makeStartUpload, type StartUploadParts } from './uploads/startUpload'
import { makeUploadPart, type UploadPartParts } from './uploads/uploadPart'
import { makeUploadState } from './uploads/uploadState'

export type DraftParts = SaveDraftParts & OpenComposeParts & StartUploadParts & UploadPartParts & AttachDeps

export function draftBindings(parts: DraftParts): readonly Binding[] {
  return [
    on(entries.openCompose, makeOpenCompose(parts)),
    on(entries.saveDraft, makeSaveDraft(parts)),
    on(mailFiles.attachStoredFiles, makeAttachStoredFiles(parts)),
    on(uploads.startUpload, makeStartUpload(parts)),
    onBytes(uploads.uploadPart, makeUploadPart(parts)),
    on(uploads.uploadState, makeUploadState(parts)),
    on(uploads.finishUpload, makeFinishUpload(parts)),
    on(uploads.cancelUpload, makeCancelUpload(parts)),
  ]
}
