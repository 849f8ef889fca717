/** A small write to the database and beside the messages, to find out whether there is room again. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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
