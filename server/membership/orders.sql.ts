/** Orders and payments in the product's own database. */
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import * as v from 'valibot'
import { payMethods } from '../../src/contract/endpoints/account/orders'
import { limits } from '../../src/contract/limits'
import { renewedUntil } from '../kit/membershipDays'
import { writesSideBySide } from '../sql/dialect'
import type { Database } from '../sql/openDatabase'
import type { Schema } from '../sql/schema'
import { truth } from '../sql/truth'
import { orderRow, storedOrderOf } from './orderRows.sql'
import type {
  ClaimedRequest,
  OrderStore,
  PaymentRequest,
  ReceivedMoney,
  Settled,
  StoredOrder,
  Untold,
} from './orders.store'

type Within = Database | Transaction<Schema>
const paymentState = v.picklist(['applied', 'refundDue', 'refunded'])
const methodOf = (text: string) => v.parse(v.picklist(payMethods), text)

/** Rows that are taken at once by one round of a gateway. */
const mostAtOnce = 50
/** Leases between two tries of what fails again and again. */
const mostLeases = 60
/** The newest of an account; who makes and cancels more looks no further back. */
const mostListed = 200

const fresh = {
  state: 'open',
  paidAt: null,
  method: null,
  refund: 'none',
  buyer: { title: '', taxNumber: '' },
} as const

export function makeOrderStore(db: Database): OrderStore {
  return {
    add: async (order, idempotencyKey) => {
      const row = orderRow(order, idempotencyKey)
      const { numInsertedOrUpdatedRows: added } = await db
        .insertInto('orders')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      if (added === 1n) {
        await note(db, { ...order, event: 'ordered' }, order.createdAt)
        return { is: 'added', order: { ...order, ...fresh } }
      }
      const mine = () => db.selectFrom('orders').selectAll().where('account_id', '=', order.accountId)
      const known = await mine().where('idempotency_key', '=', idempotencyKey).executeTakeFirst()
      if (known) return { is: 'known', order: await whole(db, known) }
      const open = await mine().where('purpose', '=', order.purpose).where('state', '=', 'open').executeTakeFirst()
      return open ? { is: 'open', order: await whole(db, open) } : { is: 'taken' }
    },
    find: (number) => found(db, number),
    list: async (account) => {
      const rows = await db
        .selectFrom('orders')
        .selectAll()
        .where('account_id', '=', account)
        .orderBy('created_at', 'desc')
        .orderBy('number')
        .limit(mostListed)
        .execute()
      const paid = await db
        .selectFrom('payments')
        .select(['number', 'state'])
        .where('account_id', '=', account)
        .execute()
      return rows.map((row) =>
        storedOrderOf(
          row,
          paid.filter(({ number }) => number === row.number).map(({ state }) => state),
        ),
      )
    },
    close: (number, now, event) =>
      db.transaction().execute(async (within) => (await closeWhere(within, { number }, now, event)) > 0),
    closeExpired: async (now) => {
      for (const number of await expiredNumbers(db, now))
        await db.transaction().execute((within) => closeWhere(within, { number }, now, 'expired'))
    },
    settle: (received, now) => db.transaction().execute((within) => settle(within, received, now)),
    ...paymentRequests(db),
    ...refunds(db),
    ...orderBooks(db),
    ...orderLog(db),
    ...ownerless(db),
  }
}

/** Of open orders that no provider is still to be asked about, or has not answered about for a day. */
async function expiredNumbers(db: Database, now: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('number')
    .where('state', '=', 'open')
    .where('expires_at', '<=', now)
    .where(({ eb, or, not, exists, selectFrom }) =>
      or([
        eb('expires_at', '<=', now - limits.dayMs),
        not(
          exists(
            selectFrom('payment_requests')
              .select('method')
              .whereRef('payment_requests.number', '=', 'orders.number')
              .where('due_at', 'is not', null),
          ),
        ),
      ]),
    )
    .limit(mostAtOnce)
    .execute()
  return rows.map(({ number }) => number)
}

function orderLog(db: Database): Pick<OrderStore, 'claimUntold' | 'told' | 'events'> {
  return {
    claimUntold: async (now, leaseMs) => {
      const rows = await db
        .selectFrom('order_log')
        .select(['id', 'number', 'event', 'due_at', 'tries'])
        .where('is_told', '=', 0)
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(mostAtOnce)
        .execute()
      const untold: Untold[] = []
      for (const { id, number, event, due_at, tries } of rows) {
        const taken = await db
          .updateTable('order_log')
          .set({ due_at: now + leaseMs * Math.min(tries + 1, mostLeases), tries: tries + 1 })
          .where('id', '=', id)
          .where('due_at', '=', due_at)
          .executeTakeFirst()
        const order = taken.numUpdatedRows === 1n ? await found(db, number) : null
        if (order !== null) untold.push({ id, order, what: event === 'activated' ? 'activated' : 'refundDue' })
      }
      return untold
    },
    told: async ({ id }) => {
      await db.updateTable('order_log').set({ is_told: 1 }).where('id', '=', id).execute()
    },
    events: async (number) => {
      const rows = await db
        .selectFrom('order_log')
        .select('event')
        .where('number', '=', number)
        .orderBy('at')
        .orderBy('id')
        .execute()
      return rows.map(({ event }) => event)
    },
  }
}

/** Numbers of an account's orders stay unique under its own stand-in. */
const nobody = (account: string) => `${nobodys}${account}`
const nobodys = 'gone:'

function ownerless(db: Database): Pick<OrderStore, 'leave' | 'sweep'> {
  const tables = ['payment_requests', 'payments', 'order_log', 'orders'] as const
  const toPayBack = (on: Within) => on.selectFrom('payments').select('number').where('state', '=', 'refundDue')
  const underWay = (on: Within) =>
    on.selectFrom('payment_requests').select('number').where('due_at', 'is not', null).union(toPayBack(on))
  return {
    leave: (account) =>
      db.transaction().execute(async (within) => {
        await ownerInTurn(within, account)
        const closed = await within
          .updateTable('orders')
          .set({ state: 'closed' })
          .where('account_id', '=', account)
          .where('state', '=', 'open')
          .returning('number')
          .execute()
        const atOnce = 0
        await askAgain(
          within,
          closed.map(({ number }) => number),
          atOnce,
        )
        const stay = await within
          .selectFrom('orders')
          .select('number')
          .where('account_id', '=', account)
          .where('number', 'in', underWay(within))
          .execute()
        const numbers = stay.map(({ number }) => number)
        if (numbers.length === 0) return
        for (const table of tables)
          await within
            .updateTable(table)
            .set({ account_id: nobody(account) })
            .where('number', 'in', numbers)
            .execute()
      }),
    sweep: async (before) => {
      const over = await db
        .selectFrom('orders')
        .select('number')
        .where('account_id', 'like', `${nobodys}%`)
        .where('expires_at', '<', before)
        // A provider that is not configured any more answers about none of them, ever.
        .where('number', 'not in', toPayBack(db))
        .limit(mostAtOnce)
        .execute()
      const numbers = over.map(({ number }) => number)
      if (numbers.length === 0) return
      for (const table of tables) await db.deleteFrom(table).where('number', 'in', numbers).execute()
    },
  }
}

const columns = ['number', 'method', 'url', 'expires_at', 'tries', 'asked_at', 'due_at'] as const

const requestOf = ({ number, method, url, expires_at, tries }: Omit<Schema['payment_requests'], 'account_id'>) => ({
  ...{ number, method: methodOf(method), url, expiresAt: expires_at, tries },
})

function paymentRequests(
  db: Database,
): Pick<OrderStore, 'requestOf' | 'keepRequest' | 'claimRequests' | 'claimDue' | 'postpone'> {
  const rowOf = ({ number, method }: Pick<PaymentRequest, 'number' | 'method'>) =>
    db.updateTable('payment_requests').where('number', '=', number).where('method', '=', method)
  return {
    requestOf: async (number, method) => {
      const row = await db
        .selectFrom('payment_requests')
        .select(columns)
        .where('number', '=', number)
        .where('method', '=', method)
        .executeTakeFirst()
      return row ? requestOf(row) : null
    },
    keepRequest: async ({ number, method, url, expiresAt }, account, now) => {
      const asked = { url, expires_at: expiresAt, asked_at: now, due_at: now + 10_000, tries: 0 }
      await db
        .insertInto('payment_requests')
        .values({ number, method, account_id: account, ...asked })
        .onConflict((conflict) => conflict.columns(['number', 'method']).doUpdateSet(asked))
        .execute()
    },
    claimRequests: async (number, now, everyMs) => {
      const rows = await db
        .updateTable('payment_requests')
        .set({ asked_at: now })
        .where('number', '=', number)
        .where('due_at', 'is not', null)
        .where('asked_at', '<=', now - everyMs)
        .returning(columns)
        .execute()
      return rows.map(requestOf)
    },
    claimDue: async (now, leaseMs) => {
      const due = await db
        .selectFrom('payment_requests')
        .select(columns)
        .where('due_at', '<=', now)
        .limit(mostAtOnce)
        .execute()
      const claimed: ClaimedRequest[] = []
      for (const row of due) {
        const request = { ...requestOf(row), tries: row.tries + 1, leasedUntil: now + leaseMs }
        // Another gateway that saw the same row moves it first, or not at all.
        const taken = await rowOf(request)
          .set({ due_at: request.leasedUntil, tries: request.tries, asked_at: now })
          .where('due_at', '=', row.due_at)
          .executeTakeFirst()
        if (taken.numUpdatedRows === 1n) claimed.push(request)
      }
      return claimed
    },
    postpone: async (request, dueAt) => {
      await rowOf(request).set({ due_at: dueAt }).where('due_at', '=', request.leasedUntil).execute()
    },
  }
}

function refunds(db: Database): Pick<OrderStore, 'claimRefunds' | 'refunded'> {
  const rowOf = ({ method, transaction }: ReceivedMoney) =>
    db.updateTable('payments').where('method', '=', method).where('transaction_id', '=', transaction)
  return {
    claimRefunds: async (now, leaseMs) => {
      const due = await db.selectFrom('payments').selectAll().where('due_at', '<=', now).limit(mostAtOnce).execute()
      const claimed = []
      for (const row of due) {
        const { number, fen } = row
        const refund = {
          method: methodOf(row.method),
          number,
          transaction: row.transaction_id,
          fen,
          paidAt: row.paid_at,
        }
        const tries = row.tries + 1
        const taken = await rowOf(refund)
          .set({ due_at: now + leaseMs * Math.min(tries, mostLeases), tries })
          .where('due_at', '=', row.due_at)
          .where('state', '=', 'refundDue')
          .executeTakeFirst()
        if (taken.numUpdatedRows === 1n) claimed.push({ ...refund, tries })
      }
      return claimed
    },
    refunded: (refund, now) => db.transaction().execute((within) => markRefunded(within, refund, now)),
  }
}

async function markRefunded(within: Transaction<Schema>, refund: ReceivedMoney, now: number): Promise<void> {
  const done = await within
    .updateTable('payments')
    .set({ state: 'refunded', due_at: null })
    .where('method', '=', refund.method)
    .where('transaction_id', '=', refund.transaction)
    .where('state', '=', 'refundDue')
    .returning(['account_id', 'number'])
    .executeTakeFirst()
  if (!done) return
  await within
    .updateTable('orders')
    .set({ state: 'refunded' })
    .where('number', '=', done.number)
    .where('state', '=', 'closed')
    .execute()
  await note(within, { accountId: done.account_id, number: done.number, event: 'refunded' }, now)
}

function orderBooks(db: Database): Pick<OrderStore, 'requests' | 'booked' | 'nameBuyer'> {
  return {
    requests: async (number) => {
      const rows = await db.selectFrom('payment_requests').select(columns).where('number', '=', number).execute()
      return rows.map(requestOf)
    },
    booked: (from, to) => booked(db, from, to),
    nameBuyer: async (number, { title, taxNumber }) => {
      const buyer = { buyer_title: title, buyer_tax_number: taxNumber }
      await db.updateTable('orders').set(buyer).where('number', '=', number).execute()
    },
  }
}

async function booked(db: Database, from: number, to: number): ReturnType<OrderStore['booked']> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('paid_at', '>=', from)
    .where('paid_at', '<', to)
    .execute()
  const asked = await db
    .selectFrom('payment_requests')
    .innerJoin('orders', 'orders.number', 'payment_requests.number')
    .select(['payment_requests.number', 'payment_requests.method', 'payment_requests.url'])
    .select(['payment_requests.expires_at', 'payment_requests.tries', 'asked_at', 'due_at'])
    .where('orders.created_at', '<', to)
    // No code of an older order could still be paid.
    .where('orders.expires_at', '>=', from)
    .orderBy('payment_requests.number')
    .execute()
  return {
    requests: asked.map(requestOf),
    payments: rows.map((row) => ({
      ...{ method: methodOf(row.method), number: row.number, transaction: row.transaction_id },
      ...{ fen: row.fen, paidAt: row.paid_at, state: v.parse(paymentState, row.state) },
    })),
  }
}

/** Everything that money does happens here, or none of it. */
async function settle(within: Transaction<Schema>, received: ReceivedMoney, now: number): Promise<Settled> {
  const { number, method, transaction, fen, paidAt, isBack = false } = received
  const first = await found(within, number)
  if (first === null) return 'unknown'
  // First of all, so that two orders of one account are settled one after the other.
  const account = await ownerInTurn(within, first.accountId)
  // As it is by then: its account may have gone meanwhile.
  const order = (await found(within, number)) ?? first
  const { accountId } = order
  const payment = { method, transaction_id: transaction, account_id: accountId, number, fen, paid_at: paidAt, tries: 0 }
  const { numInsertedOrUpdatedRows: noted } = await within
    .insertInto('payments')
    .values({ ...payment, state: 'applied', due_at: null })
    .onConflict((conflict) => conflict.columns(['method', 'transaction_id']).doNothing())
    .executeTakeFirstOrThrow()
  if (noted !== 1n) return 'known'
  const isAsComputed = account?.tier === order.fromTier && account.due_at === order.fromDueAt
  if (isAsComputed && fen === order.fen && !isBack && (await payOpen(within, order, received))) {
    const endsAt = order.purpose === 'renewal' ? renewedUntil(order.fromDueAt, paidAt, order.months) : order.endsAt
    await within.updateTable('accounts').set({ tier: order.tier, due_at: endsAt }).where('id', '=', accountId).execute()
    await within.updateTable('orders').set({ ends_at: endsAt }).where('number', '=', number).execute()
    await note(within, { accountId, number, event: 'activated' }, now)
    // Computed for a membership that is another now.
    await closeWhere(within, { account_id: accountId }, now, 'superseded')
    return 'activated'
  }
  await closeWhere(within, { number }, now, fen === order.fen ? 'superseded' : 'wrongAmount')
  await within
    .updateTable('payments')
    .set({ state: 'refundDue', due_at: now })
    .where('method', '=', method)
    .where('transaction_id', '=', transaction)
    .execute()
  await note(within, { accountId, number, event: 'refundDue' }, now)
  if (isBack) await markRefunded(within, received, now)
  return 'refundDue'
}

/** Others who write to orders of the account wait for the end of the transaction. */
function ownerInTurn(within: Transaction<Schema>, accountId: string) {
  return within
    .selectFrom('accounts')
    .select(['tier', 'due_at'])
    .where('id', '=', accountId)
    .$if(writesSideBySide(within), (it) => it.forUpdate())
    .executeTakeFirst()
}

async function payOpen(within: Transaction<Schema>, { number }: StoredOrder, { method, paidAt }: ReceivedMoney) {
  const paid = await within
    .updateTable('orders')
    .set({ state: 'paid', paid_at: paidAt, method })
    .where('number', '=', number)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (paid.numUpdatedRows === 0n) return false
  await askAgain(within, [number], paidAt)
  return true
}

/** Closes what is open of an account, or one order; answers how many. */
async function closeWhere(
  within: Transaction<Schema>,
  which: { readonly number: string } | { readonly account_id: string },
  now: number,
  event: string,
): Promise<number> {
  const update = within.updateTable('orders').set({ state: 'closed' }).where('state', '=', 'open')
  const closed = await ('number' in which
    ? update.where('number', '=', which.number)
    : update.where('account_id', '=', which.account_id)
  )
    .returning(['number', 'account_id'])
    .execute()
  for (const { number, account_id } of closed) await note(within, { accountId: account_id, number, event }, now)
  await askAgain(
    within,
    closed.map(({ number }) => number),
    now,
  )
  return closed.length
}

/** The provider is to be told that nothing is paid for these any more. */
async function askAgain(within: Transaction<Schema>, numbers: readonly string[], now: number): Promise<void> {
  if (numbers.length === 0) return
  await within.updateTable('payment_requests').set({ due_at: now, tries: 0 }).where('number', 'in', numbers).execute()
}

async function note(
  within: Within,
  { accountId, number, event }: { readonly accountId: string; readonly number: string; readonly event: string },
  at: number,
): Promise<void> {
  const is_told = truth(event !== 'activated' && event !== 'refundDue')
  const row = { id: randomUUID(), account_id: accountId, number, at, event, is_told, due_at: at, tries: 0 }
  await within.insertInto('order_log').values(row).execute()
}

async function found(within: Within, number: string): Promise<StoredOrder | null> {
  const row = await within.selectFrom('orders').selectAll().where('number', '=', number).executeTakeFirst()
  return row ? whole(within, row) : null
}

async function whole(within: Within, row: Schema['orders']): Promise<StoredOrder> {
  const states = await within.selectFrom('payments').select('state').where('number', '=', row.number).execute()
  return storedOrderOf(
    row,
    states.map(({ state }) => state),
  )
}
