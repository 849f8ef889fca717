/**
 * Bytes in the database, for gateways that share no disk: in rows of at most 256 KiB, so that neither side ever holds a whole mail in
 * memory. No connection is held while a slow sender or reader is waited for.
 */
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { StoreAway } from '../core/refusal'
import type { Connection } from './connection'
import { writesSideBySide } from './dialect'
import type { Database } from './openDatabase'
import type { Schema } from './schema'

declare module './schema' {
  interface Schema {
    blobs: {
      id: string
      kind: Kind
      /** Null until every byte is there: what a crash leaves half written stays so, and is swept. */
      size: number | null
      made_at: number
    }
    blob_chunks: { blob: string /** From 0. */; position: number; bytes: Uint8Array }
    /** What an upload consists of, one row for each part that was taken. */
    upload_parts: { upload_id: string /** The part's first byte within the upload. */; start: number; blob: string }
  }
}

const chunkBytes = 256 * 1024

export type Kind = 'message' | 'upload' | 'file' | 'share'

export type Blobs = ReturnType<typeof makeBlobs>

export function makeBlobs(db: Database, now: () => number) {
  const chunkAt = async (blob: string, position: number): Promise<Uint8Array> => {
    const row = await db
      .selectFrom('blob_chunks')
      .select('bytes')
      .where('blob', '=', blob)
      .where('position', '=', position)
      .executeTakeFirst()
    // Released while it was being read: whoever reads must not take a part for the whole.
    if (!row) throw new StoreAway('bytes missing')
    return row.bytes
  }

  /**
   * PostgreSQL need not wait for its disk at every row: its log is written in order, so that the row which seals the bytes, and is waited
   * for, is on the disk only after all of them.
   */
  const put = (row: Schema['blob_chunks']) =>
    writesSideBySide(db)
      ? sql`insert into blob_chunks (blob, position, bytes) select ${row.blob}, ${row.position}, ${row.bytes}
          from (select set_config('synchronous_commit', 'off', true)) as unhurried`.execute(db)
      : db.insertInto('blob_chunks').values(row).execute()

  async function* chunksOf(blobs: readonly { readonly id: string; readonly size: number }[], from: number) {
    let skip = from
    for (const { id, size } of blobs) {
      for (let position = Math.floor(skip / chunkBytes); position * chunkBytes < size; position++) {
        const bytes = await chunkAt(id, position)
        yield bytes.subarray(Math.max(0, skip - position * chunkBytes))
      }
      skip = Math.max(0, skip - size)
    }
  }

  const remove = async (ids: readonly string[]) => {
    if (ids.length > 0) await db.deleteFrom('blobs').where('id', 'in', ids).execute()
  }

  return {
    /** Puts the bytes in; they count, and are safe on the disk, once `seal` has been called. */
    write: async (id: string, kind: Kind, source: AsyncIterable<Uint8Array | string>): Promise<number> => {
      await db.insertInto('blobs').values({ id, kind, size: null, made_at: now() }).execute()
      try {
        let size = 0
        let position = 0
        for await (const bytes of inChunks(source)) {
          await put({ blob: id, position, bytes })
          size += bytes.length
          position++
        }
        return size
      } catch (error) {
        // What cannot be taken away now is swept later.
        await remove([id]).catch(() => undefined)
        throw error
      }
    },

    seal: async (id: string, size: number, on: Connection = db): Promise<void> => {
      await on.updateTable('blobs').set({ size }).where('id', '=', id).execute()
    },

    /** Null where it is not there, or was never whole. */
    size: async (id: string): Promise<number | null> => {
      const row = await db.selectFrom('blobs').select('size').where('id', '=', id).executeTakeFirst()
      return row?.size ?? null
    },

    /** One after the other, as one stream; what stands before `from` is left out. */
    read: (blobs: readonly { readonly id: string; readonly size: number }[], from = 0): Readable =>
      Readable.from(chunksOf(blobs, from), { objectMode: false, highWaterMark: chunkBytes }),

    remove,
  }
}

/** The same bytes in pieces of one size, but for the last. */
async function* inChunks(source: AsyncIterable<Uint8Array | string>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const piece of source) {
    let rest = Buffer.isBuffer(piece) ? piece : Buffer.from(piece)
    while (length + rest.length >= chunkBytes) {
      const taken = rest.subarray(0, chunkBytes - length)
      yield Buffer.concat([...waiting, taken])
      rest = rest.subarray(taken.length)
      waiting = []
      length = 0
    }
    if (rest.length > 0) waiting.push(rest)
    length += rest.length
  }
  if (length > 0) yield Buffer.concat(waiting)
}
