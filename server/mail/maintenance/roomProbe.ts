/** A small write to the database, and beside the messages where they lie on this machine, to find out whether there is room again. */
import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { makeBlobs } from '../../sql/blobs'
import { asProductError } from '../../sql/driverErrors'
import type { Database } from '../../sql/openDatabase'

/** Room for less is none: the next mail would fill it. */
const fileBytes = 1024 * 1024
/** Takes pages of its own in the database. */
const key = `room-probe:${'x'.repeat(32 * 1024)}`

export function makeRoomProbe(db: Database, dataDir: string) {
  const file = join(dataDir, 'room-probe.tmp')
  return async (): Promise<void> => {
    try {
      await writeFile(file, Buffer.alloc(fileBytes), { mode: 0o600 })
    } catch (error) {
      throw asProductError(error)
    } finally {
      await rm(file, { force: true })
    }
    await db.insertInto('attempts').values({ key, at: 0 }).execute()
    await db.deleteFrom('attempts').where('key', '=', key).execute()
  }
}

/** For a server's own disk: bytes that no compression makes smaller. What an end leaves is swept like an upload of nobody. */
export function makeSharedRoomProbe(db: Database, now: () => number) {
  const blobs = makeBlobs(db, now)
  return async (): Promise<void> => {
    const id = `room-probe-${randomBytes(8).toString('hex')}`
    await blobs.write(id, 'upload', Readable.from([randomBytes(fileBytes)]))
    await blobs.remove([id])
  }
}
