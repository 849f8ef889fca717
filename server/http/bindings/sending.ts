/** Writing, uploads and sending, as src/contract/endpoints/sending lists them. */
import * as mailEntries from '../../../src/contract/endpoints/mail'
import * as planned from '../../../src/contract/endpoints/planned'
import * as receipts from '../../../src/contract/endpoints/receipts'
import * as entries from '../../../src/contract/endpoints/sending'
import * as uploads from '../../../src/contract/endpoints/uploads'
import { makeCancelUpload } from '../../services/cancelUpload'
import { makeFinishUpload } from '../../services/finishUpload'
import { makeOpenCompose, type OpenComposeParts } from '../../services/openCompose'
import { makeHeldSends } from '../../services/planned/heldSends'
import {
  makeScheduleDraft,
  makeScheduleList,
  makeScheduleStatus,
  makeSendFailedAgain,
  makeSendNow,
} from '../../services/planned/schedule'
import { makeTakeBack, makeUnschedule } from '../../services/planned/takeBack'
import { makeReceiptState, type ReceiptStateParts } from '../../services/receipts/receiptState'
import { makeIgnoreReceipt, makeSendReceipt, type ReceiptParts } from '../../services/receipts/sendReceipt'
import { makeSaveDraft, type SaveDraftParts } from '../../services/saveDraft'
import { makeSendCount } from '../../services/sendCount'
import { makeSendMail, type SendMailParts } from '../../services/sendMail'
import { makeSendStatus } from '../../services/sendStatus'
import { makeStartUpload } from '../../services/startUpload'
import { makeUploadPart } from '../../services/uploadPart'
import { makeUploadState } from '../../services/uploadState'
import { type Binding, on, onBytes } from '../binding'

export type SendingParts = SendMailParts & SaveDraftParts & OpenComposeParts & ReceiptParts & ReceiptStateParts

export function sendingBindings(parts: SendingParts): readonly Binding[] {
  return [
    on(entries.openCompose, makeOpenCompose(parts)),
    on(entries.saveDraft, makeSaveDraft(parts)),
    on(entries.sendMail, makeSendMail(parts)),
    on(receipts.sendReceipt, makeSendReceipt(parts)),
    on(receipts.ignoreReceipt, makeIgnoreReceipt(parts)),
    on(receipts.receiptState, makeReceiptState(parts)),
    on(entries.sendStatus, makeSendStatus(parts)),
    on(planned.takeBackSend, makeTakeBack(parts)),
    on(mailEntries.unschedule, makeUnschedule(parts)),
    on(planned.heldSends, makeHeldSends(parts)),
    on(planned.sendNow, makeSendNow(parts)),
    on(planned.sendFailedAgain, makeSendFailedAgain(parts)),
    on(planned.scheduleDraft, makeScheduleDraft(parts)),
    on(planned.scheduleStatus, makeScheduleStatus(parts)),
    on(planned.scheduleList, makeScheduleList(parts)),
    on(entries.corporateSendCount, makeSendCount(parts)),
    on(uploads.startUpload, makeStartUpload(parts)),
    onBytes(uploads.uploadPart, makeUploadPart(parts)),
    on(uploads.uploadState, makeUploadState(parts)),
    on(uploads.finishUpload, makeFinishUpload(parts)),
    on(uploads.cancelUpload, makeCancelUpload(parts)),
  ]
}
