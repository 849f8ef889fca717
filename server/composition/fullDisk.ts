/** Stores on a disk that may be full. Those on this machine's go on while it is full: signing in and reading work, writes are refused (TRUST R12). */
import { Refusal } from '../core/refusal'
import type { UploadStore } from '../drafts/uploads/uploads.store'
import type { Clock } from '../kit/clock'
import { makeDiskRoom } from '../mail/maintenance/diskRoom'
import { makeRoomProbe, makeSharedRoomProbe } from '../mail/maintenance/roomProbe'
import type { Spool } from '../mail/spool/spool.store'
import { type Database, openDatabase } from '../sql/openDatabase'
import { openPostgres } from '../sql/postgres/openPostgres'
import { makeVolatileStores, type VolatileStores } from './volatileStores'

export type DiskOptions = {
  readonly database: string | Buffer
  readonly dataDir: string
  readonly clock: Clock
  /** Told of each change; nothing has been moved back from memory before a yes. */
  readonly onRoom: (hasRoom: boolean) => void
}

export function openDisk({ database, dataDir, clock, onRoom }: DiskOptions) {
  let moveToDisk = async (): Promise<void> => undefined
  let closeMemory = async (): Promise<void> => undefined
  const room = makeDiskRoom({
    probe: () => probe(),
    onChange: async (hasRoom) => {
      if (hasRoom) await moveToDisk()
      onRoom(hasRoom)
    },
  })
  const db: Database = openDatabase(database, { onFull: room.noteFull })
  const probe = makeRoomProbe(db, dataDir)
  const noting =
    <In extends readonly unknown[], Out>(work: (...given: In) => Promise<Out>) =>
    async (...given: In): Promise<Out> => {
      try {
        return await work(...given)
      } catch (error) {
        if (error instanceof Refusal && error.code === 'diskFull') room.noteFull()
        throw error
      }
    }
  return {
    db,
    hasRoom: room.hasRoom,
    /** The same spool, whose failures for want of room are noted. */
    spool: <S extends Spool>(spool: S): S => ({ ...spool, put: noting(spool.put) }),
    uploads: (uploads: UploadStore): UploadStore => ({
      ...uploads,
      start: noting(uploads.start),
      write: noting(uploads.write),
    }),
    /** The same stores, which go on in memory. */
    volatile: <S extends VolatileStores>(stores: S): S => {
      const inMemory = makeVolatileStores(db, stores, clock)
      moveToDisk = inMemory.moveToDisk
      closeMemory = inMemory.close
      return { ...stores, ...inMemory.stores }
    },
    close: async (): Promise<void> => {
      room.close()
      await closeMemory()
    },
  }
}

/** PostgreSQL, and whether its server's disk takes what it is given. */
export function openSharedDisk({
  url,
  clock,
  onRoom,
}: Pick<DiskOptions, 'clock' | 'onRoom'> & { readonly url: string }) {
  const room = makeDiskRoom({ probe: () => probe(), onChange: onRoom })
  const db = openPostgres(url, { onFull: room.noteFull })
  const probe = makeSharedRoomProbe(db, clock.now)
  const close = async (): Promise<void> => {
    room.close()
    await db.destroy()
  }
  return { db, hasRoom: room.hasRoom, close }
}
