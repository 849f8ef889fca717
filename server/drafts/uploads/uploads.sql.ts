/** Uploads: rows in the database, bytes in files beside it or in the database too (TRUST R13). */
import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { limits } from '#contract/limits'
import { Refusal } from '../../core/refusal'
import type { Connection } from '../../sql/connection'
import { waitForTurn } from '../../sql/dialect'
import type { Database } from '../../sql/openDatabase'
import type { Schema } from '../../sql/schema'
import type { UploadFiles } from './uploadFiles.fs'
import type { Upload, UploadStore } from './uploads.store'

declare module '../../sql/schema' {
  interface Schema {
    uploads: {
      /** Also the file's name. */
      id: string
      account_id: string
      name: string
      type: string
      size: number
      /** Bytes that are safe on the disk. */
      held: number
      finished: 0 | 1
      cid: string | null
      touched_at: number
    }
  }
}

type Row = Selectable<Schema['uploads']>

function uploadOf(row: Row): Upload {
  const { id, name, type, size, cid } = row
  return { id, name, type, size, cid, offset: row.held, finished: row.finished === 1 }
}

export function makeUploadStore(db: Database, files: UploadFiles): UploadStore {
  const inTurn = makeTurns()

  const rowOf = (owner: string, id: string): Promise<Row | undefined> =>
    db.selectFrom('uploads').selectAll().where('id', '=', id).where('account_id', '=', owner).executeTakeFirst()

  /** Only where nothing else has happened since: another gateway may have had a part for the same place. */
  const advance = async (
    { id, held }: Row,
    change: Partial<Pick<Row, 'held' | 'finished' | 'touched_at'>>,
    on: Connection = db,
  ) => {
    const open = on.updateTable('uploads').set(change).where('id', '=', id).where('finished', '=', 0)
    const { numUpdatedRows } = await open.where('held', '=', held).executeTakeFirst()
    return numUpdatedRows > 0n
  }

  return {
    start: async (owner, { name, type, size, cid }, now, room) => {
      const row: Row = {
        id: randomUUID(),
        account_id: owner,
        name,
        type,
        size,
        cid,
        held: 0,
        finished: 0,
        touched_at: now,
      }
      // Looked at first without a lock: a refusal writes nothing.
      await roomFor(db, row, room)
      // The file first: a file without a row is swept, a row without a file could never be written.
      await files.create(row.id)
      try {
        const gone = await db.transaction().execute(async (transaction) => {
          // Of many begun at once, none slips past the count.
          await waitForTurn(transaction, `uploads ${owner}`)
          const resting = await roomFor(transaction, row, room)
          if (resting.length > 0) await transaction.deleteFrom('uploads').where('id', 'in', resting).execute()
          await transaction.insertInto('uploads').values(row).execute()
          return resting
        })
        for (const id of gone) await files.remove(id)
      } catch (error) {
        await files.remove(row.id)
        throw error
      }
      return uploadOf(row)
    },
    taken: async (owner) => (await takenOf(db, owner)).bytes,
    find: async (owner, id) => {
      const row = await rowOf(owner, id)
      return row ? uploadOf(row) : null
    },
    write: (owner, id, offset, bytes, now) =>
      inTurn(id, async () => {
        const row = await rowOf(owner, id)
        if (!row || row.finished === 1 || row.held !== offset) return null
        const { held, broken } = await files.append(id, offset, row.size, bytes, (to, on) =>
          advance(row, { held: to, touched_at: now ?? row.touched_at }, on),
        )
        if (held !== null && broken !== undefined) throw broken
        return held
      }),
    finish: (owner, id, sha256) =>
      inTurn(id, async () => {
        const row = await rowOf(owner, id)
        if (!row) return false
        const isWhole = row.held === row.size && (await files.sha256(id, row.held)) === sha256
        // One that is already finished may hang on a draft: a wrong second call takes nothing from it.
        if (row.finished === 1) return isWhole
        if (isWhole) return advance(row, { finished: 1 })
        await files.empty(id, (held, on) => advance(row, { held }, on))
        return false
      }),
    read: async (owner, id, from = 0) => {
      const row = await rowOf(owner, id)
      return row?.finished === 1 ? files.read(id, row.size, Math.min(from, row.size)) : null
    },
    path: async (owner, id) => {
      const row = await rowOf(owner, id)
      return row?.finished === 1 ? files.path(id) : null
    },
    remove: (owner, id) =>
      inTurn(id, async () => {
        if (!(await rowOf(owner, id))) return
        await db.deleteFrom('uploads').where('id', '=', id).execute()
        await files.remove(id)
      }),
    removeAll: async (owner) => {
      const gone = await db.deleteFrom('uploads').where('account_id', '=', owner).returning('id').execute()
      for (const { id } of gone) await files.remove(id)
    },
    touch: async (owner, ids, now) => {
      if (ids.length === 0) return
      const own = db.updateTable('uploads').set({ touched_at: now }).where('account_id', '=', owner)
      await own.where('id', 'in', ids).execute()
    },
    sweep: async (before, unfinishedBefore) => {
      const old = await db
        .deleteFrom('uploads')
        .where((it) =>
          it.or([
            it('touched_at', '<', before),
            it('touched_at', '<', unfinishedBefore).and('finished', '=', 0),
            // Stored as a file by a gateway that died before it let the upload go.
            it.exists(
              it
                .selectFrom('file_contents')
                .select('file_contents.id')
                .whereRef('file_contents.account_id', '=', 'uploads.account_id')
                .whereRef('file_contents.upload', '=', 'uploads.id'),
            ),
          ]),
        )
        .returning('id')
        .execute()
      for (const { id } of old) await files.remove(id)
      // What has no row is nobody's draft either.
      await files.sweep(unfinishedBefore, async (id) => {
        return (await db.selectFrom('uploads').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
      })
    },
  }
}

/** What uploads of an owner take: bytes as they count, and how many are open; with `restingSince`, those that rest since then alone. */
async function takenOf(on: Connection, owner: string, restingSince?: number) {
  const least = limits.leastUploadBytes
  const all = on
    .selectFrom('uploads')
    .select(sql<number | null>`sum(case when size < ${least} then ${least} else size end)`.as('bytes'))
    .select(sql<number | null>`sum(1 - finished)`.as('open'))
    .where('account_id', '=', owner)
  const some = restingSince === undefined ? all : all.where('finished', '=', 0).where('touched_at', '<', restingSince)
  const { bytes, open } = await some.executeTakeFirstOrThrow()
  return { bytes: Number(bytes ?? 0), open: Number(open ?? 0) }
}

/** The resting uploads that must go so that a new one fits; throws where even that is not enough. */
async function roomFor(on: Connection, row: Row, room: number): Promise<readonly string[]> {
  const { account_id: owner, touched_at: now } = row
  const size = Math.max(row.size, limits.leastUploadBytes)
  const code = ({ bytes, open }: { readonly bytes: number; readonly open: number }) => {
    if (bytes + size > room) return 'quotaExceeded' as const
    return open >= limits.openUploads ? ('uploadsFull' as const) : null
  }
  const taken = await takenOf(on, owner)
  if (code(taken) === null) return []
  const restingSince = now - limits.restingUploadMs
  const resting = await takenOf(on, owner, restingSince)
  const refusal = code({ bytes: taken.bytes - resting.bytes, open: taken.open - resting.open })
  if (refusal !== null) throw new Refusal(refusal)
  const own = on.selectFrom('uploads').select('id').where('account_id', '=', owner).where('finished', '=', 0)
  return (await own.where('touched_at', '<', restingSince).execute()).map(({ id }) => id)
}

/**
 * Runs what concerns one upload one after the other within this process, so that two parts at one offset do not mix in its file;
 * between processes the row decides.
 */
function makeTurns() {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(id: string, work: () => Promise<T>): Promise<T> => {
    const turn = (last.get(id) ?? Promise.resolve()).then(work, work)
    last.set(id, turn)
    try {
      return await turn
    } finally {
      if (last.get(id) === turn) last.delete(id)
    }
  }
}
