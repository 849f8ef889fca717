/** Opens what the gateway keeps: a file of this machine, or PostgreSQL that many share. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type Config, ConfigError } from '../config/readConfig'
import type { AccountId } from '../core/account'
import { StoreAway } from '../core/refusal'
import { makeUploadBlobs } from '../drafts/uploads/uploadBlobs.sql'
import { makeUploadFiles } from '../drafts/uploads/uploadFiles.fs'
import { makeLocalFiles } from '../files/fileStore.fs'
import type { FileStore } from '../files/fileStore.port'
import { makeFileBlobs } from '../files/fileStore.sql'
import type { Checkpoint } from '../kit/checkpoint'
import type { Clock } from '../kit/clock'
import { makeArchivedRows } from '../leaving/archivedRows.sql'
import { checkStore } from '../mail/maintenance/checkStore'
import { dataPathsOf } from '../mail/spool/dataPaths'
import { type FileSpool, openSpool } from '../mail/spool/fileSpool'
import { makeNoteWriter } from '../mail/spool/notes/noteWriter'
import { claimNewFiles } from '../mail/spool/notes/storeMarker'
import { makeFilesPrivate, makeStorePrivate } from '../mail/spool/privateFiles'
import { makeSqlSpool, type SqlSpool } from '../mail/spool/sqlSpool'
import { makeSealer } from '../session/password/sealer.aes'
import type { Sealer } from '../session/password/sealer.port'
import { asProductError } from '../sql/driverErrors'
import { lockAlone, lockShared } from '../sql/lockFile'
import { migrate } from '../sql/migrate'
import type { Database } from '../sql/openDatabase'
import type { SweepMoment } from '../sql/record'
import { openDisk, openSharedDisk } from './fullDisk'
import { archivedColumns, deleteAccountData, type Files, makeStores, type RecordStores, sweepStores } from './records'

export type Stores = Awaited<ReturnType<typeof openStores>>

/** `database` stands in place of the file in `DATA_DIR`. The database is brought to its newest shape before anything is answered. */
export async function openStores(config: Config, clock: Clock, options: StoreOptions = {}) {
  if (config.databaseUrl !== null) return openShared(config, config.databaseUrl, clock, options)
  return openFiles(config, clock, options.database === undefined ? 'checked' : 'given', options)
}

export type StoreOptions = {
  /** Another database than the one of these files. */
  readonly database?: string | Buffer | undefined
  /** Told when the disk gets full, and when it has room again. */
  readonly onRoom?: ((hasRoom: boolean) => void) | undefined
  readonly checkpoint?: Checkpoint | undefined
}

/** How long a mark or a move may be known to the database alone. */
const notedWithinMs = 2_000

/** The data directory alone, whatever it holds: for a rebuild, while no gateway and no command has it open. */
export async function openForRebuild(config: Config) {
  return openFiles(config, { now: Date.now }, 'rebuild', {})
}

/** `given`: another database than the one of these files, which is not held against them. */
type Opening = 'checked' | 'given' | 'rebuild'

async function openFiles(config: Config, clock: Clock, kind: Opening, options: StoreOptions) {
  const { dataDir } = config
  const places = dataPathsOf(dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const unlock = kind === 'given' ? () => undefined : await openDataDir(dataDir, kind)
  const { database = places.database, onRoom = () => undefined, checkpoint } = options
  const disk = openDisk({ database, dataDir, clock, onRoom })
  const { db } = disk
  const fileSpool: FileSpool = disk.spool(openSpool({ db, dataDir }))
  const spool: SqlSpool = fileSpool
  await migrate(db)
  if (kind === 'checked') await claimNewFiles(db, config.dataDir)
  const notes = makeNoteWriter(places.notesLock, fileSpool.notes)
  const noting = setInterval(() => void notes.flush().catch(() => undefined), notedWithinMs).unref()
  const objects = await openObjects(config, makeLocalFiles(places.files, checkpoint))
  const [uploadFiles, fileStore] = [makeUploadFiles(places.uploads, checkpoint), objects.fileStore]
  const files: Files = { spool, fileSpool, uploadFiles, fileStore, checkpoint }
  const stores = disk.volatile(makeStores(db, files))
  return {
    ...withRecords(db, files, { ...stores, uploads: disk.uploads(stores.uploads) }),
    spool,
    fileSpool,
    close: async () => {
      clearInterval(noting)
      // What cannot be written now is on record as due.
      await notes.flush().catch(() => undefined)
      notes.close()
      objects.close()
      await disk.close()
      await db.destroy()
      unlock()
    },
    /** Whether writes succeed: what `/readyz` says of the disk. */
    hasRoom: disk.hasRoom,
    /** Corrects the modes of all files that others may read. */
    makeFilesPrivate: () => makeFilesPrivate(config.dataDir),
    compactNotes: notes.compact,
  }
}

/** Answers how to let go of it. */
async function openDataDir(dataDir: string, kind: 'checked' | 'rebuild'): Promise<() => void> {
  const unlock = (kind === 'checked' ? lockShared : lockAlone)(dataPathsOf(dataDir).lock)
  try {
    if (kind === 'checked') await checkStore(dataDir)
    makeStorePrivate(dataDir)
  } catch (error) {
    unlock()
    throw asProductError(error)
  }
  return unlock
}

async function openShared(config: Config, url: string, clock: Clock, { onRoom = () => undefined }: StoreOptions) {
  const { db, hasRoom, close } = openSharedDisk({ url, clock, onRoom })
  try {
    await migrate(db)
  } catch (error) {
    await close()
    throw error instanceof StoreAway ? unusable(error.message) : error
  }
  const spool: SqlSpool = makeSqlSpool(db, clock)
  const objects = await openObjects(config, makeFileBlobs(db, clock))
  const [uploadFiles, fileStore] = [makeUploadBlobs(db, clock), objects.fileStore]
  const files: Files = { spool, fileSpool: null, uploadFiles, fileStore }
  return {
    ...withRecords(db, files, makeStores(db, files)),
    spool,
    fileSpool: null,
    close: async () => {
      objects.close()
      await close()
    },
    hasRoom,
    makeFilesPrivate: async () => undefined,
    compactNotes: async () => undefined,
  }
}

/** Where the bytes of files are kept; what speaks S3 is loaded where it is wanted alone. */
async function openObjects({ objectStorage }: Config, here: FileStore) {
  if (objectStorage === null) return { fileStore: here, close: () => undefined }
  const { keptBefore, makeObjectFiles } = await import('../files/fileStore.s3')
  const objects = makeObjectFiles(objectStorage)
  return { fileStore: keptBefore(here, objects), close: objects.close }
}

/** `code` is SQLSTATE's or the socket's. */
function unusable(code: string): ConfigError {
  const words: Readonly<Record<string, string>> = {
    ECONNREFUSED: 'nobody listens there',
    ENOTFOUND: 'there is no such host',
    '28P01': 'the password is refused',
    '28000': 'the user is refused',
    '3D000': 'there is no such database',
  }
  return new ConfigError([{ name: 'DATABASE_URL', expected: `the database cannot be used: ${words[code] ?? code}` }])
}

/** All stores, and what is done with them as one. */
function withRecords<Stores extends RecordStores>(db: Database, files: Files, stores: Stores) {
  return {
    ...stores,
    db,
    archivedRows: makeArchivedRows(db, archivedColumns),
    deleteAccountData: (account: AccountId) => deleteAccountData(db, stores, files, account),
    sweepStores: (moment: SweepMoment) => sweepStores(stores, files, moment),
  }
}

/** Seals under SECRET_KEY, else under a key of the data directory's own. */
export function openSealer({ secretKey, dataDir }: Config): Sealer {
  const path = dataPathsOf(dataDir).secretKey
  const ownKey = () => {
    if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' })
    return Buffer.from(readFileSync(path, 'utf8'), 'base64')
  }
  let made: Sealer | null = null
  const own = () => {
    made ??= makeSealer(secretKey ?? ownKey())
    return made
  }
  return { seal: (owner, text) => own().seal(owner, text), open: (owner, sealed) => own().open(owner, sealed) }
}
