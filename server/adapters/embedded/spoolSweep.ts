/** Removes message files that nothing refers to: what a crash left between the file and its row. */
import { readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { SpoolId } from '../../ports/mailStores'

export async function sweepOrphans(
  root: string,
  before: number,
  unreferenced: (ids: readonly SpoolId[]) => Promise<readonly SpoolId[]>,
): Promise<number> {
  let removed = 0
  for (const part of await names(root)) {
    const folder = join(root, part)
    const files = await names(folder)
    const ids = files.filter((name) => name.endsWith('.eml')).map((name) => name.slice(0, -4))
    const orphans = (await unreferenced(ids)).map((id) => `${id}.eml`)
    for (const name of [...orphans, ...files.filter((file) => file.endsWith('.tmp'))]) {
      if (await removedOld(join(folder, name), before)) removed += 1
    }
  }
  return removed
}

async function names(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => [])
}

/** A young file may belong to a process that is still writing: only what is older than the given instant goes. */
async function removedOld(file: string, before: number): Promise<boolean> {
  try {
    if ((await stat(file)).mtimeMs >= before) return false
    await unlink(file)
    return true
  } catch {
    return false
  }
}
