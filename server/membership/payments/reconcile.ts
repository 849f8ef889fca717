/** Compares the payments of a day with what the providers say of them. */
import type { PayMethod } from '../../../src/contract/endpoints/account/orders'
import { inYuan } from '../../../src/contract/terms'
import type { BookedPayment, OrderStore } from '../orders.store'
import { PaymentAway, type PaymentProvider, type PaymentState } from './paymentProvider.port'

export type ReconcileDeps = {
  readonly orders: Pick<OrderStore, 'booked'>
  readonly providers: ReadonlyMap<PayMethod, PaymentProvider>
}

export type Reconciled = {
  /** Payments of the day that are noted here, and their sum. */
  readonly payments: number
  readonly fen: number
  /** Codes about which a provider was asked. */
  readonly asked: number
  /** One line for each thing that differs. */
  readonly differences: readonly string[]
}

/** `from` and `to` in epoch milliseconds, the end not counted. Changes nothing. */
export async function reconcile({ orders, providers }: ReconcileDeps, from: number, to: number): Promise<Reconciled> {
  const { requests, payments } = await orders.booked(from, to)
  const differences: string[] = []
  const differ = (number: string, method: PayMethod, what: string) => differences.push(`${number} ${method}: ${what}`)
  for (const { number, method } of requests) {
    const found = await stateOf(providers.get(method), number)
    const booked = payments.filter((it) => it.number === number && it.method === method)
    if (found === null) differ(number, method, 'the provider cannot be asked')
    else if (found.state !== 'paid')
      for (const { fen } of booked)
        differ(number, method, `${inYuan(fen)} yuan noted here, ${found.state} at the provider`)
    else {
      const { transaction, fen, paidAt } = found.received
      const same = booked.find((it) => it.transaction === transaction)
      if (same === undefined && paidAt >= from && paidAt < to)
        differ(number, method, `${inYuan(fen)} yuan paid at the provider (${transaction}), not noted here`)
      else if (same !== undefined && same.fen !== fen)
        differ(number, method, `${inYuan(same.fen)} yuan noted here, ${inYuan(fen)} yuan at the provider`)
    }
  }
  for (const { number, method, fen, state } of payments)
    if (state === 'refundDue') differ(number, method, `${inYuan(fen)} yuan still to be paid back`)
  return { payments: payments.length, fen: sumOf(payments), asked: requests.length, differences }
}

async function stateOf(provider: PaymentProvider | undefined, number: string): Promise<PaymentState | null> {
  try {
    return (await provider?.query(number)) ?? null
  } catch (error) {
    if (error instanceof PaymentAway) return null
    throw error
  }
}

const sumOf = (payments: readonly BookedPayment[]) => payments.reduce((sum, { fen }) => sum + fen, 0)
