/** Passkeys in the database; a challenge is used up by one statement. */
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../sql/openDatabase'
import { insertLimited, inTurnOf, rowsOf } from '../../sql/rows/limitedRows'
import type { Schema } from '../../sql/schema'
import { asBytes, asText } from '../../sql/shortBytes'
import { truth } from '../../sql/truth'
import type { Passkey, PasskeyStore } from './passkeys.store'

declare module '../../sql/schema' {
  interface Schema {
    passkeys: {
      id: string
      account_id: string
      public_key: string
      counter: number
      /** Separated by blanks. */
      transports: string
      name: string
      browser: string
      system: string
      is_synced: 0 | 1
      is_verified: 0 | 1
      created_at: number
      used_at: number | null
    }
    passkey_challenges: { challenge_hash: string; purpose: string; holder: string; expires_at: number }
  }
}

function passkeyOf(row: Selectable<Schema['passkeys']>): Passkey {
  const { id, name, browser, system } = row
  return {
    ...{ id, name, browser, system },
    accountId: row.account_id,
    publicKey: Uint8Array.from(asBytes(row.public_key) ?? []),
    transports: row.transports.split(' ').filter((transport) => transport !== ''),
    isSynced: row.is_synced === 1,
    isVerified: row.is_verified === 1,
    createdAt: Number(row.created_at),
    usedAt: row.used_at === null ? null : Number(row.used_at),
  }
}

export function makePasskeyStore(db: Database): PasskeyStore {
  return { ...keysIn(db), ...challengesIn(db) }
}

function keysIn(db: Database): Omit<PasskeyStore, 'issue' | 'claim' | 'sweep'> {
  return {
    list: async (accountId) => {
      const rows = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(passkeyOf)
    },
    find: async (id) => {
      const row = await db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : passkeyOf(row)
    },
    add: (passkey, counter, most) => addTo(db, passkey, counter, most),
    rename: async (accountId, id, name) => {
      const renamed = await db
        .updateTable('passkeys')
        .set({ name })
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst()
      return renamed.numUpdatedRows > 0n
    },
    remove: async (accountId, id, needed = null) => {
      const secrets = rowsOf('totp_secrets', accountId, sql`confirmed_at is not null`)
      const others = needed === 'any' ? rowsOf('passkeys', accountId, sql`id <> ${id}`) : sql<number>`0`
      // In the turn of the authenticator's end: of both at once one sees that the other is gone.
      const gone = await inTurnOf(db, 'totp_secrets', accountId, (within) =>
        within
          .deleteFrom('passkeys')
          .where('account_id', '=', accountId)
          .where('id', '=', id)
          .$if(needed !== null, (passkey) => passkey.where(sql<number>`${secrets} + ${others}`, '>', 0))
          .executeTakeFirst(),
      )
      return gone.numDeletedRows > 0n
    },
    removeAll: async (accountId) => {
      await db.deleteFrom('passkeys').where('account_id', '=', accountId).execute()
    },
    spend: async (id, counter, now) => {
      const used = await db
        .updateTable('passkeys')
        .set({ counter, used_at: now })
        .where('id', '=', id)
        // Where an authenticator counts nothing, it says 0 each time (WebAuthn §6.1.1).
        .where((it) => (counter === 0 ? it('counter', '=', 0) : it('counter', '<', counter)))
        .executeTakeFirst()
      return used.numUpdatedRows > 0n
    },
  }
}

function addTo(db: Database, passkey: Passkey, counter: number, most: number): Promise<boolean> {
  const { id, accountId, publicKey, transports, name, browser, system, isSynced, isVerified, createdAt } = passkey
  const row = {
    ...{ id, account_id: accountId, public_key: asText(publicKey) ?? '', transports: transports.join(' ') },
    ...{ name, browser, system, counter, is_synced: truth(isSynced), is_verified: truth(isVerified) },
    created_at: createdAt,
  }
  return insertLimited(db, 'passkeys', row, { most, onConflict: sql`on conflict (id) do nothing` })
}

function challengesIn(db: Database): Pick<PasskeyStore, 'issue' | 'claim' | 'sweep'> {
  return {
    issue: async (challengeHash, { purpose, holder }, expiresAt) => {
      await db
        .insertInto('passkey_challenges')
        .values({ challenge_hash: challengeHash, purpose, holder, expires_at: expiresAt })
        .execute()
    },
    claim: async (challengeHash, { purpose, holder }, now) => {
      const claimed = await db
        .deleteFrom('passkey_challenges')
        .where('challenge_hash', '=', challengeHash)
        .where('purpose', '=', purpose)
        .where('holder', '=', holder)
        .where('expires_at', '>', now)
        .returning('expires_at')
        .executeTakeFirst()
      return claimed === undefined ? null : Number(claimed.expires_at)
    },
    sweep: async (now) => {
      await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute()
    },
  }
}
