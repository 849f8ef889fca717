/** Asks a provider about an order and settles what it took in (TRUST S36). */
import type { PayMethod } from '../../../src/contract/endpoints/account/orders'
import type { Clock } from '../../kit/clock'
import type { OrderStore } from '../orders.store'
import { PaymentAway, type PaymentProvider } from './paymentProvider.port'

export type SettleDeps = {
  readonly orders: OrderStore
  readonly providers: ReadonlyMap<PayMethod, PaymentProvider>
  readonly wakePayments: () => void
  readonly clock: Clock
}

/** `away`: to be asked again, as is what is not configured any more. */
export async function settlePayment(
  { orders, providers, wakePayments, clock }: SettleDeps,
  method: PayMethod,
  number: string,
): Promise<'paid' | 'unpaid' | 'closed' | 'away'> {
  try {
    const found = await providers.get(method)?.query(number)
    if (found === undefined) return 'away'
    if (found.state !== 'paid') return found.state
    // A provider that answers about another order, or by another name, is not believed.
    if (found.received.number !== number || found.received.method !== method) return 'away'
    const settled = await orders.settle(found.received, clock.now())
    if (settled !== 'known') wakePayments()
    return 'paid'
  } catch (error) {
    if (error instanceof PaymentAway) return 'away'
    throw error
  }
}
