/** Copies a store that is in use: the database as it stood at one moment, and every file that it refers to. */
import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { sql } from 'kysely'
import { shardedPath } from '../../kit/files/shardedPath'
import { syncFolder } from '../../kit/files/syncFolder'
import { copyDatabase } from '../../sql/copyDatabase'
import { type Database, openDatabase } from '../../sql/openDatabase'
import { dataPathsOf } from '../spool/dataPaths'
import { openSpool } from '../spool/fileSpool'
import { makeAllDue } from '../spool/notes/messageNotes'
import { isNote } from '../spool/notes/noteFormat'
import { claimFiles } from '../spool/notes/storeMarker'

/** A copy that cannot be made, in words for whoever asked for it. */
export class BackupFailed extends Error {
  override readonly name = 'BackupFailed'
}

export type BackupOptions = {
  readonly dataDir: string
  /** Must not exist yet. It appears when it is whole, and is a `DATA_DIR` itself. */
  readonly to: string
  /** Whether the files of people may lie in object storage, which has backups of its own. */
  readonly isShared?: boolean
  /** Called between the database and its files, in every round. */
  readonly betweenSteps?: () => Promise<void>
}

/** `elsewhere`: files that lie in object storage. */
export type BackedUp = { readonly files: number; readonly bytes: number; readonly elsewhere: number }

/**
 * While files are copied, mails come and are removed for good: what the first database refers to may be gone. So each round copies the
 * database anew, and then the few files that are new since the round before.
 */
const rounds = 10
const atOnce = 8

export async function backUp({ dataDir, to, isShared = false, betweenSteps }: BackupOptions): Promise<BackedUp> {
  if (await exists(to)) throw new BackupFailed(`${to} is there already: name a folder that is not`)
  const source = dataPathsOf(dataDir).database
  if (!(await exists(source))) throw new BackupFailed(`There is no store in ${dataDir}`)
  const partial = `${to}.partial`
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { recursive: true, mode: 0o700 })
  const copied = new Set<string>()
  for (let round = 1; ; round += 1) {
    const wanted = await copyTables(source, partial, dataDir)
    await betweenSteps?.()
    const absent = await copyFiles(wanted, copied, { dataDir, partial })
    const elsewhere = new Set(absent.filter((path) => isShared && path.startsWith('files')))
    const gone = absent.filter((path) => !elsewhere.has(path))
    if (gone.length === 0) {
      await noteCopy(partial)
      const here = new Set(wanted.filter((path) => !elsewhere.has(path)))
      return { ...(await settle(partial, to, here)), elsewhere: elsewhere.size }
    }
    if (round === rounds)
      throw new BackupFailed(`The database refers to files that are missing: ${gone.slice(0, 3).join(', ')} …`)
  }
}

/** Answers the files that the copy refers to, relative to `DATA_DIR`. */
async function copyTables(source: string, partial: string, dataDir: string): Promise<readonly string[]> {
  const target = dataPathsOf(partial).database
  for (const end of ['', '-wal', '-shm']) await rm(target + end, { force: true })
  await copyDatabase(source, target)
  const db = openDatabase(target)
  try {
    await forgetWhatMustNotComeBack(db)
    const spool = openSpool({ db, dataDir })
    const messages = await sql<{ id: string }>`
      select spool as id from mails union select spool from outbox where due_at is not null
      union select spool from outbox where kept_until is not null union select spool from removed_mails`.execute(db)
    const uploads = await db.selectFrom('uploads').select('id').execute()
    const files = await db.selectFrom('file_contents').select('id').execute()
    const paths = [
      ...messages.rows.map(({ id }) => spool.path(id)),
      ...files.map(({ id }) => shardedPath(dataPathsOf(dataDir).files, id)),
      ...uploads.map(({ id }) => join(dataPathsOf(dataDir).uploads, id)),
    ]
    return paths.map((path) => relative(dataDir, path))
  } finally {
    await db.destroy()
  }
}

/**
 * After a restore nobody is signed in by a token of then, and nothing leaves the house a second time: what waited to go out may have
 * gone since, so it is on record as that, and its sender is told that the outcome is not known (docs/decisions/0003).
 */
async function forgetWhatMustNotComeBack(db: Database): Promise<void> {
  await sql`pragma secure_delete = on`.execute(db)
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('sessions').execute()
    await transaction.deleteFrom('tickets').execute()
    await transaction.deleteFrom('factor_tickets').execute()
    await transaction.deleteFrom('trusted_devices').execute()
    // One that was revoked since must not be open again.
    await transaction.deleteFrom('share_visits').execute()
    await transaction
      .updateTable('shares')
      .set((it) => ({ revoked_at: it.ref('made_at') }))
      .where('revoked_at', 'is', null)
      .execute()
    // A reset that was stopped since must not come back.
    await transaction.deleteFrom('new_passwords').execute()
    await transaction.deleteFrom('password_resets').execute()
    await transaction.deleteFrom('verifications').where('purpose', 'in', ['passwordReset', 'stopReset']).execute()
    await transaction
      .updateTable('outbox_recipients')
      .set({ state: 'handing' })
      .where('local', '=', 0)
      .where('state', 'in', ['queued', 'retrying'])
      .where('outbox_id', 'in', (it) => it.selectFrom('outbox').select('id').where('due_at', 'is not', null))
      .execute()
    await transaction.updateTable('outbox').set({ leased_until: 0, worker: null }).execute()
  })
}

type Folders = { readonly dataDir: string; readonly partial: string }

/** Copies what is not copied yet; answers what is not there. */
async function copyFiles(
  wanted: readonly string[],
  copied: Set<string>,
  { dataDir, partial }: Folders,
): Promise<readonly string[]> {
  const missing = wanted.filter((path) => !copied.has(path))
  const gone: string[] = []
  for (let start = 0; start < missing.length; start += atOnce)
    await Promise.all(
      missing.slice(start, start + atOnce).map(async (path) => {
        if (!(await copyWhole(join(dataDir, path), join(partial, path)))) gone.push(path)
        // What has its name never changes; an upload grows, and is copied anew in a next round.
        else if (/^(?:mail|files)/.test(path)) copied.add(path)
      }),
    )
  return gone
}

async function copyWhole(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
  const file = await open(to, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  return true
}

/** Notes beside the copied files what the copied database says: the two belong together, whatever happened meanwhile. */
async function noteCopy(partial: string): Promise<void> {
  const db = openDatabase(dataPathsOf(partial).database)
  try {
    await makeAllDue(db)
    await openSpool({ db, dataDir: partial }).notes.flush()
    await claimFiles(db, partial)
  } finally {
    await db.destroy()
  }
}

/** Gives the copy its name, once it holds what its database refers to and nothing else. */
async function settle(partial: string, to: string, wanted: ReadonlySet<string>) {
  const database = relative(partial, dataPathsOf(partial).database)
  let bytes = 0
  for (const entry of await readdir(partial, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(partial, path)
    if (entry.isDirectory()) await syncFolder(path)
    else if (name === database || wanted.has(name) || isNote(name)) bytes += (await stat(path)).size
    else await rm(path)
  }
  await syncFolder(partial)
  await rename(partial, to)
  await syncFolder(dirname(to))
  return { files: wanted.size, bytes }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
