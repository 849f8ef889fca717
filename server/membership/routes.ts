/** Membership, orders and payment, as src/contract/endpoints/account lists them. */
import type { Reply } from '../../src/contract/endpoint'
import * as entries from '../../src/contract/endpoints/account/account'
import * as orderEntries from '../../src/contract/endpoints/account/orders'
import * as noticeEntries from '../../src/contract/endpoints/account/paymentNotices'
import type { Caller } from '../core/caller'
import { type Binding, on, onNotice } from '../http/binding'
import { makeUserInfos } from './membership'
import {
  makeCloseOrder,
  makeCreateOrder,
  makeListOrders,
  makeQuoteOrder,
  makeReadOrder,
  makeStartPayment,
  type OrderDeps,
} from './orders'
import { makeTakeNotice, type NoticeDeps } from './payments/takeNotice'
import { makeNameBuyer, makePrintReceipt, type ReceiptDeps } from './receipt/receipt'

export function membershipBindings(deps: OrderDeps & NoticeDeps & ReceiptDeps): readonly Binding[] {
  return [
    on(orderEntries.userInfos, makeUserInfos(deps)),
    on(entries.freeMemberLevel, readLevel),
    on(entries.chosenInterface, readInterface),
    on(orderEntries.quoteOrder, makeQuoteOrder(deps)),
    on(orderEntries.createOrder, makeCreateOrder(deps)),
    on(orderEntries.listOrders, makeListOrders(deps)),
    on(orderEntries.readOrder, makeReadOrder(deps)),
    on(orderEntries.startPayment, makeStartPayment(deps)),
    on(orderEntries.closeOrder, makeCloseOrder(deps)),
    on(orderEntries.printReceipt, makePrintReceipt(deps)),
    on(orderEntries.nameBuyer, makeNameBuyer(deps)),
    onNotice(noticeEntries.wechatNotice, makeTakeNotice(deps, 'wechat')),
    onNotice(noticeEntries.alipayNotice, makeTakeNotice(deps, 'alipay')),
  ]
}

/** The account was read anew for this very call. */
async function readLevel(_form: unknown, { account }: Caller): Promise<Reply<typeof entries.freeMemberLevel>> {
  return { tier: account.tier }
}

async function readInterface(): Promise<Reply<typeof entries.chosenInterface>> {
  return { version: 'new' }
}
