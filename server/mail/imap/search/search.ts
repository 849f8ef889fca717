/** Search on the server. What cannot be answered at once goes on behind, and whoever asks again gets what there is by then. */
import type { Account, AccountId } from '#server/core/account'
import type { MailPage, TextQuery } from '../../mail.store'
import type { ImapContext } from '../context'
import { newestFirst } from '../list/newestFirst'
import type { SearchMails } from '../operations'
import { countOf, type SearchJob, startSearch } from './searchJob'
import { isVain, planOf, type SearchPlan } from './searchPlan'

/** Milliseconds that a person waits for the first finds, and for the end of a search that has filled the page already. */
const budgetMs = 200
const filledMs = 120
/** Milliseconds for which finds are kept after they were last asked for. */
const keptMs = 60_000

type Running = {
  readonly key: string
  readonly job: SearchJob
  /** Whether the last answer said that the search goes on: the next question is then about the same search. */
  wasUnfinished: boolean
  forgetting: NodeJS.Timeout | undefined
}

/** One search for each account; another question ends it. */
const searches = new WeakMap<ImapContext, Map<AccountId, Running>>()

/** Null when there is no such folder. */
export const searchMails: SearchMails = async (context, folders, account, query) => {
  const plan = await planOf(folders, account, query)
  if (plan === null) return null
  if (isVain(plan)) return { list: [], total: 0, unread: null }
  const running = runningSearch(context, account, query, plan)
  const { job } = running
  try {
    await firstFinds(job, query.page * query.pageSize)
  } catch (error) {
    // The next question begins anew.
    forget(context, account.id, running)
    throw error
  }
  const goesOn = !job.isDone()
  running.wasUnfinished = goesOn
  keepAwhile(context, account.id, running)
  const found = [...job.finds.values()]
  const page: MailPage = {
    list: await newestFirst(context, account, found, query),
    total: countOf(job.finds),
    unread: null,
  }
  return goesOn ? { ...page, goesOn } : page
}

/** The search that this question is about: the one that goes on or whose further pages are asked for, or a new one. */
function runningSearch(context: ImapContext, account: Account, query: TextQuery, plan: SearchPlan): Running {
  const all = searches.get(context) ?? new Map<AccountId, Running>()
  searches.set(context, all)
  const key = JSON.stringify([plan.texts, plan.criteria, query.folder])
  const known = all.get(account.id)
  if (known?.key === key && !known.job.isCut() && (known.wasUnfinished || query.page > 1)) {
    known.job.noteAsked()
    return known
  }
  known?.job.cancel()
  clearTimeout(known?.forgetting)
  const started = { key, job: startSearch(context, account, plan), wasUnfinished: false, forgetting: undefined }
  all.set(account.id, started)
  return started
}

/** Waits until the search has ended, the page is full, or the time is up. Throws what the search failed of. */
async function firstFinds(job: SearchJob, enough: number): Promise<void> {
  const startedAt = performance.now()
  for (;;) {
    const elapsed = performance.now() - startedAt
    const isFull = elapsed >= filledMs && countOf(job.finds) >= enough
    if (elapsed >= budgetMs || isFull) return
    let late: NodeJS.Timeout | undefined
    const patience = new Promise<void>((resolve) => {
      late = setTimeout(resolve, (elapsed < filledMs ? filledMs : budgetMs) - elapsed)
    })
    await Promise.race([job.end, job.grown(), patience]).finally(() => clearTimeout(late))
    if (job.isDone()) return job.end
  }
}

function keepAwhile(context: ImapContext, id: AccountId, running: Running): void {
  clearTimeout(running.forgetting)
  running.forgetting = setTimeout(() => forget(context, id, running), keptMs)
  running.forgetting.unref()
}

function forget(context: ImapContext, id: AccountId, running: Running): void {
  running.job.cancel()
  clearTimeout(running.forgetting)
  const all = searches.get(context)
  if (all?.get(id) === running) all.delete(id)
}

/** For an account that signs out or is no more. */
export function forgetSearch(context: ImapContext, id: AccountId): void {
  const running = searches.get(context)?.get(id)
  if (running) forget(context, id, running)
}
