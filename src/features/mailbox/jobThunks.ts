/** Starting, following and cancelling work over a whole folder. */
import type { Call } from '../../contract/endpoint'
import { cancelMailJob, type MailJob, mailJobs, startMailJob } from '../../contract/endpoints/jobs'
import { loadFolders } from '../../store/folderThunks'
import { noticeShown } from '../../store/notices'
import type { AppThunk } from '../../store/typed'
import { sayRefusal } from './changeThunks'
import { jobLost, jobsTold, selectRunningJobs } from './jobsSlice'
import { refreshOpenList } from './listThunks'
import { selectMailbox } from './mailboxSelectors'
import { selectionChanged } from './mailboxSlice'

type Work = Pick<Call<typeof startMailJob>, 'kind' | 'mark' | 'target'>

/** Asks the gateway to do something to all that the open list's folder and filter hold. */
export function startOnWhole(work: Work): AppThunk<Promise<boolean>> {
  return async (dispatch, getState, { call }) => {
    const { open } = selectMailbox(getState())
    if (open === null) return false
    const outcome = await call(startMailJob, { ...work, folder: open.folder, filter: open.filter })
    if (!outcome.ok) {
      dispatch(sayRefusal(outcome.code))
      return false
    }
    dispatch(selectionChanged([]))
    dispatch(jobsTold([outcome.value.job]))
    return true
  }
}

function sayEnd({ id, kind, state, done, reason }: MailJob): AppThunk<void> {
  return (dispatch) => {
    if (state === 'failed') {
      dispatch(noticeShown({ tone: 'error', message: `errors:${reason ?? 'operationFailed'}` }))
    } else {
      const message = state === 'cancelled' ? 'jobs:cancelled' : `jobs:done.${kind}`
      dispatch(noticeShown({ tone: 'success', message, params: { count: done } }))
    }
    dispatch(jobLost(id))
    void dispatch(refreshOpenList())
    void dispatch(loadFolders())
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
        dispatch(jobsTold([job]))
        if (isKnown && job.state !== 'running') dispatch(sayEnd(job))
      }
    }
  }
}

/** Finds what was started before this page was opened. */
export function findJobs(): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(mailJobs, {})
    if (outcome.ok) dispatch(jobsTold(outcome.value.jobs))
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
    dispatch(jobsTold([job]))
    if (job.state !== 'running') dispatch(sayEnd(job))
  }
}
