/** Password resets, in the product's own database. */
import { sql } from 'kysely'
import type { Connection } from '../sql/connection'
import type { Database } from '../sql/openDatabase'
import type { PasswordResets } from './passwordResets.store'

declare module '../sql/schema' {
  interface Schema {
    password_resets: {
      token_hash: string
      account_id: string | null
      created_at: number
      phone: string | null
      code: string | null
      asked_at: number | null
      tries: number
      is_proved: number
    }
    new_passwords: {
      account_id: string
      id: string
      password_hash: string
      effective_at: number
      is_applied: number
    }
  }
}

export function makePasswordResets(db: Database): PasswordResets {
  return { ...resetsIn(db), ...phoneCodesIn(db), ...newPasswordsIn(db) }
}

type PhoneCodes = 'ask' | 'receive' | 'stateOf' | 'claim'
type NewPasswords = 'keep' | 'stop' | 'dropWaiting' | 'apply' | 'done'

function resetsIn(db: Database): Omit<PasswordResets, PhoneCodes | NewPasswords> {
  return {
    begin: async (tokenHash, account, now) => {
      await db
        .insertInto('password_resets')
        .values({ token_hash: tokenHash, account_id: account, created_at: now, tries: 0, is_proved: 0 })
        .execute()
    },
    find: async (tokenHash, since) =>
      (await oneOf(db, tokenHash)
        .select('account_id as accountId')
        .where('created_at', '>', since)
        .executeTakeFirst()) ?? null,
    sweep: async (before) => {
      await db.deleteFrom('password_resets').where('created_at', '<', before).execute()
    },
  }
}

const oneOf = (db: Database, tokenHash: string) => db.selectFrom('password_resets').where('token_hash', '=', tokenHash)

/** Wrong codes of an account since then, so that asking anew begins no new count. */
const wrongOf = (since: number) =>
  sql<number>`(select coalesce(sum(others.tries), 0) from password_resets as others
    where others.account_id = password_resets.account_id and others.asked_at >= cast(${since} as bigint))`

function phoneCodesIn(db: Database): Pick<PasswordResets, PhoneCodes> {
  return {
    ask: async (tokenHash, phone, fresh, { since }) => {
      await db
        .updateTable('password_resets')
        .set({ phone, code: fresh.code, asked_at: fresh.askedAt, is_proved: 0 })
        .where('token_hash', '=', tokenHash)
        .where((it) => it.or([it('asked_at', 'is', null), it('asked_at', '<', since), it('phone', '!=', phone)]))
        .execute()
      const stands = await oneOf(db, tokenHash).select(['code', 'asked_at']).executeTakeFirst()
      return stands?.code == null || stands.asked_at === null ? fresh : { code: stands.code, askedAt: stands.asked_at }
    },
    receive: async (phone, code, { since, mostTries }) => {
      const living = db
        .updateTable('password_resets')
        .where('phone', '=', phone)
        .where('asked_at', '>=', since)
        .where(wrongOf(since), '<', mostTries)
      const proved = await living.set({ is_proved: 1 }).where('code', '=', code).executeTakeFirst()
      if (proved.numUpdatedRows > 0n) return 'proved'
      // Of the resets of an account one counts it: all of them are summed.
      const counting = sql<string>`(select max(others.token_hash) from password_resets as others
        where others.account_id = password_resets.account_id and others.phone = ${phone}
          and others.asked_at >= cast(${since} as bigint) and others.is_proved = 0)`
      const wrong = await living
        .set((it) => ({ tries: it('tries', '+', 1) }))
        .where('token_hash', '=', counting)
        .executeTakeFirst()
      return wrong.numUpdatedRows > 0n ? 'wrong' : 'notAsked'
    },
    stateOf: async (tokenHash, { since, mostTries }) => {
      const row = await oneOf(db, tokenHash)
        .select(['is_proved', wrongOf(since).as('wrong')])
        .where('asked_at', '>=', since)
        .executeTakeFirst()
      if (row === undefined || (row.is_proved === 0 && Number(row.wrong) >= mostTries)) return 'over'
      return row.is_proved === 1 ? 'proved' : 'waiting'
    },
    claim: async (tokenHash, { since }) => {
      const row = await db
        .deleteFrom('password_resets')
        .where('token_hash', '=', tokenHash)
        .where('is_proved', '=', 1)
        .where('asked_at', '>=', since)
        .returning(['account_id', 'phone'])
        .executeTakeFirst()
      if (row === undefined || row.account_id === null || row.phone === null) return null
      return { accountId: row.account_id, phone: row.phone }
    },
  }
}

function newPasswordsIn(db: Database): Pick<PasswordResets, NewPasswords> {
  return {
    keep: async ({ accountId, id, passwordHash, effectiveAt }) => {
      const row = { id, password_hash: passwordHash, effective_at: effectiveAt, is_applied: 0 }
      await db
        .insertInto('new_passwords')
        .values({ account_id: accountId, ...row })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
        .execute()
    },
    stop: async (account) => {
      const gone = await waitingOf(db, account).executeTakeFirst()
      return gone.numDeletedRows > 0n
    },
    dropWaiting: async (account) => {
      await waitingOf(db, account).execute()
    },
    apply: async (now) => {
      const isDue = db.selectFrom('new_passwords').select('id').where('effective_at', '<=', now).limit(1)
      // Each sign-in asks: where nothing is due, nothing is written.
      if ((await isDue.executeTakeFirst()) === undefined) return []
      await db.transaction().execute(async (within) => {
        const due = await within
          .updateTable('new_passwords')
          .set({ is_applied: 1 })
          .where('effective_at', '<=', now)
          .where('is_applied', '=', 0)
          .returning(['account_id', 'password_hash'])
          .execute()
        for (const { account_id, password_hash } of due) {
          const own = within.updateTable('accounts').where('id', '=', account_id)
          const given = await own.where('closes_at', 'is', null).set({ password_hash }).executeTakeFirst()
          // Nobody opens an account that was closed meanwhile by a reset.
          if (given.numUpdatedRows === 0n) await dropOfClosed(within, account_id)
        }
      })
      return db
        .selectFrom('new_passwords')
        .select(['account_id as accountId', 'id'])
        .where('is_applied', '=', 1)
        .execute()
    },
    done: async (account, id) => {
      await db.deleteFrom('new_passwords').where('account_id', '=', account).where('id', '=', id).execute()
    },
  }
}

const dropOfClosed = (within: Connection, account: string) =>
  within
    .deleteFrom('new_passwords')
    .where('account_id', 'in', (it) =>
      it.selectFrom('accounts').select('id').where('id', '=', account).where('closes_at', 'is not', null),
    )
    .execute()

const waitingOf = (db: Database, account: string) =>
  db.deleteFrom('new_passwords').where('account_id', '=', account).where('is_applied', '=', 0)
