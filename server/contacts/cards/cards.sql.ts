/** Business cards, in the product's own database. */
import { sql } from 'kysely'
import * as v from 'valibot'
import { cardContent } from '#contract/contacts/businessCard'
import type { Database } from '../../sql/openDatabase'
import { insertLimited, inTurnOf, rowsOf } from '../../sql/rows/limitedRows'
import type { CardStore, StoredCard } from './cards.store'

declare module '../../sql/schema' {
  interface Schema {
    business_cards: {
      account_id: string
      id: string
      name: string
      /** As JSON. */
      fields: string
      /** Of `contact_photos`, or empty. */
      logo: string
      layout: string
      is_default: number
      position: number
      /** Null while it is there. */
      removed_at: number | null
    }
  }
}

const fieldsRead = v.pipe(v.string(), v.parseJson(), cardContent.entries.fields)
const columns = ['id', 'name', 'fields', 'logo', 'layout', 'is_default'] as const

function cardOf(row: { [Column in (typeof columns)[number]]: string | number }): StoredCard {
  const { id, name, fields, logo, layout } = row
  return {
    id: String(id),
    ...v.parse(v.object({ ...cardContent.entries, fields: fieldsRead }), { name, fields, logo, layout }),
    isDefault: row.is_default === 1,
  }
}

const ownCards = (db: Database, account: string) =>
  db.selectFrom('business_cards').where('account_id', '=', account).where('removed_at', 'is', null)

/** One statement, so that no moment has two. */
async function makeDefault(db: Database, account: string, id: string): Promise<void> {
  await db
    .updateTable('business_cards')
    .set({ is_default: sql<number>`case when id = ${id} then 1 else 0 end` })
    .where('account_id', '=', account)
    .execute()
}

export function makeCardStore(db: Database): CardStore {
  const own = (account: string) => ownCards(db, account)
  return {
    list: async (account) =>
      (await own(account).select(columns).orderBy('position').orderBy('id').execute()).map(cardOf),
    find: async (account, id) => {
      const row = await own(account).where('id', '=', id).select(columns).executeTakeFirst()
      return row === undefined ? null : cardOf(row)
    },
    defaultCard: async (account) =>
      (await own(account).where('is_default', '=', 1).select(['id', 'name']).executeTakeFirst()) ?? null,
    add: (account, card, most) => addCard(db, account, card, most),
    change: async (account, { id, name, fields, logo, layout, isDefault }) => {
      const changed = await db
        .updateTable('business_cards')
        .set({ name, fields: JSON.stringify(fields), logo, layout, ...(isDefault ? {} : { is_default: 0 }) })
        .where('account_id', '=', account)
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .executeTakeFirst()
      if (changed.numUpdatedRows === 0n) return false
      if (isDefault) await makeDefault(db, account, id)
      return true
    },
    remove: async (account, id, now) => {
      const gone = await db
        .updateTable('business_cards')
        .set({ removed_at: now })
        .where('account_id', '=', account)
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .executeTakeFirst()
      return gone.numUpdatedRows > 0n
    },
    restore: (account, id, at) => restoreCard(db, account, id, at),
    sweep: async (before) => {
      await db.deleteFrom('business_cards').where('removed_at', '<', before).execute()
    },
  }
}

const isThere = sql`removed_at is null`

async function addCard(db: Database, account: string, card: StoredCard, most: number): Promise<boolean> {
  const { id, name, fields, logo, layout, isDefault } = card
  const position = sql`(select coalesce(max(position), 0) + 1 from business_cards where account_id = ${account})`
  const row = { account_id: account, id, name, fields: JSON.stringify(fields), logo, layout, is_default: 0, position }
  const isAdded = await insertLimited(db, 'business_cards', row, { most, counted: isThere })
  if (isAdded && isDefault) await makeDefault(db, account, id)
  return isAdded
}

async function restoreCard(
  db: Database,
  account: string,
  id: string,
  { since, most }: Parameters<CardStore['restore']>[2],
): ReturnType<CardStore['restore']> {
  const back = await inTurnOf(db, 'business_cards', account, (within) =>
    sql`
    update business_cards set removed_at = null,
      is_default = case when exists (select 1 from business_cards as other where other.account_id = ${account}
        and other.is_default = 1 and other.removed_at is null) then 0 else is_default end
    where account_id = ${account} and id = ${id} and removed_at >= ${since}
      and ${rowsOf('business_cards', account, isThere)} < ${most}`.execute(within),
  )
  if (back.numAffectedRows === 1n) return 'restored'
  const removed = await db
    .selectFrom('business_cards')
    .where('account_id', '=', account)
    .where('id', '=', id)
    .where('removed_at', '>=', since)
    .select('id')
    .executeTakeFirst()
  return removed === undefined ? 'absent' : 'full'
}
