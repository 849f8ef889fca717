/** Copies of shared messages in the database, for messages that a mail server has. */
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { AccountId } from '../core/account'
import { Refusal } from '../core/refusal'
import { makeBlobs } from '../sql/blobs'
import type { Database } from '../sql/openDatabase'
import type { ShareId } from './shares.store'

declare module '../sql/schema' {
  interface Schema {
    share_files: { blob: string; account_id: string; share_id: string; part: string; made_at: number }
  }
}

export type CopiedFile = { readonly accountId: AccountId; readonly shareId: ShareId; readonly part: string }

export type ShareCopies = ReturnType<typeof makeShareCopies>

/** Milliseconds that a copy may take until its share is on record. */
const unfinishedMs = 60 * 60 * 1_000

export function makeShareCopies(db: Database) {
  const removeWhere = async (files: readonly { readonly blob: string }[]) => {
    if (files.length === 0) return
    const blobs = files.map(({ blob }) => blob)
    // Bytes first: a row that is left over is found once more.
    await db.deleteFrom('blobs').where('id', 'in', blobs).execute()
    await db.deleteFrom('share_files').where('blob', 'in', blobs).execute()
  }
  return {
    ...filesIn(db),
    drop: async (shareId: ShareId): Promise<void> => {
      await removeWhere(await db.selectFrom('share_files').select('blob').where('share_id', '=', shareId).execute())
    },
    dropOf: async (account: AccountId): Promise<void> => {
      await removeWhere(await db.selectFrom('share_files').select('blob').where('account_id', '=', account).execute())
    },
    /** Removes copies whose share is over or never came to be. */
    sweep: async (now: number): Promise<void> => {
      const over = await db
        .selectFrom('share_files')
        .select('blob')
        .where('made_at', '<', now - unfinishedMs)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('shares')
                .select('shares.id')
                .whereRef('shares.id', '=', 'share_files.share_id')
                .where('revoked_at', 'is', null)
                .where('expires_at', '>', now),
            ),
          ),
        )
        .limit(500)
        .execute()
      await removeWhere(over)
    },
  }
}

function filesIn(db: Database) {
  return {
    /** How many bytes it took. Throws `Refusal('tooLarge')` beyond `mostBytes`. */
    put: async (
      { accountId, shareId, part }: CopiedFile,
      source: AsyncIterable<Uint8Array | string>,
      { now, mostBytes }: { readonly now: number; readonly mostBytes: number },
    ): Promise<number> => {
      const blob = randomUUID()
      const blobs = makeBlobs(db, () => now)
      await db
        .insertInto('share_files')
        .values({ blob, account_id: accountId, share_id: shareId, part, made_at: now })
        .execute()
      const size = await blobs.write(blob, 'share', atMost(source, mostBytes))
      await blobs.seal(blob, size)
      return size
    },
    read: async (shareId: ShareId, part: string): Promise<Readable | null> => {
      const found = await db
        .selectFrom('share_files')
        .innerJoin('blobs', 'blobs.id', 'share_files.blob')
        .select(['blobs.id', 'blobs.size'])
        .where('share_id', '=', shareId)
        .where('part', '=', part)
        .executeTakeFirst()
      if (found === undefined || found.size === null) return null
      return makeBlobs(db, Date.now).read([{ id: found.id, size: found.size }])
    },
  }
}

async function* atMost(source: AsyncIterable<Uint8Array | string>, most: number) {
  let size = 0
  for await (const piece of source) {
    size += Buffer.byteLength(piece)
    if (size > most) throw new Refusal('tooLarge')
    yield piece
  }
}
