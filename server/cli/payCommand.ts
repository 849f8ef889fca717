/** Plays a payer where no provider is configured; answers what to print, and throws `Misuse` for what it cannot take. */
import type { Clock } from '../kit/clock'
import type { OrderStore } from '../membership/orders.store'
import type { TestPayments } from '../membership/payments/testProvider.sql'
import { Misuse } from './misuse'

export const usage = `Usage: npm run pay -- <order>

  <order>   the number of an order whose page of payment is open`

type Deps = {
  readonly orders: Pick<OrderStore, 'settle'>
  readonly testPayments: Pick<TestPayments, 'pay'>
  readonly clock: Clock
  /** Money is taken in by a provider: nothing is played. */
  readonly isConfigured: boolean
}

export async function runPayCommand(deps: Deps, words: readonly string[]): Promise<string> {
  const [number, ...rest] = words
  if (number === undefined || rest.length > 0) throw new Misuse(usage)
  if (deps.isConfigured) throw new Misuse('A payment provider is configured: orders are paid there.')
  const received = await deps.testPayments.pay(number, deps.clock.now())
  if (received === null) throw new Misuse(`Nobody has asked to pay ${JSON.stringify(number)}, or it was closed.`)
  // As the notice of a provider does.
  const settled = await deps.orders.settle(received, deps.clock.now())
  if (settled === 'unknown') throw new Misuse(`There is no order ${JSON.stringify(number)}.`)
  const came = `Played a payment of ${(received.fen / 100).toFixed(2)} yuan for ${number}`
  return settled === 'refundDue' ? `${came}: it is paid back, since the order could not be paid.` : `${came}.`
}
