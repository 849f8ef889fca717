/** Sessions in the database, by the hash of their token. */
import { browserZone } from '../../src/contract/settings'
import { isTimezone } from '../kit/zonedDate'
import type { Database } from '../sql/openDatabase'
import { asBytes, asText } from '../sql/shortBytes'
import { truth } from '../sql/truth'
import type { SessionStore } from './session.store'

declare module '../sql/schema' {
  interface Schema {
    sessions: {
      token_hash: string
      account_id: string
      username: string
      timezone: string
      created_at: number
      expires_at: number
      sealed_secret: string | null
      /** Where the inbox stood when it was last listed. */
      inbox_cursor: string | null
      is_kept: 0 | 1
    }
  }
}

export function makeSessionStore(db: Database): SessionStore {
  return {
    open: async (tokenHash, session) => {
      await db
        .insertInto('sessions')
        .values({
          token_hash: tokenHash,
          account_id: session.accountId,
          username: session.username,
          timezone: session.timezone,
          created_at: session.createdAt,
          expires_at: session.expiresAt,
          sealed_secret: asText(session.sealedSecret),
          inbox_cursor: null,
          is_kept: truth(session.isKept),
        })
        .execute()
    },
    find: async (tokenHash, now) => {
      const row = await db
        .selectFrom('sessions')
        // With the session itself: every call asks for it.
        .leftJoin('settings', (join) =>
          join.onRef('settings.account_id', '=', 'sessions.account_id').on('settings.name', '=', 'zone'),
        )
        .selectAll('sessions')
        .select('settings.value as zone')
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      if (!row) return null
      return {
        accountId: row.account_id,
        username: row.username,
        timezone: row.zone !== null && row.zone !== browserZone && isTimezone(row.zone) ? row.zone : row.timezone,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
        sealedSecret: asBytes(row.sealed_secret),
        isKept: row.is_kept === 1,
      }
    },
    secretOf: async (accountId, now) => {
      const row = await db
        .selectFrom('sessions')
        .select('sealed_secret')
        .where('account_id', '=', accountId)
        .where('expires_at', '>', now)
        .where('sealed_secret', 'is not', null)
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return asBytes(row?.sealed_secret ?? null)
    },
    holding: async (accountId, now) => {
      const rows = await db
        .selectFrom('sessions')
        .select(['token_hash', 'sealed_secret'])
        .where('account_id', '=', accountId)
        .where('expires_at', '>', now)
        .execute()
      return rows.flatMap((row) => {
        const sealedSecret = asBytes(row.sealed_secret)
        return sealedSecret === null ? [] : [{ tokenHash: row.token_hash, sealedSecret }]
      })
    },
    ofAccount: async (accountId, now) => {
      const rows = await db
        .selectFrom('sessions')
        .select(['token_hash as tokenHash', 'created_at as createdAt', 'expires_at as expiresAt'])
        .where('account_id', '=', accountId)
        .where('expires_at', '>', now)
        .orderBy('created_at', 'desc')
        .orderBy('token_hash')
        .execute()
      return rows.map((row) => ({ ...row, createdAt: Number(row.createdAt), expiresAt: Number(row.expiresAt) }))
    },
    extend: async (tokenHash, expiresAt) => {
      await db.updateTable('sessions').set({ expires_at: expiresAt }).where('token_hash', '=', tokenHash).execute()
    },
    close: async (tokenHash) => {
      await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
    },
    closeAll: async (accountId, exceptTokenHash) => {
      const all = db.deleteFrom('sessions').where('account_id', '=', accountId)
      await (exceptTokenHash === undefined ? all : all.where('token_hash', '!=', exceptTokenHash)).execute()
    },
    sweep: async (now) => {
      await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
    },
  }
}
