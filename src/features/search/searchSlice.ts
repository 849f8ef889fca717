/** Which of the two searches is open, what was searched for of late, and the searches that bear names. */
import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import type { SavedSearch } from '../../contract/endpoints/mail/search'
import type { Failure } from '../../lib/http/outcome'
import { rootReducer } from '../../store/rootReducer'
import { signedOut } from '../../store/session/session'

export type SearchState = {
  /** 0 is the simple search, 1 the advanced one (SPEC §3). */
  status: 0 | 1
  /** Whether what was searched for last begins on a day, and ends on one (SPEC §3). */
  hasStartDate: boolean
  hasCloseDate: boolean
  /** Texts of questions, newest first; null until they were read from the browser. */
  recent: string[] | null
  /** Those that bear names, oldest first; null until the gateway told them. */
  saved: SavedSearch[] | null
  /** Why it did not tell them. */
  savedFailure: Failure['code'] | null
  /** The one that was removed last, for as long as that can be undone. */
  removed: SavedSearch | null
}

const initialState: SearchState = {
  status: 0,
  hasStartDate: false,
  hasCloseDate: false,
  recent: null,
  saved: null,
  savedFailure: null,
  removed: null,
}

const none: readonly string[] = []

export const searchSlice = createSlice({
  name: 'search',
  initialState,
  reducers: {
    advancedOpened(state) {
      state.status = 1
    },
    advancedClosed(state) {
      state.status = 0
    },
    searchStarted(state, { payload: { after, before } }: PayloadAction<{ after: string; before: string }>) {
      state.hasStartDate = after !== ''
      state.hasCloseDate = before !== ''
    },
    recentKnown(state, { payload }: PayloadAction<readonly string[]>) {
      state.recent = [...payload]
    },
    savedKnown(state, { payload }: PayloadAction<readonly SavedSearch[]>) {
      state.saved = [...payload]
      state.savedFailure = null
    },
    savedRefused(state, { payload }: PayloadAction<Failure['code']>) {
      state.savedFailure = payload
    },
    /** A new one, or one under a new name. */
    searchSaved(state, { payload }: PayloadAction<SavedSearch>) {
      const at = state.saved?.findIndex(({ id }) => id === payload.id) ?? -1
      if (state.saved !== null && at >= 0) state.saved[at] = payload
      else state.saved?.push(payload)
    },
    searchRemoved(state, { payload }: PayloadAction<SavedSearch>) {
      state.saved = state.saved?.filter(({ id }) => id !== payload.id) ?? null
      state.removed = payload
    },
  },
  extraReducers: (builder) => {
    builder.addCase(signedOut, () => initialState)
  },
  selectors: {
    selectIsAdvanced: (state) => state.status === 1,
    selectRecent: (state): readonly string[] => state.recent ?? none,
    selectSaved: (state): readonly SavedSearch[] | null => state.saved,
    selectSavedFailure: (state) => state.savedFailure,
    selectRemovedSearch: (state) => state.removed,
  },
})

declare module '../../store/rootReducer' {
  interface LazySlices extends WithSlice<typeof searchSlice> {}
}

const injected = searchSlice.injectInto(rootReducer)

export const { selectIsAdvanced, selectRecent, selectSaved, selectSavedFailure, selectRemovedSearch } =
  injected.selectors
export const {
  advancedOpened,
  advancedClosed,
  searchStarted,
  recentKnown,
  savedKnown,
  savedRefused,
  searchSaved,
  searchRemoved,
} = searchSlice.actions
