/** Asks a provider about an order and settles what it took in; ends an order there first (TRUST S36). */
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

/**
 * Closes an order at its providers and asks them once more before it is closed here, so that what
 * was paid at the last second counts. `paid`: money came; what it did stands in the order.
 */
export async function endOrder(
  deps: SettleDeps,
  number: string,
  event: 'cancelled' | 'expired',
): Promise<'closed' | 'paid' | 'away'> {
  for (const { method } of await deps.orders.requests(number)) {
    const provider = deps.providers.get(method)
    // One that is not configured any more cannot be asked.
    if (provider === undefined) continue
    const ended = await endAt(provider, deps, number)
    if (ended !== 'closed') return ended
  }
  await deps.orders.close(number, deps.clock.now(), event)
  return 'closed'
}

async function endAt(provider: PaymentProvider, deps: SettleDeps, number: string): Promise<'closed' | 'paid' | 'away'> {
  const found = await settlePayment(deps, provider.method, number)
  if (found !== 'unpaid') return found
  try {
    await provider.close(number)
  } catch (error) {
    if (error instanceof PaymentAway) return 'away'
    throw error
  }
  const last = await settlePayment(deps, provider.method, number)
  return last === 'unpaid' ? 'closed' : last
}
