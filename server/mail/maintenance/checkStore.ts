/** Refuses to open a data directory whose database and message files do not belong together (TRUST R12): what is lost may be in the other. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { StoreMismatch } from '../../core/storeMismatch'
import { batchesOf } from '../../kit/files/lostFiles'
import { asJson } from '../../sql/connection'
import { type Database, openDatabase } from '../../sql/openDatabase'
import { dataPathsOf } from '../spool/dataPaths'
import { accountsOf, shardOf } from '../spool/notes/noteFormat'
import { arrivalsOf, readMarker } from '../spool/notes/storeMarker'
import { messageEnding, shardsOf } from '../spool/spoolSweep'

const wayOn =
  'Put back what belongs together, or type: npm run account -- rebuild (see "Lost or older parts" in docs/operations.md). Nothing was changed.'
const told = {
  none: 'holds message files, but there is no database, or an empty one',
  noAccounts: 'holds notes of accounts that the database does not have, or there is none',
  other: 'holds message files of another database than the one that is there',
  older: 'holds messages that came after the database that is there was copied',
  missing: 'holds none of the message files that the database refers to',
} as const

/** Files or rows that are looked at where no marker says whose they are. */
const sampled = 200
/** A crash leaves fewer files without a row. */
const crashFiles = 20

/**
 * Throws `StoreMismatch`. Data directories of older versions, which have no marker, are judged by a sample. A gateway may be writing beside it:
 * whatever is read is read in the order in which that proves nothing false. `betweenSteps` is called between rows and their files.
 */
export async function checkStore(dataDir: string, betweenSteps?: () => Promise<void>): Promise<void> {
  const problem = await problemOf(dataDir, betweenSteps)
  if (problem !== null) throw new StoreMismatch(`${dataPathsOf(dataDir).mail} ${told[problem]}. ${wayOn}`)
}

async function problemOf(dataDir: string, betweenSteps?: () => Promise<void>): Promise<keyof typeof told | null> {
  const { database, mail } = dataPathsOf(dataDir)
  const files = await sampleOf(mail)
  const accounts = await notedAccounts(mail)
  const size = await stat(database).then(
    (found) => found.size,
    () => 0,
  )
  if (size === 0) return files.length > 0 ? 'none' : accounts.length > 0 ? 'noAccounts' : null
  const db = openDatabase(database)
  try {
    return await compare(db, dataDir, { files, accounts, betweenSteps })
  } finally {
    await db.destroy()
  }
}

type Found = {
  readonly files: readonly string[]
  readonly accounts: readonly string[]
  readonly betweenSteps: (() => Promise<void>) | undefined
}

async function compare(db: Database, dataDir: string, { files, accounts, betweenSteps }: Found) {
  const { mail } = dataPathsOf(dataDir)
  const tables = await tablesOf(db)
  const withoutFiles = async () => ((await areUnknown(db, tables, accounts)) ? 'noAccounts' : null)
  if (!tables.has('mails')) return files.length > 0 ? 'none' : withoutFiles()
  const marker = await readMarker(dataDir)
  const identity = tables.has('store_identity')
    ? await db.selectFrom('store_identity').select('id').executeTakeFirst()
    : undefined
  if (marker !== null && marker.database === identity?.id) {
    if (marker.arrivals > (await arrivalsOf(db))) return files.length > 0 ? 'older' : withoutFiles()
    return (await areMissing(db, mail, marker.arrivals, betweenSteps)) ? 'missing' : null
  }
  if (marker !== null) return files.length > 0 ? 'other' : withoutFiles()
  if (await areMissing(db, mail, 0, betweenSteps)) return 'missing'
  if (files.length === 0 || (await isAnyReferred(db, tables, files))) return null
  const isUsed = tables.has('accounts') && (await db.selectFrom('accounts').select('id').executeTakeFirst())
  return isUsed && files.length < crashFiles ? null : 'none'
}

async function sampleOf(mail: string): Promise<readonly string[]> {
  const found: string[] = []
  for await (const path of shardsOf(mail))
    for await (const names of batchesOf({ path, ending: messageEnding })) {
      found.push(...names)
      if (found.length >= sampled) return found
    }
  return found
}

async function notedAccounts(mail: string): Promise<readonly string[]> {
  const names = await readdir(accountsOf(mail)).catch(() => [])
  return names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length))
}

/** Whether an account is noted that the database lacks, and whose note is not about to be taken away. */
async function areUnknown(db: Database, tables: ReadonlySet<string>, ids: readonly string[]): Promise<boolean> {
  if (!tables.has('accounts')) return ids.length > 0
  const due = tables.has('due_notes') ? sql`select id from due_notes where kind = 'account'` : sql`select null where 0`
  const { rows } = await sql`
    select 1 from json_each(${asJson(ids)}) where value not in (select id from accounts) and value not in (${due})
    limit 1`.execute(db)
  return rows.length > 0
}

async function tablesOf(db: Database): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** Whether the newest mails beyond a number of arrival have lost all their files. A file is always there before its row. */
async function areMissing(
  db: Database,
  mail: string,
  arrivals: number,
  betweenSteps?: () => Promise<void>,
): Promise<boolean> {
  const rows = await db
    .selectFrom('mails')
    .select('spool')
    .where('seq', '>', arrivals)
    .orderBy('seq', 'desc')
    .limit(sampled)
    .execute()
  await betweenSteps?.()
  for (const { spool } of rows)
    if (await stat(join(mail, shardOf(spool), spool + messageEnding)).catch(() => null)) return false
  // A row goes before its file: of a mail that is removed in this moment neither is there now.
  const spools = rows.map(({ spool }) => spool)
  return rows.length > 0 && (await isAnyReferred(db, new Set(['mails']), spools))
}

async function isAnyReferred(db: Database, tables: ReadonlySet<string>, files: readonly string[]): Promise<boolean> {
  for (const table of ['mails', 'removed_mails', 'outbox']) {
    if (!tables.has(table)) continue
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where spool in (select value from json_each(${asJson(files)})) limit 1`.execute(
      db,
    )
    if (rows.length > 0) return true
  }
  return false
}
