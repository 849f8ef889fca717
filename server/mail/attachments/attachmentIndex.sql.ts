/** The index of files over a mail server, in the product's own database: one SQL for both. */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type Generated, type Selectable, sql } from 'kysely'
import { attachmentKind } from '#contract/mail/attachmentKinds'
import { nameKeyOf } from '#server/mime/text/searchTokens'
import type { AccountId } from '../../core/account'
import type { Connection } from '../../sql/connection'
import type { Database } from '../../sql/openDatabase'
import type { Schema } from '../../sql/schema'
import { truth } from '../../sql/truth'
import type { AttachmentIndex, IndexedFolder, IndexStanding } from './attachmentIndex.store'
import type { FilePlace, MessageFiles, SourceFolders } from './fileSource.port'
import { indexedPage, trimIndex } from './indexedPage.sql'

declare module '../../sql/schema' {
  interface Schema {
    attachment_indexes: {
      account_id: string
      /** Below 0: when mail arrived after the look. */
      looked_at: number
      asked_at: number
    }
    attachment_folders: {
      account_id: string
      key: string
      folder: string
      path: string
      uid_validity: string
      /** As the server said at the last look. */
      messages: number
      uid_next: number
      upto: number
      low: number
      entered: number
      /** 1: its files wait to be removed, and are shown no more. */
      is_gone: number
      /** How often in a row the server refused it, and until when it is not asked for. */
      refusals: Generated<number>
      retry_at: Generated<number>
    }
    indexed_attachments: {
      account_id: string
      folder_key: string
      uid: number
      /** The file's number within its message. */
      at: number
      received_at: number
      part: string
      name: string
      /** As every spelling shares it. */
      name_key: string
      sender_key: string
      type: string
      kind: string
      size: number
      from_name: string
      from_address: string
      subject: string
    }
  }
}

/** Rows of one statement that writes or removes them. */
const pieceOfRows = 500
/** Milliseconds that a look at all folders may take. */
const lookMostMs = 600_000
/** Milliseconds within which what was set aside is still waited for. */
const waitedForMs = 60_000
/** Accounts that a sweep forgets at a time. */
const sweptAtOnce = 20

const keyOf = ({ path, uidValidity }: FilePlace): string =>
  createHash('sha256').update(`${uidValidity} ${path}`).digest('base64url').slice(0, 11)

const isBehind = sql<boolean>`(low > 1 or upto <> uid_next or entered <> messages)`
const isDue = (now: number) => sql<boolean>`(is_gone = 1 or (retry_at <= ${now} and ${isBehind}))`

export function makeAttachmentIndex(db: Database): AttachmentIndex {
  return {
    look: (account, folders, now) => db.transaction().execute((within) => look(within, account, folders, now)),
    noteAsked: async (account, now) => {
      await db.updateTable('attachment_indexes').set({ asked_at: now }).where('account_id', '=', account).execute()
    },
    noteArrival: async (account, now) => {
      const of = db.updateTable('attachment_indexes').set({ looked_at: -now }).where('account_id', '=', account)
      return (await of.executeTakeFirst()).numUpdatedRows > 0n
    },
    standing: (account, now) => standingOf(db, account, now),
    page: (account, query) => indexedPage(db, account, query),
    clearGone: (account) => clearGone(db, account),
    ...progressIn(db),
    ...removalIn(db),
    sweep: async (before) => {
      // A gateway of before 0114 leaves it out.
      const unknown = db.updateTable('attachment_indexes').where('asked_at', '=', 0)
      await unknown.set({ asked_at: sql<number>`abs(looked_at)` }).execute()
      const old = await db
        .selectFrom('attachment_indexes')
        .select('account_id as id')
        .where('asked_at', '<', before)
        .limit(sweptAtOnce)
        .execute()
      for (const { id } of old) await forget(db, id, before)
    },
  }
}

function progressIn(db: Database): Pick<AttachmentIndex, 'unsettled' | 'enter' | 'settle' | 'setAside'> {
  const ofFolder = (within: Connection, account: AccountId, { key, upto, low }: IndexedFolder) =>
    within
      .updateTable('attachment_folders')
      .where('account_id', '=', account)
      .where('key', '=', key)
      .where('is_gone', '=', 0)
      // Another worker may have moved it on meanwhile.
      .where('upto', '=', upto)
      .where('low', '=', low)
  return {
    unsettled: async (account, now) => {
      const rows = await db
        .selectFrom('attachment_folders')
        .selectAll()
        .where('account_id', '=', account)
        .where('is_gone', '=', 0)
        .where(isDue(now))
        // What has just come, then where least is read: no folder waits for the whole of another.
        .orderBy(sql`case when upto <> uid_next then 0 else 1 end`)
        .orderBy('entered')
        .orderBy('path')
        .execute()
      return rows.map(folderOf)
    },
    enter: (account, folder, { low, upto, count, messages }, refusals = 0) =>
      db.transaction().execute(async (within) => {
        const moved = await ofFolder(within, account, folder)
          .set({ low, upto, entered: sql<number>`entered + ${count}`, refusals, retry_at: 0 })
          .executeTakeFirst()
        if (moved.numUpdatedRows === 0n) return false
        const rows = filesOf(account, folder.key, messages)
        for (let at = 0; at < rows.length; at += pieceOfRows) {
          if (at > 0) await setImmediate()
          const piece = rows.slice(at, at + pieceOfRows)
          await within
            .insertInto('indexed_attachments')
            .values(piece)
            .onConflict((it) => it.doNothing())
            .execute()
        }
        return true
      }),
    settle: async (account, folder, { exists, upto }) => {
      await ofFolder(db, account, folder)
        .set({ low: 1, upto, uid_next: upto, entered: exists, messages: exists, refusals: 0, retry_at: 0 })
        .execute()
    },
    setAside: async (account, folder, { refusals, retryAt }) => {
      await ofFolder(db, account, folder).set({ refusals, retry_at: retryAt }).execute()
    },
  }
}

function removalIn(db: Database): Pick<AttachmentIndex, 'uids' | 'remove' | 'count' | 'trim'> {
  return {
    uids: async (account, key, after, most) => {
      const rows = await db
        .selectFrom('indexed_attachments')
        .select('uid')
        .distinct()
        .where('account_id', '=', account)
        .where('folder_key', '=', key)
        .where('uid', '>', after)
        .orderBy('uid')
        .limit(most)
        .execute()
      return rows.map(({ uid }) => Number(uid))
    },
    remove: async (account, key, uids) => {
      for (let at = 0; at < uids.length; at += pieceOfRows)
        await db
          .deleteFrom('indexed_attachments')
          .where('account_id', '=', account)
          .where('folder_key', '=', key)
          .where('uid', 'in', uids.slice(at, at + pieceOfRows))
          .execute()
    },
    count: async (account) => {
      const row = await db
        .selectFrom('indexed_attachments')
        .select((it) => it.fn.countAll().as('count'))
        .where('account_id', '=', account)
        .executeTakeFirst()
      return Number(row?.count ?? 0)
    },
    trim: (account, most) => trimIndex(db, account, most, pieceOfRows),
  }
}

async function look(
  within: Connection,
  account: AccountId,
  { counted, uncounted }: SourceFolders,
  now: number,
): Promise<void> {
  const looked = await within
    .insertInto('attachment_indexes')
    .values({ account_id: account, looked_at: now, asked_at: now })
    .onConflict((it) =>
      it
        .column('account_id')
        // What arrived after the question may not be in the answer.
        .doUpdateSet({
          looked_at: sql<number>`case when attachment_indexes.looked_at between ${-now - lookMostMs} and ${-now - 1}
            then attachment_indexes.looked_at else ${now} end`,
        })
        // What is later by more was written by a clock that was wrong.
        .where(sql<boolean>`attachment_indexes.looked_at not between ${now + 1} and ${now + lookMostMs}`),
    )
    .executeTakeFirst()
  if (looked.numInsertedOrUpdatedRows === 0n) return
  const before = await within
    .selectFrom('attachment_folders')
    .selectAll()
    .where('account_id', '=', account)
    .where('is_gone', '=', 0)
    .execute()
  const known = new Map(before.map((row) => [row.key, folderOf(row)]))
  for (const found of counted) {
    const { folder, path, uidValidity, messages, uidNext } = found
    const key = keyOf(found)
    const one = known.get(key)
    known.delete(key)
    if (one === undefined) {
      const about = { account_id: account, key, folder, path, uid_validity: uidValidity, messages }
      await within
        .insertInto('attachment_folders')
        .values({ ...about, uid_next: uidNext, upto: uidNext, low: uidNext, entered: 0, is_gone: truth(false) })
        .onConflict((it) => it.doNothing())
        .execute()
    } else if (one.folder !== folder || one.messages !== messages || one.uidNext !== uidNext) {
      await within
        .updateTable('attachment_folders')
        .set({ folder, messages, uid_next: uidNext })
        .where('account_id', '=', account)
        .where('key', '=', key)
        .execute()
    }
  }
  for (const [key, { path }] of known) {
    if (uncounted.includes(path)) continue
    await within
      .updateTable('attachment_folders')
      .set({ is_gone: truth(true) })
      .where('account_id', '=', account)
      .where('key', '=', key)
      .execute()
  }
}

/** Stopped at any point, no folder stands as read whose files are gone. */
async function forget(db: Database, account: AccountId, before: number): Promise<void> {
  const old = db.selectFrom('attachment_indexes as i').select('i.account_id').where('i.asked_at', '<', before)
  await db
    .updateTable('attachment_folders')
    .set({ is_gone: truth(true) })
    .where('account_id', '=', account)
    .where('account_id', 'in', old)
    .execute()
  while (await clearGone(db, account)) await setImmediate()
  await db.deleteFrom('attachment_indexes').where('account_id', '=', account).where('asked_at', '<', before).execute()
}

async function standingOf(db: Database, account: AccountId, now: number): Promise<IndexStanding> {
  const row = await db
    .selectFrom('attachment_indexes as i')
    .leftJoin('attachment_folders as f', 'f.account_id', 'i.account_id')
    .where('i.account_id', '=', account)
    .groupBy(['i.looked_at', 'i.asked_at'])
    .select([
      'i.looked_at as lookedAt',
      'i.asked_at as askedAt',
      sql<number>`coalesce(sum(case when is_gone = 0 then messages else 0 end), 0)`.as('total'),
      sql<number>`coalesce(sum(case when is_gone = 0 and messages > entered and retry_at <= ${now + waitedForMs}
        then messages - entered else 0 end), 0)`.as('waiting'),
      sql<number | null>`min(case when is_gone = 0 and retry_at > 0 and ${isBehind} then retry_at end)`.as('retryAt'),
      sql<number>`coalesce(sum(case when ${isDue(now)} then 1 else 0 end), 0)`.as('unsettled'),
    ])
    .executeTakeFirst()
  if (row === undefined) return { lookedAt: null, askedAt: 0, total: 0, waiting: 0, retryAt: null, isSettled: false }
  return {
    lookedAt: Number(row.lookedAt),
    askedAt: Number(row.askedAt),
    total: Number(row.total),
    waiting: Number(row.waiting),
    retryAt: row.retryAt === null ? null : Number(row.retryAt),
    isSettled: Number(row.unsettled) === 0,
  }
}

async function clearGone(db: Database, account: AccountId): Promise<boolean> {
  const gone = await db
    .selectFrom('attachment_folders')
    .select('key')
    .where('account_id', '=', account)
    .where('is_gone', '=', 1)
    .executeTakeFirst()
  if (gone === undefined) return false
  const ofKey = db
    .selectFrom('indexed_attachments')
    .where('account_id', '=', account)
    .where('folder_key', '=', gone.key)
  const rows = await ofKey.select('uid').orderBy('uid').limit(pieceOfRows).execute()
  const last = rows.at(-1)
  if (last === undefined) {
    await db.deleteFrom('attachment_folders').where('account_id', '=', account).where('key', '=', gone.key).execute()
    return true
  }
  await db
    .deleteFrom('indexed_attachments')
    .where('account_id', '=', account)
    .where('folder_key', '=', gone.key)
    .where('uid', '<=', last.uid)
    .execute()
  return true
}

function folderOf(row: Selectable<Schema['attachment_folders']>): IndexedFolder {
  const { key, folder, path } = row
  return {
    ...{ key, folder, path, uidValidity: row.uid_validity },
    messages: Number(row.messages),
    uidNext: Number(row.uid_next),
    upto: Number(row.upto),
    low: Number(row.low),
    entered: Number(row.entered),
    refusals: row.refusals,
  }
}

function filesOf(account: AccountId, key: string, messages: readonly MessageFiles[]) {
  return messages.flatMap(({ uid, from, subject, receivedAt, files }) =>
    files.map((file, at) => ({
      ...{ account_id: account, folder_key: key, uid, at, received_at: receivedAt, part: file.part },
      ...{ name: file.name, name_key: nameKeyOf(file.name), sender_key: nameKeyOf(`${from.name} ${from.address}`) },
      ...{ type: file.type, kind: attachmentKind(file), size: Math.max(0, Math.trunc(file.size)) },
      ...{ from_name: from.name, from_address: from.address, subject },
    })),
  )
}
