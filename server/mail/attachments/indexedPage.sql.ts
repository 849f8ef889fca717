/** Pages of the index by keyset, in pieces: a word that nothing has holds nobody up. */
import { setImmediate } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import { type AttachmentKind, attachmentKinds } from '#contract/mail/attachmentKinds'
import { nameKeyOf } from '#server/mime/text/searchTokens'
import type { AccountId } from '../../core/account'
import type { Database } from '../../sql/openDatabase'
import { meansAll } from '../../sql/people/meansAll'
import { pageOf } from '../../sql/rows/cursor'
import type { IndexedFile, IndexedPage } from './attachmentIndex.store'
import { type AttachmentQuery, hiddenFolders } from './attachments.store'

/** Rows of the first piece that is looked through, and of each after it. */
const [firstPiece, furtherPiece] = [500, 5_000]

type Place = { readonly receivedAt: number; readonly key: string; readonly uid: number; readonly at: number }

/** Null for what no page said. */
function placeOf(after: string): Place | null {
  const [, receivedAt, key, uid, at] = /^(-?[0-9a-z]{1,11})\.([\w-]{11})\.([0-9a-z]{1,7})\.(\d{1,4})$/.exec(after) ?? []
  if (receivedAt === undefined || key === undefined || uid === undefined || at === undefined) return null
  return { receivedAt: Number.parseInt(receivedAt, 36), key, uid: Number.parseInt(uid, 36), at: Number(at) }
}

const written = ({ receivedAt, key, uid, at }: Place): string =>
  `${receivedAt.toString(36)}.${key}.${uid.toString(36)}.${at}`

const orderOf = sql`a.received_at, a.folder_key, a.uid`
const valuesOf = ({ receivedAt, key, uid }: Place) =>
  sql`cast(${receivedAt} as bigint), cast(${key} as text), cast(${uid} as bigint)`
const behind = (place: Place) =>
  sql<SqlBool>`(${orderOf}) <= (${valuesOf(place)}) and ((${orderOf}) < (${valuesOf(place)}) or a.at > ${place.at})`
const upTo = (place: Place) =>
  sql<SqlBool>`(${orderOf}) >= (${valuesOf(place)}) and ((${orderOf}) > (${valuesOf(place)}) or a.at <= ${place.at})`

export async function indexedPage(
  db: Database,
  account: AccountId,
  { where, after, most, ...wanted }: AttachmentQuery,
): Promise<IndexedPage | null> {
  const folders = await foldersOf(db, account, where)
  if (folders === null) return null
  const keys = [...folders.keys()]
  const found: Row[] = []
  let from = placeOf(after)
  for (let piece = firstPiece; keys.length > 0 && found.length <= most; piece = furtherPiece) {
    const end = await endOfPiece(db, account, from, piece)
    const bounds = [...(from === null ? [] : [behind(from)]), ...(end === null ? [] : [upTo(end)])]
    const fitting = matching(db, account, wanted, keys, bounds)
    found.push(...(await fitting.limit(most + 1 - found.length).execute()))
    if (end === null) break
    from = end
    await setImmediate()
  }
  const { rows, last } = pageOf(found, most)
  return {
    list: rows.flatMap((row) => {
      const folder = folders.get(row.key)
      return folder === undefined ? [] : [fileOf(row, folder)]
    }),
    next: last === undefined ? null : written(placeIn(last)),
  }
}

type Folder = { readonly folder: string; readonly path: string; readonly uidValidity: string }

/** By their keys; null where there is no such folder. */
async function foldersOf(
  db: Database,
  account: AccountId,
  where: AttachmentQuery['where'],
): Promise<ReadonlyMap<string, Folder> | null> {
  const rows = await db
    .selectFrom('attachment_folders')
    .select(['key', 'folder', 'path', 'uid_validity as uidValidity'])
    .where('account_id', '=', account)
    .where('is_gone', '=', 0)
    .execute()
  const hidden = hiddenFolders(where)
  const isMeant = ({ folder }: Folder) => {
    if (typeof where === 'object') return folder === where.folder
    return where === 'sent' ? folder === 'sent' : !hidden.includes(folder)
  }
  const meant = rows.filter(isMeant)
  if (typeof where === 'object' && meant.length === 0) return null
  return new Map(meant.map(({ key, ...folder }) => [key, folder]))
}

const ordered = (db: Database, account: AccountId) =>
  db
    .selectFrom('indexed_attachments as a')
    .where('a.account_id', '=', account)
    .orderBy('a.received_at', 'desc')
    .orderBy('a.folder_key', 'desc')
    .orderBy('a.uid', 'desc')
    .orderBy('a.at')

/** The last place of the next `piece` rows; null where fewer are left. */
async function endOfPiece(db: Database, account: AccountId, from: Place | null, piece: number): Promise<Place | null> {
  const row = await ordered(db, account)
    .select(['a.received_at as receivedAt', 'a.folder_key as key', 'a.uid', 'a.at'])
    .$if(from !== null, (it) => (from === null ? it : it.where(behind(from))))
    .offset(piece - 1)
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : placeIn(row)
}

const placeIn = ({ receivedAt, key, uid, at }: Place): Place => ({
  ...{ receivedAt: Number(receivedAt), key, uid: Number(uid), at: Number(at) },
})

/** Removes what comes after the newest `most` files, in pieces. */
export async function trimIndex(db: Database, account: AccountId, most: number, piece: number): Promise<void> {
  const from = await endOfPiece(db, account, null, most)
  for (let hasMore = from !== null; from !== null && hasMore; ) {
    const end = await endOfPiece(db, account, from, piece)
    let beyond = db.deleteFrom('indexed_attachments as a').where('account_id', '=', account).where(behind(from))
    if (end !== null) beyond = beyond.where(upTo(end))
    await beyond.execute()
    hasMore = end !== null
    await setImmediate()
  }
}

type Wanted = Omit<AttachmentQuery, 'where' | 'after' | 'most'>

function matching(
  db: Database,
  account: AccountId,
  { name, sender, kind, since, before, size }: Wanted,
  keys: readonly string[],
  bounds: readonly ReturnType<typeof behind>[],
) {
  let query = ordered(db, account)
    .select(['a.received_at as receivedAt', 'a.folder_key as key', 'a.uid', 'a.at', 'a.part', 'a.name', 'a.type'])
    .select(['a.kind', 'a.size', 'a.from_name as fromName', 'a.from_address as fromAddress', 'a.subject'])
    .where('a.folder_key', 'in', keys)
  for (const bound of bounds) query = query.where(bound)
  if (kind !== null) query = query.where('a.kind', '=', kind)
  if (since !== null) query = query.where('a.received_at', '>=', since)
  if (before !== null) query = query.where('a.received_at', '<', before)
  if (size !== null) query = query.where('a.size', '>=', size)
  const [names, senders] = [wordsOf(name), wordsOf(sender)]
  if (names.length > 0) query = query.where(meansAll(sql.ref<string>('a.name_key'), names, anywhere))
  return senders.length > 0 ? query.where(meansAll(sql.ref<string>('a.sender_key'), senders, anywhere)) : query
}

/** Words beyond this add cost and no meaning. */
const wordsMost = 12

const wordsOf = (text: string): readonly string[] => nameKeyOf(text).split(/\s+/u).filter(Boolean).slice(0, wordsMost)
const anywhere = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`

type Row = Place & {
  readonly part: string
  readonly name: string
  readonly type: string
  readonly kind: string
  readonly size: number
  readonly fromName: string
  readonly fromAddress: string
  readonly subject: string
}

const kindOf = (word: string): AttachmentKind => attachmentKinds.find((kind) => kind === word) ?? 'other'

function fileOf({ part, name, type, subject, ...row }: Row, folder: Folder): IndexedFile {
  return {
    ...{ ...folder, part, name, type, subject, kind: kindOf(row.kind), size: Number(row.size), uid: Number(row.uid) },
    from: { name: row.fromName, address: row.fromAddress },
    receivedAt: Number(row.receivedAt),
  }
}
