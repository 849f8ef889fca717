/** Sign-ins by QR code in the database: every step is one statement, so that of two phones or two browsers one alone takes it. */
import type { Database } from '../../sql/openDatabase'
import type { Schema } from '../../sql/schema'
import { asBytes, asText } from '../../sql/shortBytes'
import type { QrLogin, QrLogins, QrState } from './qrLogins.store'

declare module '../../sql/schema' {
  interface Schema {
    qr_logins: {
      id_hash: string
      secret_hash: string
      state: string
      account_id: string | null
      user_agent: string
      remote_address: string
      created_at: number
      expires_at: number
      /** The mail server's password of whoever confirmed, sealed; only until the browser has come for it. */
      sealed_secret: string | null
      /** The session that scanned or confirmed it. */
      session_hash: string | null
    }
  }
}

const states: readonly QrState[] = ['waiting', 'scanned', 'confirmed', 'cancelled']

export function makeQrLogins(db: Database): QrLogins {
  return {
    add: async (idHash, login) => {
      await db
        .insertInto('qr_logins')
        .values({
          id_hash: idHash,
          secret_hash: login.secretHash,
          state: 'waiting',
          account_id: null,
          user_agent: login.userAgent,
          remote_address: login.remoteAddress,
          created_at: login.createdAt,
          expires_at: login.expiresAt,
          sealed_secret: null,
          session_hash: null,
        })
        .execute()
    },
    find: async (idHash, secretHash, now) => {
      const row = await db
        .selectFrom('qr_logins')
        .selectAll()
        .where('id_hash', '=', idHash)
        .where('secret_hash', '=', secretHash)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row === undefined ? null : shown(row)
    },
    scan: async (idHash, { accountId, tokenHash }, now) => {
      const row = await db
        .updateTable('qr_logins')
        .set({ state: 'scanned', account_id: accountId, session_hash: tokenHash })
        .where('id_hash', '=', idHash)
        .where('expires_at', '>', now)
        .where((it) =>
          it.or([it('state', '=', 'waiting'), it.and([it('state', '=', 'scanned'), it('account_id', '=', accountId)])]),
        )
        .returningAll()
        .executeTakeFirst()
      return row === undefined ? null : shown(row)
    },
    decide: async (idHash, { accountId, tokenHash }, state, sealedSecret, now) => {
      const decided = await db
        .updateTable('qr_logins')
        .set({
          state,
          sealed_secret: state === 'confirmed' ? asText(sealedSecret) : null,
          session_hash: tokenHash,
        })
        .where('id_hash', '=', idHash)
        .where('state', '=', 'scanned')
        .where('account_id', '=', accountId)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return decided.numUpdatedRows > 0n
    },
    claim: async (idHash, secretHash, now) => {
      const row = await db
        .deleteFrom('qr_logins')
        .where('id_hash', '=', idHash)
        .where('secret_hash', '=', secretHash)
        .where('state', '=', 'confirmed')
        .where('expires_at', '>', now)
        .returning(['account_id', 'sealed_secret', 'session_hash'])
        .executeTakeFirst()
      if (row === undefined || row.account_id === null || row.session_hash === null) return null
      return { accountId: row.account_id, tokenHash: row.session_hash, sealedSecret: asBytes(row.sealed_secret) }
    },
    drop: async (accountId, tokenHash) => {
      const all = db.deleteFrom('qr_logins').where('account_id', '=', accountId)
      await (tokenHash === undefined ? all : all.where('session_hash', '=', tokenHash)).execute()
    },
    sweep: async (now) => {
      await db.deleteFrom('qr_logins').where('expires_at', '<=', now).execute()
    },
  }
}

function shown(row: Schema['qr_logins']): QrLogin {
  return {
    state: states.find((state) => state === row.state) ?? 'cancelled',
    accountId: row.account_id,
    userAgent: row.user_agent,
    remoteAddress: row.remote_address,
    createdAt: row.created_at,
  }
}
