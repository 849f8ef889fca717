/** `mail/store.json`: of which database the message files are, and how many arrivals it had seen when they were last noted. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Database } from '#server/sql/openDatabase'
import { dataPathsOf } from '../dataPaths'
import { replaceFile } from './noteFiles'

const marker = v.object({
  /** `store_identity.id`. */
  database: v.string(),
  /** The highest number of an arrival (`mails.seq`) that was given. Never higher than the database's own. */
  arrivals: v.number(),
})

export type StoreMarker = v.InferOutput<typeof marker>

const markerOf = (dataDir: string) => join(dataPathsOf(dataDir).mail, 'store.json')

/** Null where there is none that can be read. */
export async function readMarker(dataDir: string): Promise<StoreMarker | null> {
  try {
    const found = v.safeParse(marker, JSON.parse(await readFile(markerOf(dataDir), 'utf8')))
    return found.success ? found.output : null
  } catch {
    return null
  }
}

async function currentMarker(db: Database): Promise<StoreMarker> {
  const identity = await db.selectFrom('store_identity').select('id').executeTakeFirstOrThrow()
  return { database: identity.id, arrivals: await arrivalsOf(db) }
}

/** How many numbers of arrivals were ever given; a removal takes none back. */
export async function arrivalsOf(db: Database): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = 'mails'`.execute(db)
  return rows[0]?.seq ?? 0
}

/** Whether messages arrived after this copy of the database was made. */
export async function isOlderThanFiles(db: Database, dataDir: string): Promise<boolean> {
  const [marked, current] = [await readMarker(dataDir), await currentMarker(db)]
  return marked?.database === current.database && marked.arrivals > current.arrivals
}

/** Makes the files this database's own. */
export async function claimFiles(db: Database, dataDir: string): Promise<void> {
  await replaceFile(markerOf(dataDir), JSON.stringify(await currentMarker(db)))
}

/** The same, unless they are so already. */
export async function claimNewFiles(db: Database, dataDir: string): Promise<void> {
  if ((await readMarker(dataDir))?.database !== (await currentMarker(db)).database) await claimFiles(db, dataDir)
}

/** Only where the files are this database's already: a store that nobody opened for good is not marked by a note. */
export async function noteArrivals(db: Database, dataDir: string): Promise<void> {
  const [marked, current] = [await readMarker(dataDir), await currentMarker(db)]
  if (marked?.database !== current.database || marked.arrivals >= current.arrivals) return
  await claimFiles(db, dataDir)
}
