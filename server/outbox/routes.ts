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
import { makeTakeBack, makeUnschedule, type TakeBackDeps } from './planned/takeBack'
import { makeReceiptState, type ReceiptStateDeps } from './receipts/receiptState'
import { makeIgnoreReceipt, makeSendReceipt, type SendReceiptDeps } from './receipts/sendReceipt'
import { makeSendCount } from './send/sendCount'
import { makeSendMail, type SendMailDeps } from './send/sendMail'
import { makeSendStatus } from './send/sendStatus'

export type SendingDeps = SendMailDeps &
  TakeBackDeps &
  SendReceiptDeps &
  ReceiptStateDeps &
  Parameters<typeof makeScheduleDraft>[0]

export function sendingBindings(deps: SendingDeps): readonly Binding[] {
  return [
    on(entries.sendMail, makeSendMail(deps)),
    on(receipts.sendReceipt, makeSendReceipt(deps)),
    on(receipts.ignoreReceipt, makeIgnoreReceipt(deps)),
    on(receipts.receiptState, makeReceiptState(deps)),
    on(entries.sendStatus, makeSendStatus(deps)),
    on(planned.takeBackSend, makeTakeBack(deps)),
    on(mailEntries.unschedule, makeUnschedule(deps)),
    on(planned.heldSends, makeHeldSends(deps)),
    on(planned.sendNow, makeSendNow(deps)),
    on(planned.sendFailedAgain, makeSendFailedAgain(deps)),
    on(planned.scheduleDraft, makeScheduleDraft(deps)),
    on(planned.scheduleStatus, makeScheduleStatus(deps)),
    on(planned.scheduleList, makeScheduleList(deps)),
    on(entries.corporateSendCount, makeSendCount(deps)),
  ]
}
