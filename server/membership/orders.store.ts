/** Keeps orders and the money that came for them, in epoch milliseconds and integer fen. */
import type { Order, PayMethod } from '../../src/contract/endpoints/account/orders'
import type { AccountId } from '../core/account'

export type StoredOrder = Order & {
  readonly accountId: AccountId
  /** The end that it was computed for; with `fromTier` what must still be true when it is paid. */
  readonly fromDueAt: number | null
}

export type NewOrder = Omit<StoredOrder, 'state' | 'paidAt' | 'method' | 'refund' | 'buyer'>

/** Money that a provider says, or is asked, to have taken in. */
export type ReceivedMoney = {
  readonly method: PayMethod
  readonly number: string
  /** The provider's own id. */
  readonly transaction: string
  readonly fen: number
  readonly paidAt: number
  /** It has been paid back at the provider, unasked: it activates nothing. */
  readonly isBack?: true
}

/** A code that a provider gave for an order. */
export type PaymentRequest = {
  readonly number: string
  readonly method: PayMethod
  readonly url: string
  readonly expiresAt: number
  /** How often it was asked about. */
  readonly tries: number
}

export type ClaimedRequest = PaymentRequest & { readonly leasedUntil: number }

/** `activated`: it counts. `refundDue`: the money goes back. `known`: was settled before. */
export type Settled = 'activated' | 'refundDue' | 'known' | 'unknown'

export type RefundDue = ReceivedMoney & { readonly tries: number }
export type Untold = { readonly id: string; readonly order: StoredOrder; readonly what: 'activated' | 'refundDue' }

/** Money that came, as it is noted: it counts, is to go back, or has gone back. */
export type BookedPayment = ReceivedMoney & { readonly state: 'applied' | 'refundDue' | 'refunded' }

export type OrderStore = {
  /** `open`: another of this purpose can be paid. `taken`: the number is another order's. */
  readonly add: (
    order: NewOrder,
    idempotencyKey: string,
  ) => Promise<{ readonly is: 'added' | 'known' | 'open'; readonly order: StoredOrder } | { readonly is: 'taken' }>
  readonly find: (number: string) => Promise<StoredOrder | null>
  /** The newest first. */
  readonly list: (account: AccountId) => Promise<readonly StoredOrder[]>
  readonly nameBuyer: (number: string, buyer: Order['buyer']) => Promise<void>
  /** False where it was not open any more. */
  readonly close: (number: string, now: number, event: 'cancelled' | 'expired' | 'superseded') => Promise<boolean>
  /** Closes those whose time is over, once no provider is to be asked, or after a day. */
  readonly closeExpired: (now: number) => Promise<void>
  /** At once: money is noted, and activates its order or is to go back (TRUST S36). */
  readonly settle: (received: ReceivedMoney, now: number) => Promise<Settled>
  /** All of an order. */
  readonly requests: (number: string) => Promise<readonly PaymentRequest[]>
  readonly requestOf: (number: string, method: PayMethod) => Promise<PaymentRequest | null>
  readonly keepRequest: (request: Omit<PaymentRequest, 'tries'>, account: AccountId, now: number) => Promise<void>
  /** The requests of an order that this caller may ask about now: nobody did within `everyMs`. */
  readonly claimRequests: (number: string, now: number, everyMs: number) => Promise<readonly PaymentRequest[]>
  /** Those that are due; each is another's again after `leaseMs`. */
  readonly claimDue: (now: number, leaseMs: number) => Promise<readonly ClaimedRequest[]>
  /** Null: not to be asked about again. Nothing where it was to be asked about anew meanwhile. */
  readonly postpone: (request: ClaimedRequest, dueAt: number | null) => Promise<void>
  readonly claimRefunds: (now: number, leaseMs: number) => Promise<readonly RefundDue[]>
  readonly refunded: (refund: ReceivedMoney, now: number) => Promise<void>
  /** Payments of an interval, and the codes by which money may have come in it. */
  readonly booked: (
    from: number,
    to: number,
  ) => Promise<{ readonly requests: readonly PaymentRequest[]; readonly payments: readonly BookedPayment[] }>
  /** What owners are still to be told; each is another's again after `leaseMs`, later each time. */
  readonly claimUntold: (now: number, leaseMs: number) => Promise<readonly Untold[]>
  readonly told: (untold: Untold) => Promise<void>
  readonly events: (number: string) => Promise<readonly string[]>
  /** An account goes: what is still to be asked about or paid back stays, as nobody's. */
  readonly leave: (account: AccountId) => Promise<void>
  /** Removes what is nobody's and not to be paid back, of orders that ended before then. */
  readonly sweep: (before: number) => Promise<void>
}
