/** The tables of orders and payments, and an order as they hold it. */
import type { Selectable } from 'kysely'
import * as v from 'valibot'
import { orderLine, orderPurposes, orderStates, payMethods } from '../../src/contract/endpoints/account/orders'
import { tierId } from '../../src/contract/shapes'
import type { Schema } from '../sql/schema'
import type { NewOrder, StoredOrder } from './orders.store'

declare module '../sql/schema' {
  interface Schema {
    orders: {
      number: string
      account_id: string
      idempotency_key: string
      purpose: string
      tier: string
      months: number
      state: string
      fen: number
      /** JSON. */
      lines: string
      extra_days: number
      ends_at: number
      from_tier: string
      from_due_at: number | null
      created_at: number
      expires_at: number
      paid_at: number | null
      method: string | null
      buyer_title: string
      buyer_tax_number: string
    }
    order_log: {
      id: string
      account_id: string
      number: string
      at: number
      event: string
      /** Whether its owner has a message of it, or needs none. */
      is_told: 0 | 1
      /** When it is to be told, or tried again. */
      due_at: number
      tries: number
    }
    /** Money that came: `applied` to its order, `refundDue` or `refunded`. */
    payments: {
      method: string
      transaction_id: string
      account_id: string
      number: string
      fen: number
      paid_at: number
      state: string
      due_at: number | null
      tries: number
    }
    payment_requests: {
      number: string
      method: string
      account_id: string
      url: string
      expires_at: number
      asked_at: number
      due_at: number | null
      tries: number
    }
  }
}

const read = v.object({
  purpose: v.picklist(orderPurposes),
  tier: tierId,
  state: v.picklist(orderStates),
  from_tier: tierId,
  method: v.nullable(v.picklist(payMethods)),
  lines: v.pipe(v.string(), v.parseJson(), v.array(orderLine)),
})

/** `refunds`: the states of its payments. */
export function storedOrderOf(row: Selectable<Schema['orders']>, refunds: readonly string[]): StoredOrder {
  const { purpose, tier, state, from_tier, method, lines } = v.parse(read, row)
  return {
    ...{ number: row.number, accountId: row.account_id, purpose, tier, months: row.months, state, fen: row.fen },
    ...{ lines, extraDays: row.extra_days, endsAt: row.ends_at, fromTier: from_tier, fromDueAt: row.from_due_at },
    ...{ createdAt: row.created_at, expiresAt: row.expires_at, paidAt: row.paid_at, method },
    buyer: { title: row.buyer_title, taxNumber: row.buyer_tax_number },
    refund: refunds.includes('refundDue') ? 'due' : refunds.includes('refunded') ? 'done' : 'none',
  }
}

export function orderRow(order: NewOrder, idempotencyKey: string): Schema['orders'] {
  return {
    ...{ number: order.number, account_id: order.accountId, idempotency_key: idempotencyKey, purpose: order.purpose },
    ...{ tier: order.tier, months: order.months, state: 'open', fen: order.fen, lines: JSON.stringify(order.lines) },
    ...{ extra_days: order.extraDays, ends_at: order.endsAt, from_tier: order.fromTier, from_due_at: order.fromDueAt },
    ...{ created_at: order.createdAt, expires_at: order.expiresAt, paid_at: null, method: null },
    ...{ buyer_title: '', buyer_tax_number: '' },
  }
}
