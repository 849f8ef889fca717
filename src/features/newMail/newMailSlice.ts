/** What is known of new mail: the notice that is shown, where the next look begins, and whether looking goes on. */
import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import type { MailSummary } from '../../contract/shapes'
import { inboxListed } from '../../store/mail/newMailEvents'
import { rootReducer } from '../../store/rootReducer'

export type NewMailNotice = {
  /** Another one for each arrival, so that its five seconds begin anew. */
  readonly id: number
  readonly count: number
  /** The newest first, a few at the most. */
  readonly newest: MailSummary[]
  /** Somebody wrote who tells in quiet hours too. */
  readonly isAlways?: boolean
}

/** As many as the gateway's own notices have of the inbox. */
export const newestShown = 3

export type NewMailState = {
  /** `stopped`: a look has failed, and nothing is asked until the person is back (TRUST R21). */
  phase: 'resting' | 'asking' | 'stopped'
  /** Something came while an answer was on its way: it may not be in it. */
  again: boolean
  /** Where the last look ended; null begins at the last list of the inbox that this session was given. */
  cursor: string | null
  notice: NewMailNotice | null
  /** How many notices there were. */
  notices: number
}

const initialState: NewMailState = { phase: 'resting', again: false, cursor: null, notice: null, notices: 0 }

export const newMailSlice = createSlice({
  name: 'news',
  initialState,
  reducers: {
    newMailRequested(state) {
      state.again = state.phase === 'asking'
      state.phase = 'asking'
    },
    newMailFound(
      state,
      { payload }: PayloadAction<{ count: number; cursor: string; newest: readonly MailSummary[]; isAlways: boolean }>,
    ) {
      state.phase = 'resting'
      state.cursor = payload.cursor
      if (payload.count === 0) return
      state.notices += 1
      state.notice = {
        id: state.notices,
        count: payload.count,
        newest: [...payload.newest],
        isAlways: payload.isAlways,
      }
    },
    /** In folders beside the inbox. */
    folderMailFound(state, { payload }: PayloadAction<Omit<NewMailNotice, 'id'>>) {
      state.notices += 1
      // What the same look found in the inbox is not put away by it.
      const { count = 0, newest = [], isAlways = false } = state.notice ?? {}
      state.notice = {
        id: state.notices,
        count: payload.count + count,
        newest: [...payload.newest, ...newest].slice(0, newestShown),
        isAlways: payload.isAlways === true || isAlways,
      }
    },
    newMailStopped(state) {
      state.phase = 'stopped'
    },
    newMailResumed(state) {
      if (state.phase === 'stopped') state.phase = 'resting'
    },
    /** For whoever wants to see what it looks like: so many mails that are none. */
    noticeSampled(state, { payload }: PayloadAction<number>) {
      state.notices += 1
      state.notice = { id: state.notices, count: payload, newest: [] }
    },
    noticePutAway(state) {
      state.notice = null
    },
  },
  extraReducers: (builder) => {
    // What stands in a list that was just fetched is no news any more.
    builder.addCase(inboxListed, (state) => {
      state.cursor = null
    })
  },
  selectors: {
    selectNewMail: (state) => state,
    selectNotice: (state) => state.notice,
    selectIsStopped: (state) => state.phase === 'stopped',
  },
})

declare module '../../store/rootReducer' {
  interface LazySlices extends WithSlice<typeof newMailSlice> {}
}

const injected = newMailSlice.injectInto(rootReducer)

export const {
  newMailRequested,
  newMailFound,
  folderMailFound,
  newMailStopped,
  newMailResumed,
  noticePutAway,
  noticeSampled,
} = newMailSlice.actions
export const { selectNewMail, selectNotice, selectIsStopped } = injected.selectors
