/** Second factors in the database: what may be used once is used up by one statement. */
import type { Database } from '../../sql/openDatabase'
import { inTurnOf, rowsOf } from '../../sql/rows/limitedRows'
import { asBytes, asText } from '../../sql/shortBytes'
import { truth } from '../../sql/truth'
import type { FactorStore } from './factors.store'

declare module '../../sql/schema' {
  interface Schema {
    totp_secrets: { account_id: string; sealed_secret: string; confirmed_at: number | null; used_step: number }
    recovery_codes: { account_id: string; code_hash: string }
    factor_tickets: {
      ticket_hash: string
      account_id: string
      sealed_secret: string | null
      is_kept: 0 | 1
      expires_at: number
    }
    trusted_devices: {
      token_hash: string
      account_id: string
      browser: string
      system: string
      sealed_secret: string | null
      created_at: number
      expires_at: number
    }
  }
}

export function makeFactorStore(db: Database): FactorStore {
  return { ...secretsIn(db), ...recoveryCodesIn(db), ...ticketsIn(db), ...devicesIn(db) }
}

function secretsIn(db: Database): Pick<FactorStore, 'secret' | 'begin' | 'spendStep' | 'turnOff'> {
  return {
    secret: async (accountId) => {
      const row = await db
        .selectFrom('totp_secrets')
        .select(['sealed_secret', 'confirmed_at', 'used_step'])
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      const sealed = asBytes(row?.sealed_secret ?? null)
      if (row === undefined || sealed === null) return null
      const confirmedAt = row.confirmed_at === null ? null : Number(row.confirmed_at)
      return { sealed, confirmedAt, usedStep: Number(row.used_step) }
    },
    begin: async (accountId, sealed) => {
      const sealed_secret = asText(sealed) ?? ''
      const begun = await db
        .insertInto('totp_secrets')
        .values({ account_id: accountId, sealed_secret, confirmed_at: null, used_step: 0 })
        .onConflict((conflict) =>
          conflict.column('account_id').doUpdateSet({ sealed_secret }).where('totp_secrets.confirmed_at', 'is', null),
        )
        .returning('account_id')
        .executeTakeFirst()
      return begun !== undefined
    },
    spendStep: async (accountId, step, confirms) => {
      const used = await db
        .updateTable('totp_secrets')
        .set({ used_step: step, ...(confirms !== null && { confirmed_at: confirms.at }) })
        .where('account_id', '=', accountId)
        .where('used_step', '<', step)
        .where('confirmed_at', confirms === null ? 'is not' : 'is', null)
        .executeTakeFirst()
      return used.numUpdatedRows > 0n
    },
    turnOff: (accountId, needed = null) =>
      db.transaction().execute((transaction) =>
        inTurnOf(transaction, 'totp_secrets', accountId, async (within) => {
          const ended = await within
            .deleteFrom('totp_secrets')
            .where('account_id', '=', accountId)
            .$if(needed === 'any', (secret) => secret.where(rowsOf('passkeys', accountId), '>', 0))
            .$if(needed === 'totp', (secret) => secret.where('confirmed_at', 'is', null))
            .executeTakeFirst()
          if (needed !== null) return ended.numDeletedRows > 0n
          await within.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
          return true
        }),
      ),
  }
}

type Recovery = 'setRecoveryCodes' | 'dropPasskeyCodes' | 'recoveryCodesLeft' | 'spendRecoveryCode'

function recoveryCodesIn(db: Database): Pick<FactorStore, Recovery> {
  return {
    setRecoveryCodes: (accountId, hashes) =>
      db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
        const rows = hashes.map((code_hash) => ({ account_id: accountId, code_hash }))
        await transaction.insertInto('recovery_codes').values(rows).execute()
      }),
    dropPasskeyCodes: async (accountId) => {
      const authenticator = db
        .selectFrom('totp_secrets')
        .select('account_id')
        .where('account_id', '=', accountId)
        .where('confirmed_at', 'is not', null)
      await db
        .deleteFrom('recovery_codes')
        .where('account_id', '=', accountId)
        .where(({ not, exists }) => not(exists(authenticator)))
        .execute()
    },
    recoveryCodesLeft: async (accountId) => {
      const { left } = await db
        .selectFrom('recovery_codes')
        .select(({ fn }) => fn.countAll<number>().as('left'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
      return Number(left)
    },
    spendRecoveryCode: async (accountId, hash) => {
      const used = await db
        .deleteFrom('recovery_codes')
        .where('account_id', '=', accountId)
        .where('code_hash', '=', hash)
        .executeTakeFirst()
      return used.numDeletedRows > 0n
    },
  }
}

function ticketsIn(db: Database): Pick<FactorStore, 'issueTicket' | 'ticket' | 'claimTicket'> {
  return {
    issueTicket: async (ticketHash, { accountId, sealedSecret, isKept }, expiresAt) => {
      await db
        .insertInto('factor_tickets')
        .values({
          ticket_hash: ticketHash,
          account_id: accountId,
          sealed_secret: asText(sealedSecret),
          is_kept: truth(isKept),
          expires_at: expiresAt,
        })
        .execute()
    },
    ticket: async (ticketHash, now) => {
      const row = await db
        .selectFrom('factor_tickets')
        .selectAll()
        .where('ticket_hash', '=', ticketHash)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      if (row === undefined) return null
      return { accountId: row.account_id, sealedSecret: asBytes(row.sealed_secret), isKept: row.is_kept === 1 }
    },
    claimTicket: async (ticketHash) => {
      const claimed = await db.deleteFrom('factor_tickets').where('ticket_hash', '=', ticketHash).executeTakeFirst()
      return claimed.numDeletedRows > 0n
    },
  }
}

type Devices = 'trust' | 'trustOf' | 'trusted' | 'distrust' | 'endTrust' | 'sweep'

function devicesIn(db: Database): Pick<FactorStore, Devices> {
  const trusted = (accountId: string, now: number) =>
    db.selectFrom('trusted_devices').where('account_id', '=', accountId).where('expires_at', '>', now)
  const distrust = async (accountId: string, tokenHash?: string) => {
    const all = db.deleteFrom('trusted_devices').where('account_id', '=', accountId)
    await (tokenHash === undefined ? all : all.where('token_hash', '=', tokenHash)).execute()
  }
  return {
    trust: async (accountId, tokenHash, { browser, system, sealedSecret, createdAt, expiresAt }) => {
      const times = { created_at: createdAt, expires_at: expiresAt }
      const device = { browser, system, sealed_secret: asText(sealedSecret) }
      await db
        .insertInto('trusted_devices')
        .values({ token_hash: tokenHash, account_id: accountId, ...device, ...times })
        .execute()
    },
    trustOf: async (accountId, tokenHash, now) => {
      const row = await trusted(accountId, now)
        .select('sealed_secret')
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst()
      return row === undefined ? null : { sealedSecret: asBytes(row.sealed_secret) }
    },
    trusted: async (accountId, now) => {
      const rows = await trusted(accountId, now).selectAll().orderBy('created_at', 'desc').execute()
      return rows.map(({ token_hash, browser, system, created_at, expires_at }) => ({
        tokenHash: token_hash,
        browser,
        system,
        createdAt: Number(created_at),
        expiresAt: Number(expires_at),
      }))
    },
    distrust,
    endTrust: async (accountId) => {
      await distrust(accountId)
      await db.deleteFrom('factor_tickets').where('account_id', '=', accountId).execute()
    },
    sweep: async (now) => {
      await db.deleteFrom('factor_tickets').where('expires_at', '<=', now).execute()
      await db.deleteFrom('trusted_devices').where('expires_at', '<=', now).execute()
    },
  }
}
