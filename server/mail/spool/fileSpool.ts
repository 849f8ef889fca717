/** Messages as files under DATA_DIR/mail: on the disk for certain before anyone is told so, gone when nothing refers to them. */
import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { Refusal, StoreAway } from '../../core/refusal'
import { inBlocks } from '../../kit/byteBlocks'
import type { OrphanReport } from '../../kit/files/lostFiles'
import { syncFolder } from '../../kit/files/syncFolder'
import { asProductError } from '../../sql/driverErrors'
import type { Database } from '../../sql/openDatabase'
import type { SpoolId } from '../mail.store'
import { dataPathsOf } from './dataPaths'
import { type MessageNotes, openMessageNotes } from './notes/messageNotes'
import type { Spool } from './spool.store'
import { messageEnding, sweepSpool } from './spoolSweep'

/** What the embedded stores know of the spool beyond the port. */
export type FileSpool = Spool & {
  readonly path: (id: SpoolId) => string
  /** Keeps a file from being released while it is on its way into a mailbox; call the answer to let go. */
  readonly hold: (id: SpoolId) => () => void
  /** Whose each message is, beside its file. */
  readonly notes: MessageNotes
  readonly releaseAll: (ids: readonly SpoolId[]) => Promise<void>
  /** Moves unreferenced files last written before `before` (epoch milliseconds) to `lost+found`; many of them stay where they are. */
  readonly sweep: (before: number) => Promise<OrphanReport>
}

/** Ids of our own making: nothing else becomes a path. */
const idPattern = /^[0-9a-f]{32}$/

export function openSpool(options: { readonly db: Database; readonly dataDir: string }): FileSpool {
  const root = dataPathsOf(options.dataDir).mail
  const held = new Map<SpoolId, number>()

  const path = (id: SpoolId) => {
    if (!idPattern.test(id)) throw new StoreAway('spool id')
    return join(root, id.slice(0, 2), id + messageEnding)
  }

  async function sizeOf(id: SpoolId): Promise<number> {
    try {
      return (await stat(path(id))).size
    } catch (error) {
      throw missing(error)
    }
  }

  async function unreferenced(ids: readonly SpoolId[]): Promise<readonly SpoolId[]> {
    const { rows } = await sql<{ spool: string }>`
      select value as spool from json_each(${JSON.stringify(ids)})
      where not exists (select 1 from mails where mails.spool = value)
        and not exists (select 1 from removed_mails where removed_mails.spool = value)
        and not exists (select 1 from outbox where outbox.spool = value and due_at is not null)
        and not exists (select 1 from outbox where outbox.spool = value and kept_until is not null)`.execute(options.db)
    return rows.map((row) => row.spool).filter((id) => !held.has(id))
  }

  async function releaseAll(ids: readonly SpoolId[]): Promise<void> {
    const free = await unreferenced(ids.filter((id) => idPattern.test(id)))
    for (let start = 0; start < free.length; start += 64) {
      await Promise.all(free.slice(start, start + 64).map((id) => removeFile(path(id))))
    }
  }

  return {
    path,
    notes: openMessageNotes(options.db, options.dataDir),
    releaseAll,
    release: (id) => releaseAll([id]),
    put: async (source, maxBytes) => {
      const id = randomBytes(16).toString('hex')
      try {
        return { id, size: await writeDurably(path(id), source, maxBytes) }
      } catch (error) {
        throw asProductError(error)
      }
    },
    read: async (id) => opened(path(id)),
    size: sizeOf,
    source: async (id) => {
      await sizeOf(id)
      return { path: path(id) }
    },
    hold: (id) => {
      held.set(id, (held.get(id) ?? 0) + 1)
      return () => {
        const left = (held.get(id) ?? 1) - 1
        if (left > 0) held.set(id, left)
        else held.delete(id)
      }
    },
    sweep: (before) => sweepSpool(options.dataDir, before, unreferenced),
  }
}

async function opened(file: string): Promise<Readable> {
  try {
    const handle = await open(file, 'r')
    return handle.createReadStream()
  } catch (error) {
    throw missing(error)
  }
}

/** A file that a row promises and the disk does not have is a store out of order, not a mail that is not there. */
function missing(error: unknown): unknown {
  const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT'
  return isAbsent ? new StoreAway('message file missing') : asProductError(error)
}

/** Temporary name, fsync, rename, fsync of the folder: a name that exists is a whole file, whenever the power goes. */
async function writeDurably(file: string, source: Readable | Uint8Array, maxBytes: number): Promise<number> {
  const folder = dirname(file)
  if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) await syncFolder(dirname(folder))
  const temporary = `${file}.tmp`
  try {
    const size = await writeFile(temporary, source, maxBytes)
    await rename(temporary, file)
    await syncFolder(folder)
    return size
  } catch (error) {
    await removeFile(temporary)
    throw error
  }
}

async function writeFile(file: string, source: Readable | Uint8Array, maxBytes: number): Promise<number> {
  const handle = await open(file, 'wx', 0o600)
  try {
    let size = 0
    for await (const bytes of inBlocks(source instanceof Readable ? source : [source])) {
      size += bytes.byteLength
      if (size > maxBytes) throw new Refusal('tooLarge')
      await handle.writeFile(bytes)
    }
    await handle.sync()
    return size
  } finally {
    await handle.close()
  }
}

/** A file that stays behind is found by a sweep: no reason to fail what has already been done. */
async function removeFile(file: string): Promise<void> {
  await unlink(file).catch(() => undefined)
}
