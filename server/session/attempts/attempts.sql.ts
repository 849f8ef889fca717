/** Tries in the database: they count on after a restart, so that restarting gives nobody new tries. */
import type { Transaction } from 'kysely'
import { waitForTurn } from '../../sql/dialect'
import type { Database } from '../../sql/openDatabase'
import type { Schema } from '../../sql/schema'
import type { AttemptStore } from './attempts.store'

declare module '../../sql/schema' {
  interface Schema {
    attempts: { key: string; at: number }
  }
}

export function makeAttemptStore(db: Database): AttemptStore {
  const countIn = async (from: Pick<Database, 'selectFrom'>, key: string, since: number) => {
    const row = await from
      .selectFrom('attempts')
      .select((it) => it.fn.countAll<number>().as('tries'))
      .where('key', '=', key)
      .where('at', '>', since)
      .executeTakeFirstOrThrow()
    return Number(row.tries)
  }
  // In one transaction: of several tries at the same moment each sees those noted before it, so none slips past the limit.
  const alone = <T>(key: string, work: (transaction: Transaction<Schema>) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (transaction) => {
      await waitForTurn(transaction, `attempts ${key}`)
      return work(transaction)
    })
  const insert = (transaction: Transaction<Schema>, key: string, at: number) =>
    transaction.insertInto('attempts').values({ key, at }).execute()
  return {
    note: (key, now, windowMs) =>
      alone(key, async (transaction) => {
        await insert(transaction, key, now)
        return countIn(transaction, key, now - windowMs)
      }),
    noteWithin: async (key, now, windowMs, most) => {
      const since = now - windowMs
      // A flood of refused tries reads alone, and takes no lock.
      if ((await countIn(db, key, since)) >= most) return false
      return alone(key, async (transaction) => {
        if ((await countIn(transaction, key, since)) >= most) return false
        await insert(transaction, key, now)
        return true
      })
    },
    count: (key, now, windowMs) => countIn(db, key, now - windowMs),
    takeBack: (key, at) => db.transaction().execute((transaction) => forgetOne(transaction, key, at)),
    clear: async (key) => {
      await db.deleteFrom('attempts').where('key', '=', key).execute()
    },
    sweep: async (before) => {
      await db.deleteFrom('attempts').where('at', '<', before).execute()
    },
  }
}

/** Takes back one of the tries noted under a key at that instant; in the caller's transaction. */
export async function forgetOne(
  transaction: Pick<Database, 'deleteFrom' | 'insertInto'>,
  key: string,
  at: number,
): Promise<void> {
  const gone = await transaction.deleteFrom('attempts').where('key', '=', key).where('at', '=', at).executeTakeFirst()
  // Rows of one key and instant are alike: what was noted beside it at the same instant is noted again.
  const others = Array.from({ length: Math.max(0, Number(gone.numDeletedRows) - 1) }, () => ({ key, at }))
  if (others.length > 0) await transaction.insertInto('attempts').values(others).execute()
}
