/** Starting work over a whole folder; following and cancelling long work of every kind. */

import type { Call } from '#contract/endpoint'
import { cancelMailJob, type MailJob, mailJobs, startFoundJob, startMailJob } from '#contract/endpoints/mail/jobs'
import { say } from '#src/store/ask'
import { loadFolders } from '#src/store/mail/folderThunks'
import { importFetched, jobLost, jobsFetched, selectRunningJobs } from '#src/store/mail/mailJobs'
import { loadQuota } from '#src/store/mail/quotaThunks'
import { noticeShown } from '#src/store/shell/notices'
import type { AppThunk } from '#src/store/typed'
import { sayRefusal } from '../actions/changeThunks'
import { refreshOpenList } from '../listData/listThunks'
import { selectMailbox } from '../mailboxSelectors'
import { selectionChanged } from '../mailboxSlice'

type Work = Pick<Call<typeof startMailJob>, 'kind' | 'mark' | 'target'>

/** Asks the gateway to do something to all that the open list's folder and filter hold, or that it was searched for. */
export function startOnWhole(work: Work): AppThunk<Promise<boolean>> {
  return async (dispatch, getState, { call }) => {
    const { open } = selectMailbox(getState())
    if (open === null) return false
    const { folder, filter, find } = open
    const outcome = await (find === undefined
      ? call(startMailJob, { ...work, folder, filter })
      : call(startFoundJob, { ...find.ask.form, ...work }))
    if (!outcome.ok) {
      dispatch(sayRefusal(outcome.code))
      return false
    }
    dispatch(selectionChanged([]))
    dispatch(jobsFetched([outcome.value.job]))
    return true
  }
}

/** An archive holds a folder or mails that are named. */
export function sayFoundStays(): AppThunk<void> {
  return (dispatch) => void dispatch(noticeShown({ tone: 'error', message: 'jobs:exportFound' }))
}

function sayEnd(job: MailJob): AppThunk<void> {
  const { id, kind, state, done, total, reason, files = [] } = job
  const refused = files.reduce((sum, file) => sum + file.refused, 0)
  return (dispatch) => {
    if (refused > 0 && state === 'done') {
      dispatch(importFetched(job))
      dispatch(noticeShown({ tone: 'error', message: 'jobs:importedSome', params: { count: done, refused } }))
    } else if (state === 'failed') {
      dispatch(say({ code: reason ?? 'operationFailed' }))
    } else {
      const isShort = kind === 'export' && done < total
      const ended = isShort ? 'jobs:exportedSome' : `jobs:done.${kind}`
      const message = state === 'cancelled' ? 'jobs:cancelled' : ended
      dispatch(noticeShown({ tone: 'success', message, params: { count: done, left: total - done } }))
    }
    dispatch(jobLost(id))
    void dispatch(refreshOpenList())
    void dispatch(loadFolders())
    // An archive alone neither frees nor fills room.
    if (kind !== 'export') void dispatch(loadQuota())
  }
}

/** Asks how far those are that run here; says of each that ended what came of it. */
export function followJobs(): AppThunk<Promise<void>> {
  return async (dispatch, getState, { call }) => {
    for (const { id } of selectRunningJobs(getState())) {
      const outcome = await call(mailJobs, { id })
      if (!outcome.ok) {
        if (outcome.code === 'notFound') dispatch(jobLost(id))
        continue
      }
      for (const job of outcome.value.jobs) {
        const isKnown = selectRunningJobs(getState()).some((it) => it.id === job.id)
        dispatch(jobsFetched([job]))
        if (isKnown && job.state !== 'running') dispatch(sayEnd(job))
      }
    }
  }
}

/** Finds what was started before this page was opened. */
export function findJobs(): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(mailJobs, {})
    if (outcome.ok) dispatch(jobsFetched(outcome.value.jobs))
  }
}

export function cancelJob(id: string): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(cancelMailJob, { id })
    if (!outcome.ok) {
      dispatch(sayRefusal(outcome.code))
      if (outcome.code === 'notFound') dispatch(jobLost(id))
      return
    }
    const { job } = outcome.value
    dispatch(jobsFetched([job]))
    if (job.state !== 'running') dispatch(sayEnd(job))
  }
}
