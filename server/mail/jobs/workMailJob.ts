/** Does one thing to all mails of a folder and a filter in small steps, oldest mail first, so that what arrives meanwhile stays out of it and other calls stay quick. */
import { setImmediate } from 'node:timers/promises'
import type { Filter } from '#contract/endpoints/mail/mail'
import type { FolderId, StoredSummary } from '../../core/mail'
import type { FolderJob, Progress } from '../../core/mailJob'
import { Refusal } from '../../core/refusal'
import type { MailStore, Moved } from '../mail.store'

/** Mails of one step. */
export const stepMails = 200
/** A mail server's clock may stand a little apart from ours. */
export const clockToleranceMs = 60_000
/** Steps that may change nothing before it is given up: what is to leave the folder does not. */
const idleSteps = 3
/** How often what stays in its folder is gone through again, where others have taken mail away meanwhile. */
export const passesMost = 3

export type Held = {
  /** Notes how far it is; false when the work is to end here: cancelled, or the house closes. */
  readonly note: (progress: Progress) => Promise<boolean>
  /** Told of what was moved. */
  readonly onMoved?: (moved: readonly Moved[], target: FolderId) => Promise<void>
}

/** Where to look for what is still to be done, and whether what was done is no longer found there. */
function planOf({ work, folder, filter }: FolderJob): { readonly filter: Filter; readonly leaves: boolean } {
  if (work.kind === 'remove') return { filter, leaves: true }
  // The view of flagged mail shows a mail wherever it lies.
  if (work.kind === 'move') return { filter, leaves: folder !== 'flag' }
  if (work.mark === 'seen' && (filter === 'all' || filter === 'unread')) return { filter: 'unread', leaves: true }
  if (work.mark === 'unflagged' && (filter === 'all' || filter === 'flagged'))
    return { filter: 'flagged', leaves: true }
  return { filter, leaves: false }
}

function needs({ work }: FolderJob, mail: StoredSummary): boolean {
  if (work.kind === 'move') return mail.folder !== work.target
  if (work.kind === 'remove') return true
  if (work.mark === 'seen' || work.mark === 'unseen') return mail.seen !== (work.mark === 'seen')
  return mail.flagged !== (work.mark === 'flagged')
}

async function change(
  store: MailStore,
  { work }: FolderJob,
  mails: readonly StoredSummary[],
  { onMoved }: Held,
): Promise<number> {
  const ids = mails.map((mail) => mail.id)
  if (ids.length === 0) return 0
  if (work.kind === 'mark') return store.mark(ids, work.mark)
  if (work.kind === 'remove') return (await store.remove(ids)).length
  const moved = await store.move(ids, work.target)
  if (moved === null) throw new Refusal('notFound')
  await onMoved?.(moved, work.target)
  return moved.length
}

/** Changes those of the mails that were there when it was asked for and are not yet as they are to be; answers how many. */
export async function changeNeeded(
  store: MailStore,
  job: FolderJob,
  mails: readonly StoredSummary[],
  held: Held,
): Promise<number> {
  const meant = mails.filter((mail) => mail.receivedAt <= job.createdAt + clockToleranceMs)
  return change(
    store,
    job,
    meant.filter((mail) => needs(job, mail)),
    held,
  )
}

/** Answers whether all is done. Throws what the store throws. */
export async function workMailJob(store: MailStore, job: FolderJob, held: Held): Promise<boolean> {
  const { filter, leaves } = planOf(job)
  let { done, position } = job
  let idle = 0
  let pass = 1
  let heldAtStart: number | null = null
  for (;;) {
    // What others have asked for meanwhile comes first.
    await setImmediate()
    const page = await store.page({
      folder: job.folder,
      filter,
      sort: 'date',
      order: 'asc',
      page: leaves ? 1 : Math.floor(position / stepMails) + 1,
      pageSize: stepMails,
    })
    if (page === null) throw new Refusal('notFound')
    heldAtStart ??= page.total
    const meant = page.list.filter((mail) => mail.receivedAt <= job.createdAt + clockToleranceMs)
    const changed = await changeNeeded(store, job, meant, held)
    done += changed
    position += page.list.length
    if (!(await held.note({ done, position }))) return false
    if (leaves) {
      if (meant.length === 0) return true
      idle = changed === 0 ? idle + 1 : 0
      if (idle === idleSteps) throw new Refusal('operationFailed')
    } else if (page.list.length < stepMails) {
      // Whoever takes mail away meanwhile moves the rest up, past what was read already.
      if (page.total >= heldAtStart || pass === passesMost) return true
      pass += 1
      position = 0
      heldAtStart = null
    }
  }
}
