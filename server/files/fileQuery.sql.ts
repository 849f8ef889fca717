/** Lists files: by a cursor over the sort key, so that others who come and go move nothing. */
import { type SqlBool, sql } from 'kysely'
import * as v from 'valibot'
import type { Database } from '../sql/openDatabase'
import { meansAll } from '../sql/people/meansAll'
import { pageOf, readCursor, writeCursor } from '../sql/rows/cursor'
import type { FileBook, FileQuery } from './fileBook.store'
import { type EntryRow, entryOf } from './fileRows.sql'

const cursorSchema = v.object({
  folder: v.picklist([0, 1]),
  key: v.union([v.string(), v.number()]),
  id: v.string(),
  total: v.number(),
})
type Cursor = v.InferOutput<typeof cursorSchema>

/** By what rows are in order, and how a row spells that. */
const keys = {
  name: { column: sql<string>`order_key`, of: (row: EntryRow) => row.order_key },
  date: { column: sql<number>`changed_at`, of: (row: EntryRow) => Number(row.changed_at) },
  size: { column: sql<number>`size`, of: (row: EntryRow) => Number(row.size) },
  kind: { column: sql<string>`type || ' ' || order_key`, of: (row: EntryRow) => `${row.type} ${row.order_key}` },
  trashed: { column: sql<number>`trashed_at`, of: (row: EntryRow) => Number(row.trashed_at) },
} as const

function matching(db: Database, account: string, { folder, words, trash, onlyFolders }: FileQuery) {
  const all = db.selectFrom('file_entries').where('account_id', '=', account)
  const found = all.$if(words.length > 0, (query) =>
    query.where((it) =>
      it.or([
        meansAll(it.ref('search_key'), words),
        // A name is found from within as well.
        it.and(
          words.map((word) =>
            it('name_key', 'like', sql<string>`${`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`),
          ),
        ),
      ]),
    ),
  )
  if (trash) return found.where('trash', '<>', sql.lit('')).whereRef('trash', '=', 'id')
  return found
    .where('trash', '=', '')
    .$if(words.length === 0, (query) => query.where('parent', '=', folder))
    .$if(onlyFolders, (query) => query.where('is_folder', '=', 1))
}

export function makeFileQuery(db: Database): FileBook['page'] {
  return async (account, query, { cursor, size }) => {
    const from = readCursor(cursorSchema, cursor)
    const { column, of } = keys[query.trash ? 'trashed' : query.sort]
    const isDown = query.trash || query.order === 'desc'
    const rows = await matching(db, account, query)
      .selectAll()
      .$if(from !== null && !query.trash, (it) => {
        const { folder = 0 } = from ?? {}
        const after = sql<SqlBool>`(${column}, id) ${sql.raw(isDown ? '<' : '>')} (${from?.key ?? ''}, ${from?.id ?? ''})`
        return it.where((where) =>
          where.or([where('is_folder', '<', folder), where.and([where('is_folder', '=', folder), after])]),
        )
      })
      .$if(from !== null && query.trash, (it) =>
        it.where(sql<SqlBool>`(${column}, id) < (${from?.key ?? ''}, ${from?.id ?? ''})`),
      )
      .$if(!query.trash, (it) => it.orderBy('is_folder', 'desc'))
      .orderBy(column, isDown ? 'desc' : 'asc')
      .orderBy('id', isDown ? 'desc' : 'asc')
      .limit(size + 1)
      .execute()
    const { rows: shown, last } = pageOf(rows, size)
    const total = from?.total ?? (last === undefined ? shown.length : await countOf(db, account, query))
    const next: Cursor | null =
      last === undefined ? null : { folder: last.is_folder, key: of(last), id: last.id, total }
    return {
      entries: shown.map(entryOf),
      next: next === null ? '' : writeCursor(next),
      total,
    }
  }
}

async function countOf(db: Database, account: string, query: FileQuery): Promise<number> {
  const { count } = await matching(db, account, query)
    .select((it) => it.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
