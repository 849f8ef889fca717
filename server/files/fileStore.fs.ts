/** Bytes of stored files in a folder of this machine, each under a name that the gateway drew. */
import { link, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Checkpoint } from '../kit/checkpoint'
import { moveOrphans, removeUnfinished } from '../kit/files/lostFiles'
import { shardedPath } from '../kit/files/shardedPath'
import { syncFolder } from '../kit/files/syncFolder'
import { asProductError } from '../sql/driverErrors'
import type { FileSource, FileStore } from './fileStore.port'

/** Until every byte is there and safe, a file is called otherwise. */
const unfinished = '.tmp'

export function makeLocalFiles(folder: string, checkpoint?: Checkpoint): FileStore {
  const pathOf = (id: string) => shardedPath(folder, id)

  const makeFolder = async (path: string) => {
    const first = await mkdir(path, { recursive: true, mode: 0o700 })
    // Each folder that was made is an entry of the one above it.
    for (let at = path; first !== undefined && at.startsWith(first); at = dirname(at)) await syncFolder(dirname(at))
  }

  return {
    put: async (id, source) => {
      const path = pathOf(id)
      const partial = path + unfinished
      try {
        await makeFolder(dirname(path))
        await rm(partial, { force: true })
        if (!(await linked(source, partial))) await copied(source, partial)
        await checkpoint?.('bytesLinked')
        await rename(partial, path)
        await checkpoint?.('bytesNamed')
        await syncFolder(dirname(path))
        return (await stat(path)).size
      } catch (error) {
        await rm(partial, { force: true }).catch(() => undefined)
        throw asProductError(error)
      }
    },
    read: async (id, { from, to }) => {
      const file = await open(pathOf(id), 'r').catch(() => null)
      if (file === null) return null
      // Node reads to the end where `end` is before `start`.
      if (to <= from) {
        await file.close()
        return Readable.from([])
      }
      return file.createReadStream({ start: from, end: to - 1, highWaterMark: 256 * 1024 })
    },
    remove: async (ids) => {
      await checkpoint?.('bytesUnlisted')
      for (const id of ids) await rm(pathOf(id), { force: true })
    },
    sweep: async (before, orphansOf) => {
      const shards = (await readdir(folder).catch(() => [])).map((shard) => join(folder, shard))
      for (const shard of shards) await removeUnfinished(shard, before)
      await checkpoint?.('unfinishedSwept')
      const directories = shards.map((path) => ({ path, ending: '', orphansOf }))
      await moveOrphans({ directories, before, lostAndFound: join(dirname(folder), 'lost+found') })
    },
  }
}

/** False where the two are of different file systems, or the system knows no links. */
async function linked({ path }: FileSource, to: string): Promise<boolean> {
  if (path === null) return false
  try {
    // A sweep takes it for as old as its last change.
    await utimes(path, new Date(), new Date())
    await link(path, to)
    return true
  } catch {
    return false
  }
}

async function copied(source: FileSource, to: string): Promise<void> {
  const file = await open(to, 'wx', 0o600)
  try {
    await pipeline(await source.open(), file.createWriteStream({ flush: true }))
  } finally {
    await file.close().catch(() => undefined)
  }
}
