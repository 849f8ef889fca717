/** Owners of mailboxes in the embedded database. */
import { randomUUID } from 'node:crypto'
import { type Generated, type Selectable, sql } from 'kysely'
import { addressKey } from '../../src/contract/mail/domainSpelling'
import { addressNameKey } from '../../src/contract/registration/userName'
import { isTierId } from '../../src/contract/tiers'
import type { Account } from '../core/account'
import type { Database } from '../sql/openDatabase'
import type { Schema } from '../sql/schema'
import { truth } from '../sql/truth'
import type { AccountChange, AccountStore } from './account.store'

declare module '../sql/schema' {
  interface Schema {
    accounts: {
      id: string
      /** In lower case, unique. */
      address: string
      /** Alike for addresses that look alike. */
      name_key: Generated<string>
      display_name: string
      password_hash: string
      tier: string
      organization: string | null
      /** The organization whose administrator it is; counts for a member of that one alone. */
      administers: string | null
      locked: 0 | 1
      /** `administrator`, `removal`, or null for the operator. */
      locked_by: string | null
      /** Where an administrator gives less than the tier has. */
      quota_bytes: number | null
      due_at: number | null
      /** When it goes, as its owner wants; null for one that is not closed. */
      closes_at: number | null
      page_size: number | null
    }
  }
}

type Row = Selectable<Schema['accounts']>

const columns = [
  ...(['id', 'address', 'display_name', 'tier', 'organization', 'locked', 'due_at', 'closes_at'] as const),
  'quota_bytes',
] as const

/** 1 for the new account of a transfer until that is done; asked of locked ones alone. */
const isUnfinished = sql<0 | 1>`
  case when locked = 1 and exists (
    select 1 from mailbox_moves as m where m.target_id = accounts.id and m.state <> 'done') then 1 else 0 end`.as(
  'is_unfinished',
)

function accountOf(row: Pick<Row, (typeof columns)[number]> & { readonly is_unfinished?: 0 | 1 }): Account {
  const { id, address, tier, organization } = row
  if (!isTierId(tier)) throw new Error(`The account ${id} has a tier that is not known`)
  const closesAt = row.closes_at === null ? null : Number(row.closes_at)
  return {
    ...{ id, address, displayName: row.display_name, tier, organization, dueAt: row.due_at },
    locked: row.locked === 1 || closesAt !== null,
    ...(row.quota_bytes !== null && { quotaBytes: Number(row.quota_bytes) }),
    ...(closesAt !== null && { isClosed: true }),
    // The lock of an operator counts first: whoever is under it takes nothing back.
    ...(row.locked === 0 && closesAt !== null && { closesAt }),
    ...(row.is_unfinished === 1 && { isUnfinished: true }),
  }
}

/** The columns that a change names; one that it leaves out stays as it is. */
function columnsOf(change: AccountChange): Partial<Row> {
  return {
    ...(change.displayName !== undefined && { display_name: change.displayName }),
    ...(change.passwordHash !== undefined && { password_hash: change.passwordHash }),
    ...(change.tier !== undefined && { tier: change.tier }),
    ...(change.organization !== undefined && { organization: change.organization }),
    ...(change.locked !== undefined && { locked: truth(change.locked), locked_by: null }),
    ...(change.dueAt !== undefined && { due_at: change.dueAt }),
    ...(change.pageSize !== undefined && { page_size: change.pageSize }),
  }
}

export function makeAccountStore(db: Database): AccountStore {
  const found = async (column: 'id' | 'address', value: string) => {
    const row = await db
      .selectFrom('accounts')
      .select(columns)
      .select(isUnfinished)
      .where(column, '=', value)
      .executeTakeFirst()
    return row ? accountOf(row) : null
  }
  return {
    byAddress: (address) => found('address', addressKey(address)),
    byId: (id) => found('id', id),
    passwordHash: async (id) => {
      const row = await db.selectFrom('accounts').select('password_hash').where('id', '=', id).executeTakeFirst()
      return row?.password_hash ?? null
    },
    pageSize: async (id) => {
      const row = await db.selectFrom('accounts').select('page_size').where('id', '=', id).executeTakeFirst()
      return row?.page_size ?? null
    },
    add: async (account) => {
      const row = await db
        .insertInto('accounts')
        .values({
          id: randomUUID(),
          address: addressKey(account.address),
          name_key: addressNameKey(addressKey(account.address)),
          display_name: account.displayName,
          password_hash: account.passwordHash,
          tier: account.tier,
          organization: account.organization,
          locked: 0,
          due_at: account.dueAt,
          page_size: null,
          closes_at: null,
        })
        .onConflict((conflict) => conflict.column('address').doNothing())
        .returning(columns)
        .executeTakeFirst()
      return row ? accountOf(row) : null
    },
    change: async (id, change) => {
      const wanted = columnsOf(change)
      if (Object.keys(wanted).length === 0) return
      await db.updateTable('accounts').set(wanted).where('id', '=', id).execute()
    },
    remove: async (id) => {
      await db.deleteFrom('accounts').where('id', '=', id).execute()
    },
    all: async () => {
      const rows = await db.selectFrom('accounts').select(columns).orderBy('address').execute()
      return rows.map(accountOf)
    },
  }
}
