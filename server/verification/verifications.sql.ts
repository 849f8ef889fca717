/** Verification mails, in the product's own database. */
import { sql } from 'kysely'
import type { VerificationPurpose } from '#contract/endpoints/account/verification'
import type { Database } from '../sql/openDatabase'
import { insertWhere, inTurnOf, rowsOf } from '../sql/rows/limitedRows'
import type { Verification, VerificationStore } from './verifications.store'

declare module '../sql/schema' {
  interface Schema {
    verifications: {
      secret_hash: string
      account_id: string
      purpose: VerificationPurpose
      subject: string
      created_at: number
      expires_at: number
      used_at: number | null
    }
  }
}

const shape = ['account_id as accountId', 'purpose', 'subject'] as const

export function makeVerificationStore(db: Database): VerificationStore {
  return {
    issue: (secretHash, verification, at) => issue(db, secretHash, verification, at),
    withdraw: async (secretHash) => {
      await db.deleteFrom('verifications').where('secret_hash', '=', secretHash).execute()
    },
    find: async (secretHash, now) =>
      (await db
        .selectFrom('verifications')
        .select(shape)
        .where('secret_hash', '=', secretHash)
        .where('expires_at', '>', now)
        .where('used_at', 'is', null)
        .executeTakeFirst()) ?? null,
    claim: async (secretHash, now) =>
      (await db
        .updateTable('verifications')
        .set({ used_at: now })
        .where('secret_hash', '=', secretHash)
        .where('expires_at', '>', now)
        .where('used_at', 'is', null)
        .returning(shape)
        .executeTakeFirst()) ?? null,
    lastIssued: async (account, purpose) => {
      const rows = await db
        .selectFrom('verifications')
        .select(['subject', (it) => it.fn.max('created_at').as('at')])
        .where('account_id', '=', account)
        .where('purpose', '=', purpose)
        .groupBy('subject')
        .execute()
      return new Map(rows.map(({ subject, at }) => [subject, Number(at)]))
    },
    sent: async (secretHash) =>
      (await db
        .selectFrom('verifications')
        .select([...shape, 'created_at as createdAt', 'expires_at as expiresAt', 'used_at as usedAt'])
        .where('secret_hash', '=', secretHash)
        .executeTakeFirst()) ?? null,
    newest: async (account, purpose) => {
      const rows = await db
        .selectFrom('verifications')
        .select(['subject', 'secret_hash'])
        .where('account_id', '=', account)
        .where('purpose', '=', purpose)
        .orderBy('created_at')
        .execute()
      return new Map(rows.map(({ subject, secret_hash }) => [subject, secret_hash]))
    },
    sweep: async (before) => {
      await db.deleteFrom('verifications').where('created_at', '<', before).execute()
    },
  }
}

async function issue(
  db: Database,
  secretHash: string,
  { accountId, purpose, subject }: Verification,
  { now, expiresAt, after, since, most }: Parameters<VerificationStore['issue']>[2],
): ReturnType<VerificationStore['issue']> {
  const ofAccount = sql`select 1 from verifications where account_id = ${accountId}`
  const mayHave = sql`not exists (${ofAccount} and purpose = ${purpose} and subject = ${subject} and created_at > ${after})
    and ${rowsOf('verifications', accountId, sql`created_at > ${since}`)} < ${most}`
  const row = {
    secret_hash: secretHash,
    account_id: accountId,
    purpose,
    subject,
    created_at: now,
    expires_at: expiresAt,
  }
  const isIssued = await inTurnOf(db, 'verifications', accountId, (within) =>
    insertWhere(within, 'verifications', row, [mayHave]),
  )
  if (isIssued) return 'issued'
  const recent = await db
    .selectFrom('verifications')
    .select('secret_hash')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('created_at', '>', after)
    .executeTakeFirst()
  return recent === undefined ? 'too many' : 'too soon'
}
