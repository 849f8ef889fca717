/** Files of uploads: one folder, names that the gateway drew, and every answered byte safe on the disk. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Checkpoint } from '../../kit/checkpoint'
import { moveOrphans } from '../../kit/files/lostFiles'
import { syncFolder } from '../../kit/files/syncFolder'
import type { Connection } from '../../sql/connection'
import { asProductError } from '../../sql/driverErrors'

/** Bytes that are read at once where a whole file is hashed. */
const hashedAtOnce = 1024 * 1024

/** Bytes held after a write, null where they were not taken; and what broke it off, if anything did. */
type Written = { readonly held: number | null; readonly broken: unknown }

/** Puts on record how much is held, unless something else happened to the upload meanwhile: then false. */
export type Keep = (held: number, on?: Connection) => Promise<boolean>

export type UploadFiles = {
  readonly create: (name: string) => Promise<void>
  /**
   * Writes what the stream gives from `offset` on, a chunk at a time, but nothing beyond `size`, and lets `keep` decide. A stream that
   * breaks leaves what had come: it is kept, and the upload goes on from there.
   */
  readonly append: (name: string, offset: number, size: number, bytes: Readable, keep: Keep) => Promise<Written>
  /** Lets go of what was held, where `keep` agrees. */
  readonly empty: (name: string, keep: Keep) => Promise<void>
  /** Of the first `size` bytes; null when they are not all there. */
  readonly sha256: (name: string, size: number) => Promise<string | null>
  /** The bytes of [from, size); null when the file is gone. */
  readonly read: (name: string, size: number, from: number) => Promise<Readable | null>
  /** Where its bytes lie on this machine; null where they lie elsewhere. */
  readonly path: (name: string) => string | null
  readonly remove: (name: string) => Promise<void>
  /** Moves what was last written before an instant and belongs to no upload to `lost+found` beside the folder. */
  readonly sweep: (before: number, isKnown: (name: string) => Promise<boolean>) => Promise<void>
}

export function makeUploadFiles(folder: string, checkpoint?: Checkpoint): UploadFiles {
  const pathOf = (name: string) => join(folder, name)

  const inFile = async <T>(name: string, flags: string, work: (file: FileHandle) => Promise<T>): Promise<T> => {
    try {
      const file = await open(pathOf(name), flags, 0o600)
      try {
        return await work(file)
      } finally {
        await file.close()
      }
    } catch (error) {
      throw asProductError(error)
    }
  }

  return {
    create: async (name) => {
      if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) await syncFolder(dirname(folder))
      await inFile(name, 'wx', (file) => file.sync())
      // Its row is safe as soon as it is written: a power cut must not leave the row alone.
      await syncFolder(folder)
      await checkpoint?.('uploadMade')
    },

    append: (name, offset, size, bytes, keep) =>
      inFile(name, 'r+', async (file) => {
        let held = offset
        let broken: unknown
        const chunks = chunksOf(bytes, (error) => {
          broken = error
        })
        for await (const chunk of chunks) {
          if (held + chunk.length > size) {
            bytes.destroy()
            return { held: null, broken: undefined }
          }
          await writeAll(file, chunk, held)
          held += chunk.length
        }
        await file.datasync()
        await checkpoint?.('partWritten')
        return (await keep(held)) ? { held, broken } : { held: null, broken: undefined }
      }),

    // What lies in the file beyond what is held is written over.
    empty: async (_name, keep) => {
      await keep(0)
    },

    sha256: async (name, size) => {
      const hash = createHash('sha256')
      if (size > 0) await pipeline(createReadStream(pathOf(name), { end: size - 1, highWaterMark: hashedAtOnce }), hash)
      return hash.digest('hex')
    },

    read: async (name, size, from) => {
      if (from >= size) return Readable.from([])
      const file = await open(pathOf(name), 'r').catch(() => null)
      return file?.createReadStream({ start: from, end: size - 1 }) ?? null
    },

    path: pathOf,

    remove: async (name) => {
      await checkpoint?.('uploadUnlisted')
      await rm(pathOf(name), { force: true })
    },

    sweep: async (before, isKnown) => {
      const orphansOf = async (names: readonly string[]) => {
        const orphans: string[] = []
        for (const name of names) if (!(await isKnown(name))) orphans.push(name)
        return orphans
      }
      const lostAndFound = join(dirname(folder), 'lost+found')
      await moveOrphans({ directories: [{ path: folder, ending: '', orphansOf }], before, lostAndFound })
    },
  }
}

/** A stream's chunks; where the stream breaks they end, and the error is handed over instead of thrown. */
export async function* chunksOf(bytes: Readable, onBroken: (error: unknown) => void): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of bytes) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk)
  } catch (error) {
    onBroken(error)
  }
}

/** The system may write less than it was given. */
async function writeAll(file: FileHandle, chunk: Buffer, position: number): Promise<void> {
  let done = 0
  while (done < chunk.length) {
    const { bytesWritten } = await file.write(chunk, done, chunk.length - done, position + done)
    done += bytesWritten
  }
}
