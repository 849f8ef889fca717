/** Removes what has run out, in every store; files that a crash left go to `lost+found`. */
import { limits } from '../../src/contract/limits'
import type { OrphanReport } from '../kit/files/lostFiles'
import type { RemovedMailStores } from '../recovery/removedMails.store'
import type { Stores } from './stores'

/** Milliseconds: stray files are left alone this long. */
const keepStrayFilesMs = 24 * 60 * 60 * 1_000
/** In the first hour no file is moved: who put the wrong database back has time to see it. */
const watchedMs = 60 * 60 * 1_000

type Moment = { readonly now: number /** When the stores were opened. */; readonly openedAt: number }

/** Null where orphans were not looked for. */
export async function sweep(
  { sweepStores, spool, makeFilesPrivate, compactNotes }: Stores,
  removedMails: RemovedMailStores | null,
  { now, openedAt }: Moment,
): Promise<OrphanReport | null> {
  const mayRemoveFiles = now - openedAt >= watchedMs
  await sweepStores({ now, mayRemoveFiles })
  await removedMails?.sweep(now, now - limits.deletedRecoveryMs, now - limits.purgedRecoveryMs)
  await makeFilesPrivate()
  await compactNotes()
  return mayRemoveFiles ? spool.sweep(now - keepStrayFilesMs) : null
}
