/** How files and folders lie in their tables; one account's are changed one after another. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import { type FileEntry, fileLimits } from '../../src/contract/files/fileRules'
import { Refusal } from '../core/refusal'
import type { Checkpoint } from '../kit/checkpoint'
import { numberedFileName } from '../kit/fileName'
import type { Connection } from '../sql/connection'
import type { Database } from '../sql/openDatabase'
import { personKeys } from '../sql/people/personKeys'
import type { Schema } from '../sql/schema'

declare module '../sql/schema' {
  interface Schema {
    /** Sums of an account. Written first in each change: those of one account take turns. */
    file_books: { account_id: string; bytes: number; entries: number }
    /** Bytes in the `FileStore`; a copy of a file refers to the same ones. */
    file_contents: { id: string; account_id: string; size: number /** That brought them. */; upload: string }
    /** Small pictures of contents; of no type where none can be made. */
    file_thumbnails: { content: string; account_id: string; type: string; bytes: Uint8Array }
    file_entries: {
      id: string
      account_id: string
      /** Empty at the top. */
      parent: string
      name: string
      /** As names are compared; unique within a folder, what lies in the trash aside. */
      name_key: string
      is_folder: 0 | 1
      /** Empty for a folder. */
      content: string
      size: number
      type: string
      changed_at: number
      version: number
      /** Id of what was deleted with this in it, or this itself; empty for what was not. */
      trash: string
      trashed_at: number
      search_key: string
      order_key: string
    }
  }
}

export type EntryRow = Selectable<Schema['file_entries']>

export const entryOf = (row: EntryRow): FileEntry => ({
  id: row.id,
  parent: row.parent,
  name: row.name,
  isFolder: row.is_folder === 1,
  size: Number(row.size),
  type: row.type,
  changedAt: Number(row.changed_at),
  version: row.version,
  ...(row.trash === '' ? {} : { goesAt: Number(row.trashed_at) + fileLimits.trashMs }),
})

export const fileNameKey = (name: string): string => name.normalize('NFC').toLowerCase()

/** Columns that follow from a name. */
export async function nameColumns(name: string) {
  // A file's name has its words between dashes below as well.
  const keys = await personKeys(name.replaceAll('_', ' '))
  return { name, name_key: fileNameKey(name), ...keys }
}

/** Adds to an account's sums. Throws `filesFull` and `quotaExceeded` where there is no room. */
export async function count(
  book: Connection,
  account: string,
  added: { readonly bytes: number; readonly entries: number },
  room = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { bytes, entries } = await book
    .updateTable('file_books')
    .set((it) => ({ bytes: it('bytes', '+', added.bytes), entries: it('entries', '+', added.entries) }))
    .where('account_id', '=', account)
    .returning(['bytes', 'entries'])
    .executeTakeFirstOrThrow()
  if (added.entries > 0 && entries > fileLimits.entries) throw new Refusal('filesFull')
  if (added.bytes > 0 && Number(bytes) > room) throw new Refusal('quotaExceeded')
}

/** Changes files of one account, one after another. */
export function inFiles<T>(
  db: Database,
  account: string,
  work: (book: Connection) => Promise<T>,
  checkpoint?: Checkpoint,
): Promise<T> {
  return db.transaction().execute(async (book) => {
    await book
      .insertInto('file_books')
      .values({ account_id: account, bytes: 0, entries: 0 })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ account_id: account }))
      .execute()
    const done = await work(book)
    await checkpoint?.('filesWritten')
    return done
  })
}

/** Of what lies in no trash; null where that is not there. */
export async function liveRow(book: Connection, account: string, id: string): Promise<EntryRow | null> {
  const row = await book
    .selectFrom('file_entries')
    .selectAll()
    .where('account_id', '=', account)
    .where('id', '=', id)
    .where('trash', '=', '')
    .executeTakeFirst()
  return row ?? null
}

export async function fileBearing(
  book: Connection,
  account: string,
  parent: string,
  name: string,
): Promise<EntryRow | null> {
  const row = await book
    .selectFrom('file_entries')
    .selectAll()
    .where('account_id', '=', account)
    .where('parent', '=', parent)
    .where('name_key', '=', fileNameKey(name))
    .where('trash', '=', '')
    .executeTakeFirst()
  return row ?? null
}

/** Finds names that are free, each taken as soon as it is told; a folder's names are read once. */
export function makeFreeNames(book: Connection, account: string) {
  const folders = new Map<string, { readonly taken: Set<string>; readonly numbers: Map<string, number> }>()
  const namesIn = async (parent: string) => {
    const rows = await book
      .selectFrom('file_entries')
      .select('name_key')
      .where('account_id', '=', account)
      .where('parent', '=', parent)
      .where('trash', '=', '')
      .execute()
    return { taken: new Set(rows.map(({ name_key }) => name_key)), numbers: new Map<string, number>() }
  }
  return async (parent: string, name: string): Promise<string> => {
    const names = folders.get(parent) ?? (await namesIn(parent))
    folders.set(parent, names)
    const key = fileNameKey(name)
    let free = name
    for (let number = names.numbers.get(key) ?? 2; names.taken.has(fileNameKey(free)); number += 1) {
      free = numberedFileName(name, number, fileLimits.nameBytes)
      names.numbers.set(key, number + 1)
    }
    names.taken.add(fileNameKey(free))
    return free
  }
}

/** The folder and those above it, the outermost first; null where it is none, or in the trash. */
export async function stepsTo(book: Connection, account: string, folder: string) {
  const steps: { readonly id: string; readonly name: string }[] = []
  for (let id = folder; id !== ''; ) {
    const row = await liveRow(book, account, id)
    if (row?.is_folder !== 1) return null
    steps.unshift({ id, name: row.name })
    id = row.parent
  }
  return steps
}

/** Rows that are read at once: others have their turn between. */
const readAtOnce = 500

/** An entry and all within it that has the same mark of the trash; itself has `depth` 1. */
export async function subtree(
  book: Connection,
  account: string,
  root: EntryRow,
): Promise<readonly (EntryRow & { readonly depth: number })[]> {
  if (root.is_folder === 0) return [{ ...root, depth: 1 }]
  // `cross join` has SQLite go from each folder to its children, and never through all entries.
  const { rows: found } = await sql<{ id: string; depth: number }>`
    with recursive tree (entry, depth, place) as (
      select id, 1, order_key from file_entries
        where account_id = ${account} and id = ${root.id} and trash = ${root.trash}
      union all
      select child.id, tree.depth + 1, child.order_key from tree cross join file_entries as child
        where child.parent = tree.entry and child.account_id = ${account} and child.trash = ${root.trash})
    select entry as id, depth from tree order by depth, place, entry`.execute(book)
  const tree: (EntryRow & { readonly depth: number })[] = []
  for (let at = 0; at < found.length; at += readAtOnce) {
    if (at > 0) await nextTurn()
    const some = found.slice(at, at + readAtOnce)
    const ids = some.map(({ id }) => id)
    const rows = await book.selectFrom('file_entries').selectAll().where('id', 'in', ids).execute()
    const known = new Map(rows.map((row) => [row.id, row]))
    for (const { id, depth } of some) {
      const row = known.get(id)
      if (row !== undefined) tree.push({ ...row, depth })
    }
  }
  return tree
}
