/** Lessons for a scanner, in the product's own database. */
import { sql } from 'kysely'
import type { Database } from '../../sql/openDatabase'
import { inTurnOf } from '../../sql/rows/limitedRows'
import type { Lesson } from '../mailScanner.port'
import type { LessonStore } from './lessons.store'

declare module '../../sql/schema' {
  interface Schema {
    /** What a person has said of a message last. */
    scanner_lessons: {
      account_id: string
      mail: string
      lesson: Lesson
      said_at: number
      /** How often something was said of it within a day. */
      words: number
      /** Null once it was taught. */
      due_at: number | null
      tries: number
      aways: number
    }
  }
}

export function makeLessonStore(db: Database): LessonStore {
  return {
    note: (account, { mails, lesson }, { now, since, most }) =>
      inTurnOf(db, 'scanner_lessons', account, async (within) => {
        const { said } = await within
          .selectFrom('scanner_lessons')
          .select(({ fn }) => fn.sum<number | string | null>('words').as('said'))
          .where('account_id', '=', account)
          .where('said_at', '>', since)
          .executeTakeFirstOrThrow()
        const taken = [...new Set(mails)].slice(0, Math.max(0, most - Number(said ?? 0)))
        if (taken.length === 0) return
        const word = { account_id: account, lesson, said_at: now, words: 1, due_at: now, tries: 0, aways: 0 }
        await within
          .insertInto('scanner_lessons')
          .values(taken.map((mail) => ({ ...word, mail })))
          .onConflict((conflict) =>
            conflict.columns(['account_id', 'mail']).doUpdateSet({
              ...{ lesson, said_at: now, due_at: now, tries: 0, aways: 0 },
              words: sql<number>`case when scanner_lessons.said_at > ${since} then scanner_lessons.words + 1 else 1 end`,
            }),
          )
          .execute()
      }),
    due: async (now, most) => {
      const rows = await db
        .selectFrom('scanner_lessons')
        .selectAll()
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .orderBy('mail')
        .limit(most)
        .execute()
      return rows.map(({ account_id: account, mail, lesson, tries, aways, said_at: at, words }) => ({
        ...{ account, mail, lesson, tries, aways },
        said: { at, words },
      }))
    },
    settle: async ({ account, mail, said }, next) => {
      await db
        .updateTable('scanner_lessons')
        .set({ due_at: next?.at ?? null, ...(next && { tries: next.tries, aways: next.aways }) })
        .where('account_id', '=', account)
        .where('mail', '=', mail)
        .where('said_at', '=', said.at)
        .where('words', '=', said.words)
        .execute()
    },
    sweep: async (before) => {
      await db.deleteFrom('scanner_lessons').where('said_at', '<=', before).execute()
    },
  }
}
