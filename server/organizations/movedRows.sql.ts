/** Copies what an account keeps beside its mail to another account of the same database. */
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AccountId } from '../core/account'
import { asJson, type Connection } from '../sql/connection'
import type { Database } from '../sql/openDatabase'
import type { AccountTable } from '../sql/record'

/** Which tables go along, as they are registered in `server/composition/records.ts`. */
export type MovedTables = {
  /** Each has few rows: they are copied at once, as they are. */
  readonly rows: readonly AccountTable[]
  /** Contacts name one another: copies have ids of their own. */
  readonly contacts: readonly AccountTable[]
}

export type Way = { readonly from: AccountId; readonly to: AccountId }

/** Rows of one transaction: others wait for no more. */
const pieceRows = 200

/** The id of a copy: the same however often it is made. */
const copyOf = (to: AccountId, id: string) => createHash('sha256').update(`${to} ${id}`).digest('hex').slice(0, 32)

const copiesOf = (to: AccountId, ids: readonly string[]) =>
  JSON.stringify(Object.fromEntries(ids.map((id) => [id, copyOf(to, id)])))

/** By column, the new value of each old one as JSON. */
type Renamed = Readonly<Record<string, string>>

/** Every column that the table has, so that one that is added later goes along. */
async function copyRows(
  db: Connection,
  table: AccountTable,
  { from, to }: Way,
  { which = sql<SqlBool>`true`, renamed = {} }: { which?: RawBuilder<SqlBool>; renamed?: Renamed } = {},
): Promise<number> {
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db)
  const values = rows.map(({ name }) => {
    const map = renamed[name]
    if (name === 'account_id') return sql`${to}`
    if (map === undefined) return sql.ref(`t.${name}`)
    return sql`(select value from json_each(${map}) where key = ${sql.ref(`t.${name}`)})`
  })
  const { numAffectedRows } = await sql`
    insert into ${sql.table(table)} (${sql.join(rows.map(({ name }) => sql.ref(name)))})
    select ${sql.join(values)} from ${sql.table(table)} as t where t.account_id = ${from} and ${which}
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** In place of what the target has of them. */
export async function copySmallTables(db: Connection, way: Way, { rows }: Pick<MovedTables, 'rows'>): Promise<void> {
  for (const table of rows) {
    await db.deleteFrom(table).where('account_id', '=', way.to).execute()
    await copyRows(db, table, way)
  }
}

/** In place of all contacts of the target; what ends halfway is begun anew. */
export async function copyContacts(db: Database, way: Way, { contacts }: Pick<MovedTables, 'contacts'>): Promise<void> {
  for (const table of contacts) await emptyTable(db, table, way.to)
  const groups = await db.selectFrom('contact_groups').select('id').where('account_id', '=', way.from).execute()
  const group_id = copiesOf(
    way.to,
    groups.map(({ id }) => id),
  )
  await copyRows(db, 'contact_groups', way, { renamed: { id: group_id } })
  for (let last = ''; ; await nextTurn()) {
    const rows = await db
      .selectFrom('contacts')
      .select('id')
      .where('account_id', '=', way.from)
      .where('id', '>', last)
      .orderBy('id')
      .limit(pieceRows)
      .execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) break
    await db.transaction().execute((within) => copyPeople(within, way, ids, group_id))
    last = ids.at(-1) ?? last
  }
  await copyApart(db, way)
  await copyInPieces(db, 'recent_recipients', way, 'email_key')
}

async function copyPeople(within: Connection, way: Way, ids: readonly string[], group_id: string): Promise<void> {
  const contact_id = copiesOf(way.to, ids)
  const among = (column: string) =>
    sql<SqlBool>`${sql.ref(`t.${column}`)} in (select value from json_each(${asJson(ids)}))`
  await copyRows(within, 'contacts', way, { which: among('id'), renamed: { id: contact_id } })
  for (const table of ['contact_details', 'contact_keys'] as const)
    await copyRows(within, table, way, { which: among('contact_id'), renamed: { contact_id } })
  // A group that was made since its copy comes with the next copy of all.
  const known = sql<SqlBool>`${among('contact_id')} and t.group_id in (select key from json_each(${group_id}))`
  await copyRows(within, 'contact_group_members', way, { which: known, renamed: { contact_id, group_id } })
}

/** The lesser id stands first, which may be the other's by now. */
async function copyApart(db: Database, { from, to }: Way): Promise<void> {
  let last = { one: '', other: '' }
  for (;;) {
    const pairs = await db
      .selectFrom('contacts_apart')
      .select(['one', 'other'])
      .where('account_id', '=', from)
      .where((it) =>
        it.or([it('one', '>', last.one), it.and([it('one', '=', last.one), it('other', '>', last.other)])]),
      )
      .orderBy('one')
      .orderBy('other')
      .limit(pieceRows)
      .execute()
    const next = pairs.at(-1)
    if (next === undefined) return
    const copies = pairs.map((pair) => {
      const [one = '', other = ''] = [copyOf(to, pair.one), copyOf(to, pair.other)].toSorted()
      return { account_id: to, one, other }
    })
    await db
      .insertInto('contacts_apart')
      .values(copies)
      .onConflict((it) => it.doNothing())
      .execute()
    last = next
  }
}

/** Pictures that the target has not yet; a card may have one that no contact has. */
export function copyPhotos(db: Connection, way: Way): Promise<void> {
  return copyInPieces(db, 'contact_photos', way, 'photo', 20)
}

/** What is there already stays. */
async function copyInPieces(
  db: Connection,
  table: AccountTable,
  way: Way,
  key: string,
  most = pieceRows,
): Promise<void> {
  const column = sql.ref(`t.${key}`)
  const missing = sql<SqlBool>`${column} in (
    select a.${sql.ref(key)} from ${sql.table(table)} as a where a.account_id = ${way.from} and not exists (
      select 1 from ${sql.table(table)} as b where b.account_id = ${way.to} and b.${sql.ref(key)} = a.${sql.ref(key)}
    ) limit ${most})`
  while ((await copyRows(db, table, way, { which: missing })) > 0) await nextTurn()
}

async function emptyTable(db: Database, table: AccountTable, account: AccountId): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where rowid in (
        select rowid from ${sql.table(table)} where account_id = ${account} limit ${pieceRows})`.execute(db)
    if (Number(numAffectedRows ?? 0) === 0) return
    await nextTurn()
  }
}
