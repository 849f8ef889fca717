/** Removes what has run out: sessions, tries, tickets, uploads that nobody needs; files that a crash left go to `lost+found`. */
import { limits } from '../../src/contract/limits'
import type { OrphanReport } from '../kit/files/lostFiles'
import type { RemovedMailStores } from '../recovery/removedMails.store'
import type { Stores } from './stores'

const day = 24 * 60 * 60 * 1_000
/** Uploads and stray files are left alone this long: a person may come back to what was being written. */
const keptUploadsMs = 30 * day
const keptStraysMs = day
/** Nobody is answered automatically again before this. */
const keptRepliesMs = 31 * day
/** In the first hour no file is moved: who put the wrong database back has time to see it. */
const watchedMs = 60 * 60 * 1_000

type Moment = { readonly now: number /** When the stores were opened. */; readonly openedAt: number }

/** Null where orphans were not looked for. */
export async function sweep(
  stores: Stores,
  removedMails: RemovedMailStores | null,
  { now, openedAt }: Moment,
): Promise<OrphanReport | null> {
  const { sessions, tickets, attempts, uploads, mailJobs, outbox, replyLog, spool, phones, qrLogins } = stores
  await sessions.sweep(now)
  await tickets.sweep(now)
  await attempts.sweep(now - day)
  await phones.sweep(now - day)
  await qrLogins.sweep(now)
  await stores.captchas.sweep(now)
  await stores.signIns.sweep(now - limits.signInDays * day)
  await mailJobs.sweep(now - day)
  await replyLog.sweep(now - keptRepliesMs)
  for (const message of await outbox.dismissOld(now)) await spool.release(message)
  await removedMails?.sweep(now, now - limits.deletedRecoveryMs, now - limits.purgedRecoveryMs)
  await stores.makeFilesPrivate()
  await stores.compactNotes()
  if (now - openedAt < watchedMs) return null
  await uploads.sweep(now - keptUploadsMs, now - limits.unfinishedUploadMs)
  return spool.sweep(now - keptStraysMs)
}
