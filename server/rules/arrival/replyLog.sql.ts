/** Who was answered automatically, in the product's own database. */
import type { Database } from '../../sql/openDatabase'
import type { ReplyLog } from './replyLog.store'

declare module '../../sql/schema' {
  interface Schema {
    /** Who was answered automatically, for which reason, and when last. */
    auto_replies: { account_id: string; reason: string; sender: string; at: number }
  }
}

export function makeReplyLog(db: Database): ReplyLog {
  return {
    claim: async (accountId, reason, sender, now, windowMs) => {
      // One statement decides: of two mails at the same moment one is answered.
      const claimed = await db
        .insertInto('auto_replies')
        .values({ account_id: accountId, reason, sender, at: now })
        .onConflict((conflict) =>
          conflict
            .columns(['account_id', 'reason', 'sender'])
            .doUpdateSet({ at: now })
            .where('auto_replies.at', '<=', now - windowMs),
        )
        .returning('at')
        .executeTakeFirst()
      return claimed !== undefined
    },
    sweep: async (before) => {
      await db.deleteFrom('auto_replies').where('at', '<', before).execute()
    },
  }
}
