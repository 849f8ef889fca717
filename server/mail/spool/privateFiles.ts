/** Keeps the data directory from other users of the machine: files are 0600 and directories 0700, also those that are there already. */
import { chmodSync, closeSync, openSync, type Stats, statSync } from 'node:fs'
import { chmod, lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { dataPathsOf } from './dataPaths'

const others = 0o077

/** Before the database is opened, so that what SQLite makes beside it takes over its mode. Makes an empty one where there is none. */
export function makeStorePrivate(dataDir: string): void {
  const places = dataPathsOf(dataDir)
  closeSync(openSync(places.database, 'a', 0o600))
  for (const end of ['', '-wal', '-shm']) closeToOthers(places.database + end)
  for (const lock of [places.lock, places.notesLock]) closeToOthers(lock)
  for (const directory of [places.mail, places.uploads, places.files, places.lostAndFound]) closeToOthers(directory)
  try {
    closeToOthers(dataDir)
  } catch (error) {
    // A mounted folder may be another user's: what lies in it is closed all the same.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error
  }
}

function closeToOthers(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && isOpen(found)) chmodSync(path, modeOf(found))
}

/** Corrects all files beneath `mail`, `files` and `uploads`. A directory that is closed already is not looked into. */
export async function makeFilesPrivate(dataDir: string): Promise<void> {
  const { mail, files, uploads } = dataPathsOf(dataDir)
  await closeWithin(uploads)
  for (const sharded of [mail, files]) await closeShards(sharded)
}

async function closeShards(directory: string): Promise<void> {
  for await (const shard of entriesOf(directory)) {
    const found = await lstat(shard).catch(() => null)
    if (!found || found.isSymbolicLink() || !isOpen(found)) continue
    // The directory last: one that an end left open is looked into at the next start.
    await closeWithin(shard)
    await chmod(shard, modeOf(found))
  }
}

async function closeWithin(directory: string): Promise<void> {
  for await (const path of entriesOf(directory)) {
    const found = await lstat(path).catch(() => null)
    if (found?.isFile() && isOpen(found)) await chmod(path, modeOf(found)).catch(() => undefined)
  }
}

async function* entriesOf(directory: string): AsyncGenerator<string> {
  const entries = await opendir(directory).catch(() => null)
  if (entries === null) return
  for await (const { name } of entries) yield join(directory, name)
}

const isOpen = ({ mode }: Stats) => (mode & others) !== 0
const modeOf = (found: Stats) => (found.isDirectory() ? 0o700 : 0o600)
