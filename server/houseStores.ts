/** Where the house keeps what is its own: a file of this machine, or PostgreSQL that many gateways share. */
import { mkdirSync } from 'node:fs'
import { makeAccountStore } from './adapters/embedded/accountStore'
import { makeAttemptStore } from './adapters/embedded/attemptStore'
import { makeFolderPlaces } from './adapters/embedded/folderPlaces'
import { makeInboxCursors } from './adapters/embedded/inboxCursors'
import { makeMailJobStore } from './adapters/embedded/mailJobStore'
import { makeOutboxStore } from './adapters/embedded/outboxStore'
import { placesOf } from './adapters/embedded/places'
import { makeReplyLog } from './adapters/embedded/replyLog'
import { makeEmbeddedRuleStores } from './adapters/embedded/ruleStore'
import { makeSessionStore } from './adapters/embedded/sessionStore'
import { type FileSpool, openSpool } from './adapters/embedded/spool'
import { makeSqlSpool, type SqlSpool } from './adapters/embedded/sqlSpool'
import { makeTicketStore } from './adapters/embedded/ticketStore'
import { makeUploadBlobs } from './adapters/embedded/uploadBlobs'
import { makeUploadFiles } from './adapters/embedded/uploadFiles'
import { makeUploadStore } from './adapters/embedded/uploadStore'
import { type Config, ConfigError } from './config'
import { StoreAway } from './core/refusal'
import type { Clock } from './ports/clock'
import { migrate } from './sql/migrate'
import { type Database, openDatabase } from './sql/openDatabase'
import { openPostgres } from './sql/openPostgres'

export type Stores = Awaited<ReturnType<typeof openStores>>

/** `database` stands in place of the file in `DATA_DIR`. The database is brought to its newest shape before anything is answered. */
export async function openStores(config: Config, clock: Clock, database?: string) {
  return config.databaseUrl === null ? openFiles(config, database) : openShared(config.databaseUrl, clock)
}

async function openFiles(config: Config, database: string | undefined) {
  const places = placesOf(config.dataDir)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const db = openDatabase(database ?? places.database)
  const fileSpool: FileSpool = openSpool({ db, dataDir: config.dataDir })
  const spool: SqlSpool = fileSpool
  await migrate(db)
  return { ...tablesOf(db), spool, fileSpool, uploads: makeUploadStore(db, makeUploadFiles(places.uploads)) }
}

async function openShared(url: string, clock: Clock) {
  const db = openPostgres(url)
  try {
    await migrate(db)
  } catch (error) {
    await db.destroy()
    throw error instanceof StoreAway ? unusable(error.message) : error
  }
  const spool: SqlSpool = makeSqlSpool(db, clock)
  return { ...tablesOf(db), spool, fileSpool: null, uploads: makeUploadStore(db, makeUploadBlobs(db, clock)) }
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

function tablesOf(db: Database) {
  return {
    db,
    accounts: makeAccountStore(db),
    attempts: makeAttemptStore(db),
    folderPlaces: makeFolderPlaces(db),
    inboxCursors: makeInboxCursors(db),
    mailJobs: makeMailJobStore(db),
    outbox: makeOutboxStore(db),
    replyLog: makeReplyLog(db),
    rules: makeEmbeddedRuleStores(db),
    sessions: makeSessionStore(db),
    tickets: makeTicketStore(db),
  }
}
