/** Files and folders of a person: which there are, and what becomes of them and their bytes. */
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { fileLimits, type SameNameWay } from '../../src/contract/files/fileRules'
import { Refusal } from '../core/refusal'
import type { Checkpoint } from '../kit/checkpoint'
import { numberedFileName } from '../kit/fileName'
import type { Connection } from '../sql/connection'
import type { Database } from '../sql/openDatabase'
import type { FileBook, FoundFile, NewFile } from './fileBook.store'
import { makeFileQuery } from './fileQuery.sql'
import {
  count,
  type EntryRow,
  entryOf,
  fileBearing,
  fileNameKey,
  inFiles,
  liveRow,
  makeFreeNames,
  nameColumns,
  stepsTo,
  subtree,
} from './fileRows.sql'
import type { FileStore } from './fileStore.port'

/** Rows that are written in one statement. */
const rowsAtOnce = 200

export function makeFileBook(db: Database, store: FileStore, checkpoint?: Checkpoint): FileBook {
  const removeContents = async (ids: readonly string[]) => {
    // What cannot be taken away now is swept later.
    await store.remove(ids).catch(() => undefined)
  }
  const inTurn: InTurn = (account, work) => inFiles(db, account, work, checkpoint)
  return {
    ...readings(db, store),
    ...changes(inTurn),
    ...arrivals(db, inTurn, store, removeContents),
    ...removals(db, inTurn, store, removeContents),
  }
}

/** Changes files of one account, one after another. */
type InTurn = <T>(account: string, work: (book: Connection) => Promise<T>) => Promise<T>
type Removing = (contents: readonly string[]) => Promise<void>
type Readings = Pick<
  FileBook,
  | (
      | 'page'
      | 'path'
      | 'find'
      | 'findLive'
      | 'findByUpload'
      | 'read'
      | 'thumbnail'
      | 'keepThumbnail'
      | 'within'
      | 'bytes'
    )
  | 'refuseTaken'
>

function readings(db: Database, store: FileStore): Readings {
  return {
    page: makeFileQuery(db),
    path: (account, folder) => stepsTo(db, account, folder),
    find: async (account, id) => {
      const row = await rowOf(db, account, id)
      return row === null ? null : entryOf(row)
    },
    findLive: async (account, ids) => {
      if (ids.length === 0) return []
      const live = db.selectFrom('file_entries').selectAll().where('account_id', '=', account).where('trash', '=', '')
      return (await live.where('id', 'in', ids).execute()).map(entryOf)
    },
    findByUpload: async (account, upload) => {
      const row = await uploadedRow(db, account, upload)
      return row === null ? null : entryOf(row)
    },
    read: async (account, id, range) => {
      const row = await rowOf(db, account, id)
      return row === null || row.is_folder === 1 ? null : store.read(row.content, range)
    },
    thumbnail: async (account, id) => {
      const row = await db
        .selectFrom('file_thumbnails')
        .innerJoin('file_entries', 'file_entries.content', 'file_thumbnails.content')
        .select(['file_thumbnails.type', 'file_thumbnails.bytes'])
        .where('file_entries.account_id', '=', account)
        .where('file_entries.id', '=', id)
        .executeTakeFirst()
      return row ?? null
    },
    keepThumbnail: async (account, id, { type, bytes }) => {
      const row = await rowOf(db, account, id)
      if (row === null || row.is_folder === 1) return
      await db
        .insertInto('file_thumbnails')
        .values({ content: row.content, account_id: account, type, bytes })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    refuseTaken: async (account, folder, named) => {
      for (const { name } of named) await freeOrThrow(db, account, folder, name)
    },
    within: (account, ids) => filesWithin(db, account, ids),
    bytes: async (account) => {
      const row = await db.selectFrom('file_books').select('bytes').where('account_id', '=', account).executeTakeFirst()
      return Number(row?.bytes ?? 0)
    },
  }
}

function changes(inTurn: InTurn): Pick<FileBook, 'addFolder' | 'rename' | 'move' | 'copy' | 'trash' | 'restore'> {
  return {
    addFolder: async (account, { id, parent, name }, now) => {
      const names = await nameColumns(name)
      return inTurn(account, async (book) => {
        await placeIn(book, account, parent, { depth: 1, entries: 1 })
        await freeOrThrow(book, account, parent, name)
        await count(book, account, { bytes: 0, entries: 1 })
        return insert(book, { ...noFile, id, account_id: account, parent, ...names, is_folder: 1, changed_at: now })
      })
    },
    rename: async (account, id, { version, name, now }) => {
      const names = await nameColumns(name)
      return inTurn(account, async (book) => {
        const row = await liveRow(book, account, id)
        if (row === null) throw new Refusal('notFound')
        if (row.version !== version) throw new Refusal('fileChanged', { payload: { entry: entryOf(row) } })
        await freeOrThrow(book, account, row.parent, name, id)
        return change(book, row, { ...names, changed_at: now, version: version + 1 })
      })
    },
    move: (account, ids, { folder, same, now }) =>
      inTurn(account, (book) => moveAll(book, account, ids, { folder, same, now })),
    copy: (account, ids, folder, { now, room }) =>
      inTurn(account, (book) => copyAll(book, account, ids, { folder, now, room })),
    trash: (account, ids, now) =>
      inTurn(account, async (book) => {
        const gone: string[] = []
        for (const id of new Set(ids)) {
          const row = await liveRow(book, account, id)
          if (row === null) continue
          await toTrash(book, account, row, now)
          gone.push(id)
        }
        if (gone.length === 0) throw new Refusal('notFound')
        return gone
      }),
    restore: (account, ids) => inTurn(account, (book) => restoreAll(book, account, ids)),
  }
}

function arrivals(db: Database, inTurn: InTurn, store: FileStore, removeContents: Removing): Pick<FileBook, 'addFile'> {
  return {
    addFile: async (account, file, same, { now, room }) => {
      // Looked at first without a lock: what is refused copies nothing.
      const known = await uploadedRow(db, account, file.upload)
      if (known !== null) return entryOf(known)
      await placeIn(db, account, file.parent, { depth: 0, entries: 1 })
      if (same === 'ask') await freeOrThrow(db, account, file.parent, file.name)
      const content = randomUUID()
      // The bytes first: those without a row are swept, a row without bytes could never be read.
      const size = await store.put(content, file.source)
      try {
        if (file.size !== null && size !== file.size) throw new Refusal('uploadChecksum')
        return await inTurn(account, async (book) => {
          const meanwhile = await uploadedRow(book, account, file.upload)
          if (meanwhile !== null) throw new StoredMeanwhile(meanwhile)
          return recordFile(book, account, { ...file, size, content, same, now, room })
        })
      } catch (error) {
        await removeContents([content])
        if (error instanceof StoredMeanwhile) return entryOf(error.row)
        throw error
      }
    },
  }
}

function removals(
  db: Database,
  inTurn: InTurn,
  store: FileStore,
  removeContents: Removing,
): Pick<FileBook, 'remove' | 'removeAll' | 'sweep'> {
  return {
    remove: (account, ids) => removeTrash(db, inTurn, account, { ids, removeContents }),
    removeAll: async (account) => {
      const rows = await db.selectFrom('file_contents').select('id').where('account_id', '=', account).execute()
      // The rows last: while one of them is there, the removal can be asked again.
      await store.remove(idsOf(rows))
      for (const table of ['file_thumbnails', 'file_entries', 'file_contents', 'file_books'] as const)
        await db.deleteFrom(table).where('account_id', '=', account).execute()
    },
    sweep: async (trashedBefore, strayBefore) => {
      const old = await db
        .selectFrom('file_entries')
        .select('account_id')
        .distinct()
        .where('trash', '<>', sql.lit(''))
        .whereRef('trash', '=', 'id')
        .where('trashed_at', '<', trashedBefore)
        .execute()
      for (const { account_id } of old)
        await removeTrash(db, inTurn, account_id, { ids: null, trashedBefore, removeContents })
      if (strayBefore !== null) await store.sweep(strayBefore, (ids) => unknownIds(db, ids))
    },
  }
}

/** Another request stored the same upload while this one copied its bytes. */
class StoredMeanwhile extends Error {
  constructor(readonly row: EntryRow) {
    super('stored meanwhile')
  }
}

const noFile = { content: '', size: 0, type: '', version: 1, trash: '', trashed_at: 0 } as const

/** The archives of accounts that are left lie in the same store. */
async function unknownIds(db: Database, contents: readonly string[]): Promise<readonly string[]> {
  const unknown = new Set(contents)
  await inPieces(contents, async (ids) => {
    const files = await db.selectFrom('file_contents').select('id').where('id', 'in', ids).execute()
    const archives = await db.selectFrom('account_exports').select('file').where('file', 'in', ids).execute()
    for (const known of [...files.map(({ id }) => id), ...archives.map(({ file }) => file)]) unknown.delete(known ?? '')
  })
  return [...unknown]
}

async function rowOf(book: Connection, account: string, id: string): Promise<EntryRow | null> {
  const row = await book
    .selectFrom('file_entries')
    .selectAll()
    .where((it) => it.and({ account_id: account, id }))
    .executeTakeFirst()
  return row ?? null
}

async function uploadedRow(book: Connection, account: string, upload: string): Promise<EntryRow | null> {
  const row = await book
    .selectFrom('file_entries')
    .innerJoin('file_contents', 'file_contents.id', 'file_entries.content')
    .selectAll('file_entries')
    .where('file_contents.account_id', '=', account)
    .where('file_contents.upload', '=', upload)
    .orderBy('file_entries.changed_at')
    .executeTakeFirst()
  return row ?? null
}

async function insert(book: Connection, row: EntryRow) {
  await book.insertInto('file_entries').values(row).execute()
  return entryOf(row)
}

async function change(book: Connection, row: EntryRow, columns: Partial<EntryRow>) {
  await book
    .updateTable('file_entries')
    .set(columns)
    .where('account_id', '=', row.account_id)
    .where('id', '=', row.id)
    .execute()
  return entryOf({ ...row, ...columns })
}

type Placed = { readonly depth: number; readonly entries: number }

/** Throws where there is no such folder, or no room in it; folders that come are `depth` deep. */
async function placeIn(book: Connection, account: string, folder: string, { depth, entries }: Placed) {
  const steps = await stepsTo(book, account, folder)
  if (steps === null) throw new Refusal('notFound', { field: 'folder' })
  if (steps.length + depth > fileLimits.depth) throw new Refusal('foldersTooDeep')
  const { held } = await book
    .selectFrom('file_entries')
    .select((it) => it.fn.countAll().as('held'))
    .where('account_id', '=', account)
    .where('parent', '=', folder)
    .where('trash', '=', '')
    .executeTakeFirstOrThrow()
  if (Number(held) + entries > fileLimits.entriesPerFolder) throw new Refusal('filesFull')
  return steps
}

/** Throws `fileExists` where another than `own` bears the name. */
async function freeOrThrow(book: Connection, account: string, parent: string, name: string, own = '') {
  const bearer = await fileBearing(book, account, parent, name)
  if (bearer !== null && bearer.id !== own)
    throw new Refusal('fileExists', {
      field: 'name',
      payload: { existing: bearer.id, name: bearer.name, isFolder: bearer.is_folder === 1 },
    })
}

type Arrival = { readonly parent: string; readonly name: string; readonly same: SameNameWay; readonly now: number }

/** The name under which something comes to a folder. A file that is replaced goes to the trash. */
async function nameThere(
  book: Connection,
  account: string,
  { parent, name, same, now }: Arrival,
  freeName = makeFreeNames(book, account),
): Promise<string> {
  if (same === 'number') return freeName(parent, name)
  const bearer = await fileBearing(book, account, parent, name)
  if (bearer === null) return name
  if (same === 'ask' || bearer.is_folder === 1) await freeOrThrow(book, account, parent, name)
  await toTrash(book, account, bearer, now)
  return name
}

type RecordedFile = NewFile & {
  readonly size: number
  readonly content: string
  readonly same: SameNameWay
  readonly now: number
  readonly room: number
}

async function recordFile(book: Connection, account: string, file: RecordedFile) {
  const { parent, size, type, content, upload, now } = file
  await placeIn(book, account, parent, { depth: 0, entries: 1 })
  const names = await nameColumns(await nameThere(book, account, file))
  await count(book, account, { bytes: size, entries: 1 }, file.room)
  await book.insertInto('file_contents').values({ id: content, account_id: account, size, upload }).execute()
  const row = { ...noFile, id: randomUUID(), account_id: account, parent, ...names, is_folder: 0, content } as const
  return insert(book, { ...row, size, type, changed_at: now })
}

async function toTrash(book: Connection, account: string, row: EntryRow, now: number): Promise<void> {
  const tree = await subtree(book, account, row)
  await inPieces(idsOf(tree), (ids) =>
    book
      .updateTable('file_entries')
      .set({ trash: row.id, trashed_at: now })
      .where('account_id', '=', account)
      .where('id', 'in', ids)
      .execute(),
  )
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

async function inPieces(ids: readonly string[], work: (ids: readonly string[]) => Promise<unknown>) {
  for (let at = 0; at < ids.length; at += rowsAtOnce) await work(ids.slice(at, at + rowsAtOnce))
}

type Target = { readonly folder: string; readonly now: number }

/** Each with what it holds; throws where one would come into itself. */
async function arriving(book: Connection, account: string, ids: readonly string[], folder: string) {
  const trees: (readonly (EntryRow & { readonly depth: number })[])[] = []
  for (const id of new Set(ids)) {
    const row = await liveRow(book, account, id)
    if (row !== null) trees.push(await subtree(book, account, row))
  }
  if (trees.length === 0) throw new Refusal('notFound')
  const folderDepth = (tree: (typeof trees)[number]) =>
    tree.reduce((most, { is_folder, depth }) => (is_folder === 1 ? Math.max(most, depth) : most), 0)
  const depth = Math.max(...trees.map(folderDepth))
  const steps = await placeIn(book, account, folder, { depth, entries: trees.length })
  if (trees.some(([root]) => steps.some(({ id }) => id === root?.id))) throw new Refusal('folderIntoItself')
  return trees
}

async function moveAll(
  book: Connection,
  account: string,
  ids: readonly string[],
  { folder, same, now }: Target & { readonly same: SameNameWay },
): Promise<number> {
  let moved = 0
  const freeName = makeFreeNames(book, account)
  for (const [root] of await arriving(book, account, ids, folder)) {
    if (root === undefined || root.parent === folder) continue
    const name = await nameThere(book, account, { parent: folder, name: root.name, same, now }, freeName)
    await change(book, root, { parent: folder, ...(name === root.name ? {} : await nameColumns(name)) })
    moved += 1
  }
  return moved
}

async function copyAll(
  book: Connection,
  account: string,
  ids: readonly string[],
  { folder, now, room }: Target & { readonly room: number },
): Promise<number> {
  const trees = await arriving(book, account, ids, folder)
  const freeName = makeFreeNames(book, account)
  for (const tree of trees) {
    const bytes = tree.reduce((sum, { size }) => sum + Number(size), 0)
    await count(book, account, { bytes, entries: tree.length }, room)
    const copies = new Map<string, string>()
    const rows: EntryRow[] = []
    for (const { depth, ...row } of tree) {
      const id = randomUUID()
      copies.set(row.id, id)
      const names = depth === 1 ? await nameColumns(await freeName(folder, row.name)) : {}
      const parent = depth === 1 ? folder : (copies.get(row.parent) ?? folder)
      rows.push({ ...row, ...names, id, parent, version: 1, changed_at: now })
    }
    for (let at = 0; at < rows.length; at += rowsAtOnce)
      await book
        .insertInto('file_entries')
        .values(rows.slice(at, at + rowsAtOnce))
        .execute()
  }
  return trees.length
}

async function restoreAll(book: Connection, account: string, ids: readonly string[]): Promise<number> {
  let restored = 0
  const freeName = makeFreeNames(book, account)
  for (const id of new Set(ids)) {
    const row = await rowOf(book, account, id)
    if (row?.trash !== id) continue
    const isThere = (await stepsTo(book, account, row.parent)) !== null
    const parent = isThere ? row.parent : ''
    await placeIn(book, account, parent, { depth: 0, entries: 1 })
    const names = await nameColumns(await freeName(parent, row.name))
    const tree = await subtree(book, account, row)
    await change(book, row, { parent, ...names })
    await inPieces(idsOf(tree), (some) =>
      book
        .updateTable('file_entries')
        .set({ trash: '', trashed_at: 0 })
        .where('account_id', '=', account)
        .where('id', 'in', some)
        .execute(),
    )
    restored += 1
  }
  if (restored === 0) throw new Refusal('notFound')
  return restored
}

type Trash = {
  readonly ids: readonly string[] | null
  readonly trashedBefore?: number
  readonly removeContents: Removing
}

/** Removes piece by piece, since all wait while SQLite writes; answers how many there were. */
async function removeTrash(
  db: Database,
  inTurn: InTurn,
  account: string,
  { ids, trashedBefore, removeContents }: Trash,
): Promise<number> {
  const wanted = db
    .selectFrom('file_entries')
    .select('id')
    .where('account_id', '=', account)
    .where('trash', '<>', sql.lit(''))
    .whereRef('trash', '=', 'id')
    .$if(ids !== null, (query) => query.where('id', 'in', ids ?? []))
    .$if(trashedBefore !== undefined, (query) => query.where('trashed_at', '<', trashedBefore ?? 0))
  const roots = ids?.length === 0 ? [] : await wanted.execute()
  let removed = 0
  await inPieces(idsOf(roots), async (some) => {
    for (let rows = rowsAtOnce; rows === rowsAtOnce; await setImmediate()) {
      const piece = await inTurn(account, (book) => removePiece(book, account, some, trashedBefore))
      await removeContents(piece.freed)
      removed += piece.removed
      rows = piece.rows
    }
  })
  return removed
}

/** Up to `rowsAtOnce` entries of the trash, and what nothing refers to any more. */
async function removePiece(book: Connection, account: string, roots: readonly string[], trashedBefore?: number) {
  const some = await book
    .selectFrom('file_entries')
    .select('id')
    .where('account_id', '=', account)
    .where('trash', 'in', roots)
    // Of the index of the trash.
    .where('trash', '<>', sql.lit(''))
    .$if(trashedBefore !== undefined, (query) => query.where('trashed_at', '<', trashedBefore ?? 0))
    // Each root last: what is broken off is still found in the trash.
    .orderBy((it) => it.case().when('trash', '=', it.ref('id')).then(it.lit(1)).else(it.lit(0)).end())
    .limit(rowsAtOnce)
    .execute()
  if (some.length === 0) return { rows: 0, removed: 0, freed: [] }
  const gone = await book
    .deleteFrom('file_entries')
    .where('account_id', '=', account)
    .where('id', 'in', idsOf(some))
    .returning(['id', 'trash', 'size', 'content'])
    .execute()
  const bytes = gone.reduce((sum, { size }) => sum + Number(size), 0)
  await count(book, account, { bytes: -bytes, entries: -gone.length })
  const contents = gone.flatMap(({ content }) => (content === '' ? [] : [content]))
  const unused =
    contents.length === 0
      ? []
      : await book
          .deleteFrom('file_contents')
          .where('account_id', '=', account)
          .where('id', 'in', contents)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('file_entries')
                  .select('file_entries.id')
                  .whereRef('file_entries.content', '=', 'file_contents.id'),
              ),
            ),
          )
          .returning('id')
          .execute()
  const freed = idsOf(unused)
  if (freed.length > 0) await book.deleteFrom('file_thumbnails').where('content', 'in', freed).execute()
  return { rows: gone.length, removed: gone.filter(({ id, trash }) => id === trash).length, freed }
}

/** Each file once, also where its folder was chosen too; chosen folders of one name get numbers. */
async function* filesWithin(db: Database, account: string, ids: readonly string[]): AsyncGenerator<FoundFile> {
  const chosen = new Set(ids)
  const taken = new Set<string>()
  for (const id of chosen) {
    const root = await liveRow(db, account, id)
    if (root === null) continue
    const above = root.parent === '' ? [] : ((await stepsTo(db, account, root.parent)) ?? [])
    if (above.some((step) => chosen.has(step.id))) continue
    const top = root.is_folder === 1 ? untaken(taken, root.name) : root.name
    const folders = new Map<string, readonly string[]>()
    for (const { id: entry, parent, name, size, is_folder } of await subtree(db, account, root)) {
      const steps = folders.get(parent) ?? []
      if (is_folder === 1) folders.set(entry, [...steps, entry === id ? top : name])
      else yield { folders: steps, name, id: entry, size: Number(size) }
    }
  }
}

function untaken(taken: Set<string>, name: string): string {
  let free = name
  for (let number = 2; taken.has(fileNameKey(free)); number += 1)
    free = numberedFileName(name, number, fileLimits.nameBytes)
  taken.add(fileNameKey(free))
  return free
}
