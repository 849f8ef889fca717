/** Files of uploads in the database: each part that was taken is a blob of its own, and the row of the upload decides which were. */
import { createHash, randomUUID } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '../../kit/clock'
import { makeBlobs } from '../../sql/blobs'
import type { Connection } from '../../sql/connection'
import type { Database } from '../../sql/openDatabase'
import { chunksOf, type UploadFiles } from './uploadFiles.fs'

export function makeUploadBlobs(db: Database, clock: Clock = { now: Date.now }): UploadFiles {
  const blobs = makeBlobs(db, clock.now)

  /** The parts that make up the first `size` bytes, or null where some are not there. */
  const partsOf = async (name: string, size: number) => {
    const rows = await db
      .selectFrom('upload_parts')
      .innerJoin('blobs', 'blobs.id', 'upload_parts.blob')
      .select(['blobs.id', 'blobs.size', 'upload_parts.start'])
      .where('upload_id', '=', name)
      .orderBy('start')
      .execute()
    const parts: { readonly id: string; readonly size: number }[] = []
    let held = 0
    for (const { id, start, size: bytes } of rows) {
      if (start !== held || bytes === null) return null
      parts.push({ id, size: bytes })
      held += bytes
    }
    return held === size ? parts : null
  }

  const remove = async (name: string, on: Connection = db) => {
    await on
      .deleteFrom('blobs')
      .where('id', 'in', (query) => query.selectFrom('upload_parts').select('blob').where('upload_id', '=', name))
      .execute()
  }

  return {
    create: async () => undefined,

    append: async (name, offset, size, bytes, keep) => {
      const id = randomUUID()
      let broken: unknown
      const come = chunksOf(bytes, (error) => {
        broken = error
      })
      const room = { left: size - offset }
      const written = await blobs.write(id, 'upload', upTo(come, room))
      const drop = () => blobs.remove([id]).catch(() => undefined)
      if (room.left < 0) {
        bytes.destroy()
        await drop()
        return { held: null, broken: undefined }
      }
      const held = offset + written
      // Together: of two gateways with a part for the same place, one finds the row as it was.
      const isKept = await db.transaction().execute(async (transaction) => {
        if (!(await keep(held, transaction))) return false
        await blobs.seal(id, written, transaction)
        if (written > 0)
          await transaction.insertInto('upload_parts').values({ upload_id: name, start: offset, blob: id }).execute()
        return true
      })
      if (!isKept || written === 0) await drop()
      return isKept ? { held, broken } : { held: null, broken: undefined }
    },

    empty: (name, keep) =>
      db.transaction().execute(async (transaction) => {
        if (await keep(0, transaction)) await remove(name, transaction)
      }),

    sha256: async (name, size) => {
      const hash = createHash('sha256')
      const parts = await partsOf(name, size)
      if (parts === null) return null
      await pipeline(blobs.read(parts), hash)
      return hash.digest('hex')
    },

    read: async (name, size, from) => {
      const parts = await partsOf(name, size)
      return parts && blobs.read(parts, from)
    },

    path: () => null,

    remove: (name) => remove(name),

    sweep: async (before) => {
      await db
        .deleteFrom('blobs')
        .where('kind', '=', 'upload')
        .where('made_at', '<', before)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('upload_parts')
                .innerJoin('uploads', 'uploads.id', 'upload_parts.upload_id')
                .select('uploads.id')
                .whereRef('upload_parts.blob', '=', 'blobs.id'),
            ),
          ),
        )
        .execute()
    },
  }
}

/** Ends before the chunk that would not fit, and says so by a negative rest. */
async function* upTo(chunks: AsyncIterable<Buffer>, room: { left: number }): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    room.left -= chunk.length
    if (room.left < 0) return
    yield chunk
  }
}
