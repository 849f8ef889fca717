/** Whoever takes money in, and checks signature, merchant and currency of what it hears. */
import type { PayMethod } from '../../../src/contract/endpoints/account/orders'
import type { ReceivedMoney } from '../orders.store'

/** What is to be paid. `title` stands on the payer's phone. */
export type Asked = {
  readonly number: string
  readonly fen: number
  readonly title: string
  /** The order's end; what is given may run out before. */
  readonly expiresAt: number
  /** The network address of whoever pays. */
  readonly payer: string
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

/** What a provider tells unasked, byte for byte. Header names are in lower case. */
export type PaymentNotice = {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

/** `other`: genuine, and not about money that came. `refused`: not believed, with the reason. */
export type HeardNotice =
  | { readonly is: 'paid'; readonly received: ReceivedMoney }
  | { readonly is: 'other' }
  | { readonly is: 'refused'; readonly why: string }

export type NoticeAnswer = { readonly status: number; readonly type: string; readonly text: string }

/** The notices of one provider: whom it believes, and how it wants to be answered. */
export type PaymentNotices = {
  /** Checks signature, age, merchant and currency. Throws `PaymentAway` without a key. */
  readonly hear: (notice: PaymentNotice) => Promise<HeardNotice>
  /** A notice that is not taken comes again. */
  readonly answer: (isTaken: boolean) => NoticeAnswer
}
