/** A payment provider on paper: what was paid and what went back is counted, and it fails where a test says so. */

import type { PayMethod } from '#contract/endpoints/account/orders'
import type { ReceivedMoney } from '#server/membership/orders.store'
import { PaymentAway, type PaymentProvider } from '#server/membership/payments/paymentProvider.port'

type Kept = { readonly fen: number; state: 'unpaid' | 'paid' | 'closed'; received: ReceivedMoney | null }

export function paperProvider(method: PayMethod, fails: () => boolean = () => false) {
  const kept = new Map<string, Kept>()
  const refunded = new Map<string, number>()
  const orThrow = () => {
    if (fails()) throw new PaymentAway()
  }
  const provider: PaymentProvider = {
    method,
    start: async ({ number, fen, expiresAt }) => {
      orThrow()
      if (!kept.has(number)) kept.set(number, { fen, state: 'unpaid', received: null })
      orThrow()
      return { url: `https://pay.example.com/${method}?number=${number}`, expiresAt }
    },
    query: async (number) => {
      orThrow()
      const order = kept.get(number)
      if (order?.received) return { state: 'paid', received: order.received }
      return { state: order?.state === 'closed' ? 'closed' : 'unpaid' }
    },
    close: async (number) => {
      orThrow()
      const order = kept.get(number)
      if (order?.state === 'unpaid') order.state = 'closed'
      orThrow()
    },
    refund: async ({ transaction, fen }) => {
      orThrow()
      refunded.set(transaction, fen)
      orThrow()
      return 'done'
    },
  }
  return {
    provider,
    refunded,
    /** The payer scans and pays; null where nothing can be paid. */
    pay: (number: string, paidAt: number, fen?: number): ReceivedMoney | null => {
      const order = kept.get(number)
      if (order?.state !== 'unpaid') return order?.received ?? null
      order.state = 'paid'
      order.received = { method, number, transaction: `${method}-${number}`, fen: fen ?? order.fen, paidAt }
      return order.received
    },
    taken: (): readonly ReceivedMoney[] => [...kept.values()].flatMap(({ received }) => (received ? [received] : [])),
  }
}
