/** Plays what comes from outside; each answers what to print, and throws `Misuse` else. */
import { limits } from '../../src/contract/limits'
import { checkPhone } from '../../src/contract/rules'
import { inYuan } from '../../src/contract/terms'
import type { Clock } from '../kit/clock'
import { dateOf, endOfDate } from '../kit/membershipDays'
import type { OrderStore } from '../membership/orders.store'
import { type ReconcileDeps, reconcile } from '../membership/payments/reconcile'
import type { TestPayments } from '../membership/payments/testProvider.sql'
import { takeSms } from '../phone/receiveSms'
import { Misuse } from './misuse'

const smsUsage = `Usage: npm run sms -- <phone> <code>

  <phone>   the ${limits.phoneDigits} digits of the phone that sends
  <code>    what it sends, as the dialog shows it`

export async function runSmsCommand(parts: Parameters<typeof takeSms>[0], words: readonly string[]): Promise<string> {
  const [from, text, ...rest] = words
  if (from === undefined || text === undefined || rest.length > 0) throw new Misuse(smsUsage)
  if (checkPhone(from) !== null)
    throw new Misuse(`${JSON.stringify(from)} is not a phone of ${limits.phoneDigits} digits.`)
  await takeSms(parts, { from, text })
  return `Played a text message from ${from}: ${JSON.stringify(text)}.`
}

const payUsage = `Usage: npm run pay -- <order>
       npm run pay -- reconcile [<date>]

  <order>   the number of an order whose page of payment is open
  <date>    a day of China such as 2027-01-31; yesterday when left out`

type PayDeps = ReconcileDeps & {
  readonly orders: Pick<OrderStore, 'settle'>
  readonly testPayments: Pick<TestPayments, 'pay'>
  readonly clock: Clock
  /** Money is taken in by a provider: nothing is played. */
  readonly isConfigured: boolean
}

export async function runPayCommand(deps: PayDeps, words: readonly string[]): Promise<string> {
  const [number, ...rest] = words
  if (number === 'reconcile') return reconcileDay(deps, rest)
  if (number === undefined || rest.length > 0) throw new Misuse(payUsage)
  if (deps.isConfigured) throw new Misuse('A payment provider is configured: orders are paid there.')
  const received = await deps.testPayments.pay(number, deps.clock.now())
  if (received === null) throw new Misuse(`Nobody has asked to pay ${JSON.stringify(number)}, or it was closed.`)
  // As the notice of a provider does.
  const settled = await deps.orders.settle(received, deps.clock.now())
  if (settled === 'unknown') throw new Misuse(`There is no order ${JSON.stringify(number)}.`)
  const came = `Played a payment of ${inYuan(received.fen)} yuan for ${number}`
  return settled === 'refundDue' ? `${came}: it is paid back, since the order could not be paid.` : `${came}.`
}

async function reconcileDay(deps: PayDeps, words: readonly string[]): Promise<string> {
  const [date = dateOf(deps.clock.now() - limits.dayMs), ...rest] = words
  const end = endOfDate(date)
  if (end === null || rest.length > 0) throw new Misuse(payUsage)
  const { payments, fen, asked, differences } = await reconcile(deps, end + 1 - limits.dayMs, end + 1)
  const told = `${date}: payments noted: ${payments} (${inYuan(fen)} yuan), codes asked about: ${asked}`
  return differences.length === 0
    ? `${told}. Nothing differs.`
    : [`${told}. What differs:`, ...differences].join('\n  ')
}
