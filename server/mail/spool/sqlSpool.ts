/** Messages in the database, so that any gateway can send what another took in (docs/decisions/0006). */
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Refusal, StoreAway } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import type { OrphanReport } from '../../kit/files/lostFiles'
import { makeBlobs } from '../../sql/blobs'
import { dialectOf } from '../../sql/dialect'
import type { Database } from '../../sql/openDatabase'
import type { SpoolId } from '../mail.store'
import type { Spool } from './spool.store'

export type SqlSpool = Spool & {
  readonly releaseAll: (ids: readonly SpoolId[]) => Promise<void>
  /** Takes away what nothing refers to and was begun before `before` (epoch milliseconds): rows of one database belong together. */
  readonly sweep: (before: number) => Promise<OrphanReport>
}

export function makeSqlSpool(db: Database, clock: Clock = { now: Date.now }): SqlSpool {
  const blobs = makeBlobs(db, clock.now)

  /** Messages that neither a send which is not done nor a mail of the embedded store refers to. */
  const unreferenced = () => {
    const free = db
      .deleteFrom('blobs')
      .where('kind', '=', 'message')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('outbox')
              .select('outbox.id')
              .whereRef('outbox.spool', '=', 'blobs.id')
              .where(({ eb, or }) => or([eb('due_at', 'is not', null), eb('kept_until', 'is not', null)])),
          ),
        ),
      )
    // Beside PostgreSQL, mail lies on a mail server.
    if (dialectOf(db) === 'postgres') return free
    return free.where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('mails').select('mails.id').whereRef('mails.spool', '=', 'blobs.id'))),
    )
  }

  const releaseAll = async (ids: readonly SpoolId[]) => {
    if (ids.length > 0) await unreferenced().where('id', 'in', ids).execute()
  }

  const sizeOf = async (id: SpoolId): Promise<number> => {
    const size = await blobs.size(id)
    // A row that promises a message which is not there is a store out of order, not a mail that is not there.
    if (size === null) throw new StoreAway('message missing')
    return size
  }

  const read = async (id: SpoolId): Promise<Readable> => blobs.read([{ id, size: await sizeOf(id) }])

  return {
    put: async (source, maxBytes) => {
      const id = randomBytes(16).toString('hex')
      const size = await blobs.write(id, 'message', atMost(source instanceof Readable ? source : [source], maxBytes))
      await blobs.seal(id, size)
      return { id, size }
    },
    read,
    size: sizeOf,
    source: async (id) => ({ bytes: await buffer(await read(id)) }),
    release: (id) => releaseAll([id]),
    releaseAll,
    sweep: async (before) => {
      const { numDeletedRows } = await unreferenced().where('made_at', '<', before).executeTakeFirst()
      return { moved: Number(numDeletedRows), left: 0 }
    },
  }
}

async function* atMost(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, maxBytes: number) {
  let size = 0
  for await (const chunk of source) {
    size += Buffer.byteLength(chunk)
    if (size > maxBytes) throw new Refusal('tooLarge')
    yield chunk
  }
}
