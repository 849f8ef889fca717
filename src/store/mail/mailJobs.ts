/** Long work over mail that the gateway does in the background, as it was last told of. */
import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import type { MailJob } from '../../contract/endpoints/mail/jobs'
import { rootReducer } from '../rootReducer'
import { signedOut } from '../session/session'

export type JobsState = {
  /** Those that run, oldest first. */
  running: MailJob[]
  /** Ids of those that have ended: an answer that was asked for before says that they run, and is late. */
  ended: string[]
  /** Imports that have ended and left something out, until a person has put them away. */
  results: MailJob[]
}

const initialState: JobsState = { running: [], ended: [], results: [] }

function end(state: JobsState, ended: string): void {
  state.running = state.running.filter(({ id }) => id !== ended)
  if (!state.ended.includes(ended)) state.ended.push(ended)
}

const jobsSlice = createSlice({
  name: 'mailJobs',
  initialState,
  reducers: {
    /** The gateway told of jobs, whether they run or have ended; what it left out is as before. */
    jobsFetched(state, { payload }: PayloadAction<readonly MailJob[]>) {
      for (const job of payload) {
        const at = state.running.findIndex(({ id }) => id === job.id)
        if (job.state !== 'running') end(state, job.id)
        else if (state.ended.includes(job.id)) continue
        else if (at < 0) state.running.push(job)
        else state.running[at] = job
      }
    },
    /** The gateway knows no such job any more. */
    jobLost(state, { payload }: PayloadAction<string>) {
      end(state, payload)
    },
    /** Some of it was refused. */
    importFetched(state, { payload }: PayloadAction<MailJob>) {
      state.results.push(payload)
    },
    resultPutAway(state, { payload }: PayloadAction<string>) {
      state.results = state.results.filter(({ id }) => id !== payload)
    },
  },
  extraReducers: (builder) => {
    builder.addCase(signedOut, () => initialState)
  },
  selectors: { selectRunningJobs: (state) => state.running, selectResults: (state) => state.results },
})

declare module '../rootReducer' {
  interface LazySlices extends WithSlice<typeof jobsSlice> {}
}

export const { jobsFetched, jobLost, importFetched, resultPutAway } = jobsSlice.actions
export const { selectRunningJobs, selectResults } = jobsSlice.injectInto(rootReducer).selectors
