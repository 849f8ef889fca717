/** Orders of a membership, by their owner (BEHAVIOUR §21, TRUST S21 and S36). */
import { randomInt } from 'node:crypto'
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/account/orders'
import type { Order, PayMethod } from '../../src/contract/endpoints/account/orders'
import { limits } from '../../src/contract/limits'
import type { Account } from '../core/account'
import type { Caller } from '../core/caller'
import { Refusal } from '../core/refusal'
import type { Clock } from '../kit/clock'
import { dateOf } from '../kit/membershipDays'
import type { NewOrder, OrderStore, StoredOrder } from './orders.store'
import { PaymentAway, type PaymentProvider } from './payments/paymentProvider.port'
import { endOrder, settlePayment } from './payments/settlePayment'
import { quoteOf, termOf } from './quote'

export type OrderDeps = {
  readonly orders: OrderStore
  readonly providers: ReadonlyMap<PayMethod, PaymentProvider>
  /** There may be something to do in the background. */
  readonly wakePayments: () => void
  readonly payee: { readonly zh: string; readonly en: string }
  readonly clock: Clock
}

type Chosen = Pick<Form<typeof entries.quoteOrder>, 'tier' | 'months'>

function quoteFor(account: Account, { tier, months }: Chosen, now: number) {
  const term = termOf(months)
  if (term === null) throw new Refusal('badField', { field: 'months' })
  const quote = quoteOf(account, { tier, months: term }, now)
  if (quote === null) throw new Refusal('notAllowed', { field: 'tier' })
  return quote
}

export const onWire = ({ accountId: _, fromDueAt: __, ...order }: StoredOrder): Order => order

export const makeQuoteOrder =
  ({ clock }: Pick<OrderDeps, 'clock'>) =>
  async (form: Form<typeof entries.quoteOrder>, { account }: Caller): Promise<Reply<typeof entries.quoteOrder>> => ({
    quote: quoteFor(account, form, clock.now()),
  })

export const makeCreateOrder =
  (deps: OrderDeps) =>
  async (
    { idempotencyKey, ...chosen }: Form<typeof entries.createOrder>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.createOrder>> => {
    const { orders, clock } = deps
    const now = clock.now()
    await orders.closeExpired(now)
    const fresh: Omit<NewOrder, 'number'> = {
      ...quoteFor(account, chosen, now),
      ...{ accountId: account.id, fromTier: account.tier, fromDueAt: account.dueAt },
      ...{ createdAt: now, expiresAt: now + limits.orderMs },
    }
    for (;;) {
      const added = await orders.add({ ...fresh, number: newNumber(now) }, idempotencyKey)
      if (added.is === 'taken') continue
      const { is, order } = added
      if (is === 'known' && (order.tier !== chosen.tier || order.months !== chosen.months))
        throw new Refusal('idempotencyConflict')
      if (is === 'open') {
        const isOver = order.expiresAt <= now
        if (isOver && (await endOrder(deps, order.number, 'expired')) === 'closed') continue
        throw new Refusal('orderOpen', { payload: { number: order.number } })
      }
      return { order: onWire(order) }
    }
  }

/** The day, and digits that tell nobody how much is sold. */
const newNumber = (now: number) => dateOf(now).replaceAll('-', '') + String(randomInt(1e9, 1e10))

/** Absent and foreign are one. */
async function ownOrder(orders: OrderStore, account: Account, number: string): Promise<StoredOrder> {
  const order = await orders.find(number)
  if (order === null || order.accountId !== account.id) throw new Refusal('notFound', { field: 'number' })
  return order
}

export const makeListOrders =
  ({ orders, clock }: Pick<OrderDeps, 'orders' | 'clock'>) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof entries.listOrders>> => {
    await orders.closeExpired(clock.now())
    return { orders: (await orders.list(account.id)).map(onWire) }
  }

/** A provider is asked about one order at most this often, however many windows look. */
const askEveryMs = limits.payPollMs - 500

export const makeReadOrder =
  (deps: OrderDeps) =>
  async (
    { number, ask }: Form<typeof entries.readOrder>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.readOrder>> => {
    const { orders, providers, payee, clock } = deps
    await orders.closeExpired(clock.now())
    let order = await ownOrder(orders, account, number)
    const isOver = order.expiresAt <= clock.now()
    if (order.state === 'open' && (isOver || ask)) {
      const claimed = await orders.claimRequests(number, clock.now(), askEveryMs)
      if (isOver && claimed.length > 0) await endOrder(deps, number, 'expired')
      else for (const { method } of claimed) await settlePayment(deps, method, number)
      order = await ownOrder(orders, account, number)
    }
    return { order: onWire(order), methods: [...providers.keys()], payee }
  }

export const makeStartPayment =
  (deps: OrderDeps) =>
  async (
    { number, method }: Form<typeof entries.startPayment>,
    { account }: Caller,
    { remoteAddress }: { readonly remoteAddress: string },
  ): Promise<Reply<typeof entries.startPayment>> => {
    const { orders, providers, payee, clock } = deps
    const now = clock.now()
    await orders.closeExpired(now)
    const order = await ownOrder(orders, account, number)
    if (order.state !== 'open' || order.expiresAt <= now) throw new Refusal('orderClosed')
    // Computed for another tier or end: what is paid for it would only go back.
    if (order.fromTier !== account.tier || order.fromDueAt !== account.dueAt) {
      await orders.close(number, now, 'superseded')
      throw new Refusal('orderClosed')
    }
    const provider = providers.get(method)
    if (provider === undefined) throw new Refusal('serverCannot', { field: 'method' })
    const living = await orders.requestOf(number, method)
    if (living !== null && living.expiresAt > now) return { url: living.url, expiresAt: living.expiresAt }
    try {
      const { fen, expiresAt } = order
      // Before it is asked: an answer that is lost must not hide what can be paid there.
      await orders.keepRequest({ number, method, url: '', expiresAt: now }, account.id, now)
      const started = await provider.start({
        number,
        fen,
        title: `${payee.zh} ${number}`,
        expiresAt,
        payer: remoteAddress,
      })
      await orders.keepRequest({ number, method, ...started }, account.id, now)
      deps.wakePayments()
      return started
    } catch (error) {
      if (error instanceof PaymentAway) throw new Refusal('paymentAway')
      throw error
    }
  }

export const makeCloseOrder =
  (deps: OrderDeps) =>
  async (
    { number }: Form<typeof entries.closeOrder>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.closeOrder>> => {
    const { orders, wakePayments } = deps
    if ((await ownOrder(orders, account, number)).state !== 'open') throw new Refusal('orderClosed')
    if ((await endOrder(deps, number, 'cancelled')) === 'away') throw new Refusal('paymentAway')
    // What is paid all the same from now on goes back.
    wakePayments()
    return { order: onWire(await ownOrder(orders, account, number)) }
  }
