/** Which of the two searches is open, and what was searched for of late. */
import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import { rootReducer } from '../../store/rootReducer'
import { signedOut } from '../../store/session'

export type SearchState = {
  /** 0 is the simple search, 1 the advanced one (SPEC §3). */
  status: 0 | 1
  /** Texts of questions, newest first; null until they were read from the browser. */
  recent: string[] | null
}

const initialState: SearchState = { status: 0, recent: null }

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
    recentKnown(state, { payload }: PayloadAction<readonly string[]>) {
      state.recent = [...payload]
    },
  },
  extraReducers: (builder) => {
    builder.addCase(signedOut, () => initialState)
  },
  selectors: {
    selectIsAdvanced: (state) => state.status === 1,
    selectRecent: (state): readonly string[] => state.recent ?? none,
  },
})

declare module '../../store/rootReducer' {
  interface LazySlices extends WithSlice<typeof searchSlice> {}
}

const injected = searchSlice.injectInto(rootReducer)

export const { selectIsAdvanced, selectRecent } = injected.selectors
export const { advancedOpened, advancedClosed, recentKnown } = searchSlice.actions
