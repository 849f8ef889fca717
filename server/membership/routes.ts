/** Membership, orders and payment, as src/contract/endpoints/account lists them. */
import * as entries from '../../src/contract/endpoints/account/account'
import * as orderEntries from '../../src/contract/endpoints/account/orders'
import { type Binding, on } from '../http/binding'
import { chosenInterface, freeMemberLevel, makeUserInfos } from './membership'
import {
  makeCloseOrder,
  makeCreateOrder,
  makeListOrders,
  makeQuoteOrder,
  makeReadOrder,
  makeStartPayment,
  type OrderDeps,
} from './orders'

export function membershipBindings(deps: OrderDeps): readonly Binding[] {
  return [
    on(entries.userInfos, makeUserInfos(deps)),
    on(entries.freeMemberLevel, freeMemberLevel),
    on(entries.chosenInterface, chosenInterface),
    on(orderEntries.quoteOrder, makeQuoteOrder(deps)),
    on(orderEntries.createOrder, makeCreateOrder(deps)),
    on(orderEntries.listOrders, makeListOrders(deps)),
    on(orderEntries.readOrder, makeReadOrder(deps)),
    on(orderEntries.startPayment, makeStartPayment(deps)),
    on(orderEntries.closeOrder, makeCloseOrder(deps)),
  ]
}
