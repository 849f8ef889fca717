/**
 * Notes beside the message files whose each is (docs/decisions/0027). An arrival is noted before it is acknowledged; marks, moves and
 * removals are written behind: triggers put them on record as due with the change itself, and `flush` writes them in batches.
 */
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '#server/sql/openDatabase'
import type { Schema } from '../../../sql/schema'
import type { SpoolId } from '../../mail.store'
import { dataPathsOf } from '../dataPaths'
import { shardsOf } from '../spoolSweep'
import { appendLines, compactNotes, notesSize, replaceFile } from './noteFiles'
import { accountsOf, shardOf } from './noteFormat'
import { accountNote, messageNotes } from './noteRows'
import { noteArrivals } from './storeMarker'

declare module '../../../sql/schema' {
  interface Schema {
    /** One row, made with the database: a copy of it has the same. */
    store_identity: { id: string }
    /** What is to be noted beside the files, since it changed. Kept by trigger. */
    due_notes: {
      kind: 'account' | 'message'
      /** The account's id, or the message file's. */
      id: string
      /** Goes up with each change, so that one which comes while a note is written is not forgotten. */
      changes: number
    }
  }
}

export type MessageNotes = {
  /** Answers when the owner, folder and arrival of a message's mails are safe on the disk beside it, or are due to be noted. */
  readonly noteNow: (id: SpoolId) => Promise<void>
  /** Writes what is due. */
  readonly flush: () => Promise<void>
  /** Writes anew the files that are mostly old lines. */
  readonly compact: () => Promise<void>
}

type Due = Schema['due_notes']

/** Notes that are read, written and let go of at once: a few milliseconds of the one thread. */
const batch = 500
/** Below this a file is not worth writing anew. */
const leastBytes = 64 * 1024
const turn = promisify(setImmediate)

export function openMessageNotes(db: Database, dataDir: string): MessageNotes {
  const { mail } = dataPathsOf(dataDir)
  const inTurn = makeTurns()
  /** Lines that `noteNow` has written and that are still on record as due. */
  const written = new Map<SpoolId, string>()
  const sizes = new Map<string, number>()

  /** One after another within a directory, so that the last line is what was read last. */
  const write = (shard: string, ids: readonly SpoolId[], isNow: boolean) =>
    inTurn(shard, async () => {
      const notes = await messageNotes(db, ids)
      const lines = notes.map((note) => ({ id: note.message, line: JSON.stringify(note) }))
      const fresh = lines.filter(({ id, line }) => written.get(id) !== line)
      if (fresh.length === 0) return
      await appendLines(
        join(mail, shard),
        fresh.map(({ line }) => line),
        isNow,
      )
      for (const { id, line } of fresh)
        if (isNow) written.set(id, line)
        else written.delete(id)
    })

  async function writeBatch(due: readonly Due[]): Promise<void> {
    const shards = new Map<string, SpoolId[]>()
    for (const { kind, id } of due)
      if (kind === 'account') await writeAccount(db, mail, id)
      else shards.set(shardOf(id), [...(shards.get(shardOf(id)) ?? []), id])
    for (const [shard, ids] of shards) await write(shard, ids, false)
    await sql`
      delete from due_notes where (kind, id, changes) in (
        select value ->> 0, value ->> 1, value ->> 2 from json_each(${JSON.stringify(due.map(Object.values))})
      )`.execute(db)
    for (const { id } of due) written.delete(id)
  }

  async function flush(): Promise<void> {
    for (;;) {
      const due = await db
        .selectFrom('due_notes')
        .select(['kind', 'id', 'changes'])
        .orderBy('kind')
        .orderBy('id')
        .limit(batch)
        .execute()
      if (due.length > 0) await writeBatch(due)
      if (due.length < batch) break
      await turn()
    }
    await noteArrivals(db, dataDir)
  }

  return {
    // A disk that cannot take the note now takes it later: the mail is kept, and its note is on record as due.
    noteNow: (id) => write(shardOf(id), [id], true).catch(() => undefined),
    flush: () => inTurn('flush', flush),
    compact: async () => {
      for await (const directory of shardsOf(mail)) {
        const size = await notesSize(directory)
        if (size < leastBytes || size < 2 * (sizes.get(directory) ?? 0)) continue
        await inTurn(directory.slice(-2), () => compactNotes(directory))
        sizes.set(directory, await notesSize(directory))
      }
    },
  }
}

/** Everything is to be noted anew. */
export async function makeAllDue(db: Database): Promise<void> {
  const again = sql`on conflict do update set changes = changes + 1`
  await sql`insert into due_notes (kind, id, changes)
    select 'message', spool, 1 from mails where true group by spool ${again}`.execute(db)
  await sql`insert into due_notes (kind, id, changes) select 'account', id, 1 from accounts where true ${again}`.execute(
    db,
  )
}

async function writeAccount(db: Database, mail: string, id: string): Promise<void> {
  // Ids are drawn by the gateway; nothing else becomes a path.
  if (!/^[\w-]+$/.test(id)) return
  const path = join(accountsOf(mail), `${id}.json`)
  const note = await accountNote(db, id)
  if (note === null) await unlink(path).catch(() => undefined)
  else await replaceFile(path, JSON.stringify(note))
}

function makeTurns() {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}
