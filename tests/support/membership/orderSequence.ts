/** Random sequences of what customers, providers, operators, clocks and crashes do to orders; money and membership must agree at the end. */
import { randomUUID } from 'node:crypto'
import { limits } from '#contract/limits'
import { terms } from '#contract/terms'
import { tierIds } from '#contract/tiers'
import type { Caller } from '#server/core/caller'
import { Refusal } from '#server/core/refusal'
import { makeCloseOrder, makeCreateOrder, makeReadOrder, makeStartPayment } from '#server/membership/orders'
import { makeOrderStore } from '#server/membership/orders.sql'
import type { OrderStore } from '#server/membership/orders.store'
import { makePaymentWork } from '#server/membership/payments/paymentWork'
import { makeAccountStore } from '#server/session/account.sql'
import type { Database } from '#server/sql/openDatabase'
import { seededRandom } from '../seededRandom'
import { paperProvider } from './paperProvider'

class Killed extends Error {}

/** Dies before or after any call; what it does then reaches the database no more until it starts. */
function mortal(orders: OrderStore, dies: () => boolean) {
  let isDead = false
  const live = () => {
    isDead ||= dies()
    if (isDead) throw new Killed()
  }
  const store = new Proxy(orders, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return async (...given: unknown[]) => {
        live()
        const answer: unknown = await Reflect.apply(method, target, given)
        live()
        return answer
      }
    },
  })
  const start = () => {
    isDead = false
  }
  return { store, start }
}

/** Answers what does not agree; empty where all does. */
export async function runOrderSequence(db: Database, seed: number, steps = 14): Promise<readonly string[]> {
  const next = seededRandom(seed)
  const one = <T>(things: readonly T[]): T => {
    const thing = things[next(things.length)]
    if (thing === undefined) throw new Error('Nothing to choose from')
    return thing
  }
  let now = Date.UTC(2026, 10, 26) + next(10_000) * 3_600_000
  const clock = { now: () => now }
  let failsOneIn = 4
  const fails = () => failsOneIn > 0 && next(failsOneIn) === 0
  const papers = [paperProvider('wechat', fails), paperProvider('alipay', fails)]
  const [accounts, orders] = [makeAccountStore(db), makeOrderStore(db)]
  const dueAt = next(3) === 0 ? null : now + (next(500) - 60) * limits.dayMs
  const fresh = { displayName: '', passwordHash: '', organization: null, dueAt, tier: one(tierIds) }
  const made = await accounts.add({ ...fresh, address: `${randomUUID()}@ep.test` })
  if (made === null) throw new Error('The address is taken')
  const { id } = made
  const told: string[] = []
  const dies = () => failsOneIn > 0 && next(failsOneIn * 3) === 0
  const gateway = () => {
    const { store, start } = mortal(orders, dies)
    const deps = {
      ...{ orders: store, clock, wakePayments: () => undefined, payee: { zh: '易邮', en: 'EP Mail' } },
      providers: new Map(papers.map(({ provider }) => [provider.method, provider])),
    }
    const work = makePaymentWork({
      ...{ ...deps, accounts, remind: async () => undefined, report: () => undefined },
      tellOrder: async (_owner, untold) => {
        if (untold.order.accountId !== id) return
        if (fails()) throw new Error('The inbox cannot be reached')
        told.push(untold.id)
      },
    })
    return { ...deps, work, start }
  }
  const gateways = [gateway(), gateway()]
  const numbers: string[] = []
  const caller = async (): Promise<Caller> => {
    const account = await accounts.byId(id)
    if (account === null) throw new Error('The account has gone')
    const session = { accountId: id, username: account.address, timezone: 'Asia/Shanghai', createdAt: now }
    return { account, session, tokenHash: '', sealedSecret: null }
  }
  const acts: readonly (() => Promise<unknown>)[] = [
    async () => {
      const form = { tier: one(tierIds), months: one(terms), idempotencyKey: String(next(5)) }
      const { order } = await makeCreateOrder(one(gateways))(form, await caller())
      numbers.push(order.number)
    },
    async () =>
      makeStartPayment(one(gateways))({ number: one(numbers), method: one(['wechat', 'alipay']) }, await caller(), {
        remoteAddress: '192.0.2.1',
      }),
    async () => makeCloseOrder(one(gateways))({ number: one(numbers) }, await caller()),
    async () => makeReadOrder(one(gateways))({ number: one(numbers), ask: true }, await caller()),
    async () => one(papers).pay(one(numbers), now, next(12) === 0 ? 1 : undefined),
    async () => {
      // A notice, repeated and to two gateways at once; or none that arrives.
      const received = one(one(papers).taken())
      await Promise.all(Array.from({ length: 1 + next(3) }, () => one(gateways).orders.settle(received, now)))
    },
    async () => one(gateways).work.drain(),
    async () => Promise.all(gateways.map(({ work }) => work.drain())),
    async () => {
      now += one([1, 3_000, 60_000, limits.payCodeMs, limits.dayMs, limits.orderMs])
    },
    async () => one(gateways).start(),
    async () => next(6) === 0 && accounts.change(id, { tier: one(tierIds), dueAt: now + next(400) * limits.dayMs }),
  ]
  // More often than the rest: without an order, a code and a payment nothing happens.
  const weighted = [...acts, ...acts.slice(0, 2), ...acts.slice(0, 2), ...acts.slice(4, 6), ...acts.slice(4, 5)]
  for (let step = 0; step < steps; step += 1) {
    await one(weighted)().catch((error: unknown) => {
      const isExpected = error instanceof Refusal || error instanceof Killed
      if (!isExpected && !String(error).includes('Nothing to choose')) throw error
    })
  }
  // Everybody answers again, and time passes until nothing is open.
  failsOneIn = 0
  for (const { start } of gateways) start()
  for (let round = 0; round < 8; round += 1) {
    now += round === 3 ? limits.orderMs : 2 * 3_600_000
    await gateways[round % 2]?.work.drain()
  }
  return disagreements(db, { id, told, papers })
}

async function disagreements(
  db: Database,
  { id, told, papers }: { id: string; told: readonly string[]; papers: readonly ReturnType<typeof paperProvider>[] },
): Promise<string[]> {
  const orders = await db.selectFrom('orders').selectAll().where('account_id', '=', id).execute()
  const payments = await db.selectFrom('payments').selectAll().where('account_id', '=', id).execute()
  const log = await db.selectFrom('order_log').selectAll().where('account_id', '=', id).execute()
  const wrong: string[] = []
  for (const { refunded, taken } of papers)
    for (const { transaction, fen, number } of taken()) {
      const kept = payments.find((it) => it.transaction_id === transaction)
      const order = orders.find((it) => it.number === number)
      const isBack = refunded.get(transaction) === fen
      if (kept === undefined) wrong.push(`${transaction} was taken in and never noted`)
      else if (isBack !== (kept.state === 'refunded')) wrong.push(`${transaction} is ${kept.state} and back: ${isBack}`)
      else if (!isBack && (kept.state !== 'applied' || order?.state !== 'paid' || order.fen !== fen))
        wrong.push(`${transaction} is ${kept.state} for an order that is ${order?.state}`)
    }
  for (const { number, state } of orders) {
    const applied = payments.filter((it) => it.number === number && it.state === 'applied').length
    const events = log.filter((it) => it.number === number).map(({ event }) => event)
    const activated = events.filter((event) => event === 'activated').length
    if (applied !== (state === 'paid' ? 1 : 0) || activated !== applied)
      wrong.push(`${number} is ${state}, paid by ${applied} and activated ${activated} times`)
    if (state === 'open') wrong.push(`${number} is still open`)
  }
  const tellable = log.filter(({ event }) => event === 'activated' || event === 'refundDue')
  if (tellable.some((it) => it.is_told === 0 || !told.includes(it.id))) wrong.push('somebody was not told')
  return wrong
}
