/** Sending, plans and receipts, as src/contract/endpoints/{sending,planned,receipts} list them. */
import * as mailEntries from '../../src/contract/endpoints/mail/mail'
import * as planned from '../../src/contract/endpoints/sending/planned'
import * as receipts from '../../src/contract/endpoints/sending/receipts'
import * as entries from '../../src/contract/endpoints/sending/sending'
import { type Binding, on } from '../http/binding'
import { makeHeldSends } from './planned/heldSends'
import {
  makeScheduleDraft,
  makeScheduleList,
  makeScheduleStatus,
  makeSendFailedAgain,
  makeSendNow,
} from './planned/schedule'
import { makeTakeBack, makeUnschedule, type TakeBackParts } from './planned/takeBack'
import { makeReceiptState, type ReceiptStateParts } from './receipts/receiptState'
import { makeIgnoreReceipt, makeSendReceipt, type ReceiptParts } from './receipts/sendReceipt'
import { makeSendCount } from './send/sendCount'
import { makeSendMail, type SendMailParts } from './send/sendMail'
import { makeSendStatus } from './send/sendStatus'

export type SendingParts = SendMailParts &
  TakeBackParts &
  ReceiptParts &
  ReceiptStateParts &
  Parameters<typeof makeScheduleDraft>[0]

export function sendingBindings(parts: SendingParts): readonly Binding[] {
  return [
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
  ]
}
