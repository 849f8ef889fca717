/** Captchas in the database: every answer is one statement, so that of many at the same moment one alone is let through, and none slips past the count. */
import type { Database } from '../../sql/openDatabase'
import type { CaptchaStore } from './captcha.store'

declare module '../../sql/schema' {
  interface Schema {
    captchas: {
      id_hash: string
      /** Null where waiting is the answer. */
      answer_hash: string | null
      remote_address: string
      ready_at: number
      expires_at: number
      tries: number
    }
  }
}

export function makeCaptchaStore(db: Database): CaptchaStore {
  return {
    keep: async (idHash, { answerHash, clientNetwork, readyAt, expiresAt }) => {
      const fresh = {
        answer_hash: answerHash,
        remote_address: clientNetwork,
        ready_at: readyAt,
        expires_at: expiresAt,
        tries: 0,
      }
      await db
        .insertInto('captchas')
        .values({ id_hash: idHash, ...fresh })
        .onConflict((it) => it.column('id_hash').doUpdateSet(fresh))
        .execute()
    },
    answer: async (idHash, { answerHash, clientNetwork, now, tries }) => {
      const right = await db
        .deleteFrom('captchas')
        .where('id_hash', '=', idHash)
        .where('remote_address', '=', clientNetwork)
        .where('ready_at', '<=', now)
        .where('expires_at', '>', now)
        .where('tries', '<', tries)
        .where((it) => it.or([it('answer_hash', 'is', null), it('answer_hash', '=', answerHash)]))
        .executeTakeFirst()
      if (right.numDeletedRows > 0n) return 'right'
      const wrong = await db
        .updateTable('captchas')
        .set((it) => ({ tries: it('tries', '+', 1) }))
        .where('id_hash', '=', idHash)
        .where('remote_address', '=', clientNetwork)
        .where('answer_hash', 'is not', null)
        .where('expires_at', '>', now)
        .returning('tries')
        .executeTakeFirst()
      return wrong !== undefined && Number(wrong.tries) < tries ? 'wrong' : 'gone'
    },
    sweep: async (now) => {
      await db.deleteFrom('captchas').where('expires_at', '<=', now).execute()
    },
  }
}
