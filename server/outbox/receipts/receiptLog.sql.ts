/** Decisions about receipts, in the product's own database. */
import type { Database } from '../../sql/openDatabase'
import type { ReceiptDecision, ReceiptLog } from './receiptLog.store'

declare module '../../sql/schema' {
  interface Schema {
    /** One row for each message, wherever its copies lie: the first decision stands. */
    receipt_decisions: { account_id: string; mail: string; decision: string; at: number }
  }
}

export function makeReceiptLog(db: Database): ReceiptLog {
  const find: ReceiptLog['find'] = async (account, mail) => {
    const row = await db
      .selectFrom('receipt_decisions')
      .select('decision')
      .where('account_id', '=', account)
      .where('mail', '=', mail)
      .executeTakeFirst()
    return row ? decisionIn(row.decision) : null
  }
  return {
    decide: async (account, mail, decision, now) => {
      // One statement decides: of two windows at the same moment, one is the first.
      const written = await db
        .insertInto('receipt_decisions')
        .values({ account_id: account, mail, decision, at: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('decision')
        .executeTakeFirst()
      return written ? decision : ((await find(account, mail)) ?? decision)
    },
    find,
  }
}

const decisionIn = (text: string): ReceiptDecision => (text === 'sent' ? 'sent' : 'ignored')
