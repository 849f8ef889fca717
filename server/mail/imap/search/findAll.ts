/** Everything that a search finds, waited for, for work that is done to all of it. It is not the search that the person sees. */
import { mailIdOf } from '../ids'
import type { FindAll } from '../operations'
import { startSearch } from './searchJob'
import { isVain, planOf } from './searchPlan'

/** Milliseconds after which the search is told that somebody waits for it still; less than it waits by itself. */
const saidMs = 5_000

/** Null when there is no such folder. Once `goOn` says no, what was found by then. */
export const findAll: FindAll = async (context, folders, account, search, goOn) => {
  const plan = await planOf(folders, account, search)
  if (plan === null) return null
  if (isVain(plan)) return []
  const job = startSearch(context, account, plan)
  const saying = setInterval(job.noteAsked, saidMs).unref()
  try {
    while (!job.isDone()) {
      await Promise.race([job.end, job.grown()])
      if (!job.isDone() && !(await goOn())) job.cancel()
    }
    await job.end
  } finally {
    job.cancel()
    clearInterval(saying)
  }
  return [...job.finds.values()].flatMap(({ mailbox, uidValidity, uids }) =>
    [...uids].sort((one, other) => other - one).map((uid) => mailIdOf(account.id, mailbox.path, uidValidity, uid)),
  )
}
