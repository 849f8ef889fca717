/** Whoever takes the money in. A provider checks signature, merchant and currency of what it hears; amount and order are the gateway's to check. */
import type { PayMethod } from '../../../src/contract/endpoints/account/orders'
import type { Received } from '../orders.store'

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
  | { readonly state: 'paid'; readonly received: Received }

/** The provider cannot be reached, or says nothing that can be used: to be asked again. */
export class PaymentAway extends Error {
  override readonly name = 'PaymentAway'
}

export type PaymentProvider = {
  readonly method: PayMethod
  /** Asked again for the same number, it gives a code for the same order. Throws `PaymentAway`, as all of these do. */
  readonly start: (asked: Asked) => Promise<{ readonly url: string; readonly expiresAt: number }>
  readonly query: (number: string) => Promise<PaymentState>
  /** Nothing can be paid for it any more. Done where it is not known or closed; one that is paid stays so. */
  readonly close: (number: string) => Promise<void>
  /** All of a payment goes back; asked again, it is the same refund. `pending`: to be asked again later. */
  readonly refund: (payment: Received) => Promise<'done' | 'pending'>
}
