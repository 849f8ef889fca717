/** Files of uploads: one folder, names that the gateway drew, and every answered byte safe on the disk. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { asProductError } from '../../sql/driverErrors'
import { syncFolder } from './syncFolder'

/** Bytes held after a write, and what broke it off, if anything did. */
type Written = { readonly held: number; readonly fits: boolean; readonly broken: unknown }

export type UploadFiles = ReturnType<typeof makeUploadFiles>

export function makeUploadFiles(folder: string) {
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
    create: async (name: string): Promise<void> => {
      if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) await syncFolder(dirname(folder))
      await inFile(name, 'wx', (file) => file.sync())
      // Its row is safe as soon as it is written: a power cut must not leave the row alone.
      await syncFolder(folder)
    },

    /**
     * Writes what the stream gives from `offset` on, a chunk at a time, but nothing beyond `size`. A stream that breaks leaves
     * what had come: it is kept, and the upload goes on from there.
     */
    append: (name: string, offset: number, size: number, bytes: Readable): Promise<Written> =>
      inFile(name, 'r+', async (file) => {
        let held = offset
        let broken: unknown
        const chunks = chunksOf(bytes, (error) => {
          broken = error
        })
        for await (const chunk of chunks) {
          if (held + chunk.length > size) {
            bytes.destroy()
            return { held: offset, fits: false, broken: undefined }
          }
          await writeAll(file, chunk, held)
          held += chunk.length
        }
        await file.datasync()
        return { held, fits: true, broken }
      }),

    sha256: async (name: string, size: number): Promise<string> => {
      const hash = createHash('sha256')
      if (size > 0) await pipeline(createReadStream(pathOf(name), { end: size - 1 }), hash)
      return hash.digest('hex')
    },

    /** Null when the file is gone. */
    read: async (name: string, size: number): Promise<Readable | null> => {
      if (size === 0) return Readable.from([])
      const file = await open(pathOf(name), 'r').catch(() => null)
      return file?.createReadStream({ end: size - 1 }) ?? null
    },

    remove: (name: string): Promise<void> => rm(pathOf(name), { force: true }),

    /** Names of files that were last written before an instant. */
    olderThan: async (before: number): Promise<readonly string[]> => {
      const names = await readdir(folder).catch(() => [])
      const older: string[] = []
      for (const name of names) {
        const found = await stat(pathOf(name)).catch(() => null)
        if (found?.isFile() && found.mtimeMs < before) older.push(name)
      }
      return older
    },
  }
}

/** A stream's chunks; where the stream breaks they end, and the error is handed over instead of thrown. */
async function* chunksOf(bytes: Readable, onBroken: (error: unknown) => void): AsyncGenerator<Buffer> {
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
