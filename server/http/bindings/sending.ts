/** Writing, uploads and sending, as src/contract/endpoints/sending lists them. */
import * as entries from '../../../src/contract/endpoints/sending'
import { makeCancelUpload } from '../../services/cancelUpload'
import { makeFinishUpload } from '../../services/finishUpload'
import { makeOpenCompose, type OpenComposeParts } from '../../services/openCompose'
import { makeSaveDraft, type SaveDraftParts } from '../../services/saveDraft'
import { makeSendMail, type SendMailParts } from '../../services/sendMail'
import { makeSendStatus } from '../../services/sendStatus'
import { makeStartUpload } from '../../services/startUpload'
import { makeUploadPart } from '../../services/uploadPart'
import { makeUploadState } from '../../services/uploadState'
import { type Binding, on, onBytes } from '../binding'

export type SendingParts = SendMailParts & SaveDraftParts & OpenComposeParts

export function sendingBindings(parts: SendingParts): readonly Binding[] {
  return [
    on(entries.openCompose, makeOpenCompose(parts)),
    on(entries.saveDraft, makeSaveDraft(parts)),
    on(entries.sendMail, makeSendMail(parts)),
    on(entries.sendStatus, makeSendStatus(parts)),
    on(entries.startUpload, makeStartUpload(parts)),
    onBytes(entries.uploadPart, makeUploadPart(parts)),
    on(entries.uploadState, makeUploadState(parts)),
    on(entries.finishUpload, makeFinishUpload(parts)),
    on(entries.cancelUpload, makeCancelUpload(parts)),
  ]
}
