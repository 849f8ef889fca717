/** Does one thing to all mails that a search finds, in small steps, newest first. */
import { setImmediate } from 'node:timers/promises'
import type { FolderJob, MailJob } from '../../core/mailJob'
import type { MailSearch } from '../../core/mailSearch'
import { Refusal } from '../../core/refusal'
import type { MailStore } from '../mail.store'
import { changeNeeded, type Held, stepMails } from './workMailJob'

/**
 * Answers whether all is done. Throws what the store throws. What is found is settled before anything is done, since what is done may change
 * what would be found. After a restart it is found anew: what was done already needs nothing more.
 */
export async function workFoundJob(
  store: MailStore,
  job: FolderJob & { readonly search: MailSearch },
  held: Held,
): Promise<boolean> {
  const noted: Pick<MailJob, 'done' | 'position'> = { done: job.done, position: 0 }
  const ids = await store.findAll(job.search, () => held.note(noted))
  if (ids === null) throw new Refusal('notFound')
  let { done } = job
  // A server that was still searching when it was asked for knew fewer.
  const total = done === 0 ? { total: Math.max(job.total, ids.length) } : {}
  for (let at = 0; at < ids.length; at += stepMails) {
    // What others have asked for meanwhile comes first.
    await setImmediate()
    done += await changeNeeded(store, job, await store.summaries(ids.slice(at, at + stepMails)), held)
    if (!(await held.note({ done, position: at + stepMails, ...total }))) return false
  }
  return true
}
