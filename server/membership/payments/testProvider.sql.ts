/** Stands in where no provider is configured; the operator plays the payer (`npm run pay`). */
import { limits } from '../../../src/contract/limits'
import type { Clock } from '../../kit/clock'
import type { Database } from '../../sql/openDatabase'
import type { ReceivedMoney } from '../orders.store'
import type { PaymentProvider } from './paymentProvider.port'

declare module '../../sql/schema' {
  interface Schema {
    /** `unpaid`, `paid`, `closed` or `refunded`. */
    test_payments: { number: string; fen: number; state: string; paid_at: number | null }
  }
}

export type TestPayments = {
  readonly provider: (clock: Clock) => PaymentProvider
  /** Null where nobody asked to pay by it, or it was closed; again, it is the same payment. */
  readonly pay: (number: string, now: number) => Promise<ReceivedMoney | null>
}

export function makeTestPayments(db: Database): TestPayments {
  const rowOf = (number: string) =>
    db.selectFrom('test_payments').selectAll().where('number', '=', number).executeTakeFirst()
  const move = async (number: string, from: readonly string[], state: string, paidAt?: number) => {
    await db
      .updateTable('test_payments')
      .set({ state, ...(paidAt !== undefined && { paid_at: paidAt }) })
      .where('number', '=', number)
      .where('state', 'in', from)
      .execute()
  }
  const received = (number: string, fen: number, paidAt: number): ReceivedMoney => ({
    ...{ method: 'test', number, transaction: `test-${number}`, fen, paidAt },
  })
  return {
    pay: async (number, now) => {
      await move(number, ['unpaid'], 'paid', now)
      const row = await rowOf(number)
      return row?.paid_at == null ? null : received(number, row.fen, row.paid_at)
    },
    provider: (clock) => ({
      method: 'test',
      start: async ({ number, fen, expiresAt }) => {
        await db
          .insertInto('test_payments')
          .values({ number, fen, state: 'unpaid', paid_at: null })
          .onConflict((conflict) => conflict.column('number').doNothing())
          .execute()
        return { url: `ep-test-payment:${number}`, expiresAt: Math.min(expiresAt, clock.now() + limits.payCodeMs) }
      },
      query: async (number) => {
        const row = await rowOf(number)
        if (row?.paid_at != null) {
          const isBack = row.state === 'refunded' && ({ isBack: true } as const)
          return { state: 'paid', received: { ...received(number, row.fen, row.paid_at), ...isBack } }
        }
        return { state: row?.state === 'closed' ? 'closed' : 'unpaid' }
      },
      close: (number) => move(number, ['unpaid'], 'closed'),
      refund: async ({ number }) => {
        await move(number, ['paid'], 'refunded')
        return 'done'
      },
    }),
  }
}
