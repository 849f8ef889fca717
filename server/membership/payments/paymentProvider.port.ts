/** Whoever takes money in, and checks signature, merchant and currency of what it hears. */
import type { PayMethod } from '../../../src/contract/endpoints/account/orders'
import type { ReceivedMoney } from '../orders.store'

/** What is to be paid. `title` stands on the payer's phone. */
export type Asked = {
  readonly number: string
  readonly fen: number
  readonly title: string
  readonly expiresAt: number
}

/** `unpaid` also where it knows no such order. */
export type PaymentState =
  | { readonly state: 'unpaid' | 'closed' }
  | { readonly state: 'paid'; readonly received: ReceivedMoney }

/** The provider cannot be reached, or says nothing that can be used: to be asked again. */
export class PaymentAway extends Error {
  override readonly name = 'PaymentAway'
}

export type PaymentProvider = {
  readonly method: PayMethod
  /** Asked again, a code for the same order. Throws `PaymentAway`, as all of these do. */
  readonly start: (asked: Asked) => Promise<{ readonly url: string; readonly expiresAt: number }>
  readonly query: (number: string) => Promise<PaymentState>
  /** Nothing can be paid for it any more; one that is paid stays so. */
  readonly close: (number: string) => Promise<void>
  /** All goes back, once however often it is asked. `pending`: to be asked again later. */
  readonly refund: (payment: ReceivedMoney) => Promise<'done' | 'pending'>
}
