/** Message files that nothing refers to, after a crash between the file and its row: they go to `lost+found`. */
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { moveOrphans, type OrphanReport, removeUnfinished, type SweptDirectory } from '../../kit/files/lostFiles'
import type { SpoolId } from '../mail.store'
import { dataPathsOf } from './dataPaths'
import { accountsOf } from './notes/noteFormat'

export const messageEnding = '.eml'

/** A message lies in the directory that the first two letters of its id name. */
const shardName = /^[0-9a-f]{2}$/

export async function sweepSpool(
  dataDir: string,
  before: number,
  unreferenced: (ids: readonly SpoolId[]) => Promise<readonly SpoolId[]>,
): Promise<OrphanReport> {
  const { mail, lostAndFound } = dataPathsOf(dataDir)
  async function* directories(): AsyncGenerator<SweptDirectory> {
    for (const path of [mail, accountsOf(mail)]) await removeUnfinished(path, before)
    for await (const path of shardsOf(mail)) {
      await removeUnfinished(path, before)
      yield { path, ending: messageEnding, orphansOf: unreferenced }
    }
  }
  return moveOrphans({ directories: directories(), before, lostAndFound })
}

export async function* shardsOf(mail: string): AsyncGenerator<string> {
  const entries = await opendir(mail).catch(() => null)
  if (entries === null) return
  for await (const entry of entries) if (entry.isDirectory() && shardName.test(entry.name)) yield join(mail, entry.name)
}
