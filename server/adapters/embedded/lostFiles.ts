/** Files that no row refers to go to `lost+found`, never away: the rows may be what is lost. */
import { mkdir, opendir, rename, stat, unlink } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** What a sweep did with files that nothing refers to. `left`: so many that none was touched; counted up to one more than may go. */
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
}

/** Moves what nothing refers to, unless that would be more than 100 files, or more than 10 and 1 % of all. */
export async function moveOrphans({ directories, before, lostAndFound }: OrphanSweep): Promise<OrphanReport> {
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
  if (orphans.length > movedMost || (orphans.length > alwaysMoved && orphans.length > all * movedShare))
    return { moved: 0, left: orphans.length }
  let moved = 0
  for (const file of orphans) if (await moveTo(lostAndFound, file)) moved += 1
  return { moved, left: 0 }
}

/** Leaves half-written files of a crash: they were never anybody's, since a whole file gets its name by a rename. */
export async function removeUnfinished(directory: string, before: number): Promise<void> {
  for await (const names of batchesOf({ path: directory, ending: '.tmp' }))
    for (const name of names) {
      const file = join(directory, `${name}.tmp`)
      if (await isOlder(file, before)) await unlink(file).catch(() => undefined)
    }
}

/** A name that is taken there gets a number: nothing is ever written over. */
export async function moveTo(lostAndFound: string, file: string): Promise<boolean> {
  await mkdir(lostAndFound, { recursive: true, mode: 0o700 })
  const name = basename(file)
  for (let copy = 0; ; copy += 1) {
    const target = join(lostAndFound, copy === 0 ? name : `${copy}-${name}`)
    if (await exists(target)) continue
    return rename(file, target).then(
      () => true,
      () => false,
    )
  }
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
