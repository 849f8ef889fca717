/** Bytes of stored files in the database, for gateways that share no disk: a blob each. */
import { Readable } from 'node:stream'
import type { Clock } from '../kit/clock'
import { makeBlobs } from '../sql/blobs'
import type { Database } from '../sql/openDatabase'
import type { FileStore } from './fileStore.port'

export function makeFileBlobs(db: Database, clock: Clock = { now: Date.now }): FileStore {
  const blobs = makeBlobs(db, clock.now)
  return {
    put: async (id, source) => {
      await blobs.remove([id])
      const size = await blobs.write(id, 'file', await source.open())
      await blobs.seal(id, size)
      return size
    },
    read: async (id, { from, to }) => {
      const size = await blobs.size(id)
      if (size === null) return null
      return Readable.from(upTo(blobs.read([{ id, size: Math.min(to, size) }], from), to - from), { objectMode: false })
    },
    remove: (ids) => blobs.remove(ids),
    sweep: async (before, unknownOf) => {
      const old = await db
        .selectFrom('blobs')
        .select('id')
        .where('kind', '=', 'file')
        .where('made_at', '<', before)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('file_contents').select('id').whereRef('file_contents.id', '=', 'blobs.id'))),
        )
        .execute()
      for (const id of await unknownOf(old.map((it) => it.id))) await blobs.remove([id])
    },
  }
}

/** The last blob row may hold more than is wanted. */
async function* upTo(chunks: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let left = most
  for await (const chunk of chunks) {
    if (left <= 0) return
    yield chunk.subarray(0, left)
    left -= chunk.length
  }
}
