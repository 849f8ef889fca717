/** Files that no row refers to go to `lost+found`, never away: the rows may be what is lost. */
import { copyFile, mkdir, open, opendir, rename, stat, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from './syncFolder'

/** What a sweep did with files that nothing refers to. `left`: too many for any to be touched (counted up to one more than may go), or that could not be moved. */
export type OrphanReport = { readonly moved: number; readonly left: number }

/** A crash leaves a few files between the file and its row; more are a sign that the database is not the one of these files. */
const alwaysMoved = 10
const movedMost = 100
const movedShare = 0.01
/** Names that are held and asked for at once. */
const batch = 500

export type SweptDirectory = {
  readonly path: string
  /** The end of the names that are looked at; others are left alone. */
  readonly ending: string
  /** Those of the names (without the ending) to which nothing refers. */
  readonly orphansOf: (names: readonly string[]) => Promise<readonly string[]>
}

export type OrphanSweep = {
  readonly directories: AsyncIterable<SweptDirectory> | Iterable<SweptDirectory>
  /** Epoch milliseconds: a file written later may belong to somebody who is still writing. */
  readonly before: number
  readonly lostAndFound: string
  readonly renameFile?: Rename
}

/** Rejects with EXDEV where the two are of different file systems. */
type Rename = (from: string, to: string) => Promise<void>

/** Moves what nothing refers to, unless that would be more than 100 files, or more than 10 and 1 % of all. */
export async function moveOrphans({
  directories,
  before,
  lostAndFound,
  renameFile,
}: OrphanSweep): Promise<OrphanReport> {
  const orphans: string[] = []
  let all = 0
  for await (const directory of directories)
    for await (const names of batchesOf(directory)) {
      all += names.length
      for (const name of await directory.orphansOf(names)) {
        const file = join(directory.path, name + directory.ending)
        if (orphans.length <= movedMost && (await isOlder(file, before))) orphans.push(file)
      }
    }
  if (areTooMany(orphans.length, all)) return { moved: 0, left: orphans.length }
  let [moved, left] = [0, 0]
  for (const file of orphans)
    if (await moveTo(lostAndFound, file, renameFile)) moved += 1
    else if (await exists(file)) left += 1
  return { moved, left }
}

/** More than a crash leaves: the rows may be what is lost. */
export const areTooMany = (orphans: number, all: number): boolean =>
  orphans > movedMost || (orphans > alwaysMoved && orphans > all * movedShare)

/** Leaves half-written files of a crash: they were never anybody's, since a whole file gets its name by a rename. */
export async function removeUnfinished(directory: string, before: number): Promise<void> {
  for await (const names of batchesOf({ path: directory, ending: '.tmp' }))
    for (const name of names) {
      const file = join(directory, `${name}.tmp`)
      if (await isOlder(file, before)) await unlink(file).catch(() => undefined)
    }
}

/** A name that is taken there gets a number: nothing is ever written over. */
export async function moveTo(lostAndFound: string, file: string, renameFile: Rename = rename): Promise<boolean> {
  await mkdir(lostAndFound, { recursive: true, mode: 0o700 })
  const name = basename(file)
  for (let copy = 0; ; copy += 1) {
    const target = join(lostAndFound, copy === 0 ? name : `${copy}-${name}`)
    if (await exists(target)) continue
    return renameFile(file, target)
      .catch((error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
        return carryOver(file, target)
      })
      .then(
        () => true,
        () => false,
      )
  }
}

/** To another file system: the file goes only once its copy is safe on the disk. */
async function carryOver(file: string, target: string): Promise<void> {
  const { atime, mtime } = await stat(file)
  const partial = `${target}.tmp`
  try {
    await copyFile(file, partial)
    const copy = await open(partial, 'r+')
    try {
      await copy.utimes(atime, mtime)
      await copy.sync()
    } finally {
      await copy.close()
    }
    await rename(partial, target)
    await syncFolder(dirname(target))
  } catch (error) {
    await unlink(partial).catch(() => undefined)
    throw error
  }
  await unlink(file)
}

/** Names without their ending; of a directory of any size only one batch is held. */
export async function* batchesOf({
  path,
  ending,
}: Pick<SweptDirectory, 'path' | 'ending'>): AsyncGenerator<readonly string[]> {
  const entries = await opendir(path, { bufferSize: batch }).catch(() => null)
  if (entries === null) return
  let names: string[] = []
  for await (const entry of entries) {
    if (!entry.isFile() || !entry.name.endsWith(ending)) continue
    names.push(entry.name.slice(0, entry.name.length - ending.length))
    if (names.length < batch) continue
    yield names
    names = []
  }
  if (names.length > 0) yield names
}

async function isOlder(file: string, before: number): Promise<boolean> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs < before,
    () => false,
  )
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
