/** What already happened and may be said briefly; one polite live region reads them. */
import { createAction, createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit'

export type NoticeParams = Readonly<Record<string, string | number>>

export type Notice = {
  readonly id: string
  readonly tone: 'info' | 'success' | 'error'
  /** Key with its namespace, such as `mail:moved`. */
  readonly message: string
  readonly params?: NoticeParams
  /** Names what an Undo takes back; with it the notice shows an Undo. */
  readonly undoId?: string
}

const initialState: { shown: Notice | null; areHeldBack: boolean } = { shown: null, areHeldBack: false }

/** Undo was pressed; a feature's listener answers it. */
export const undoPressed = createAction<{ undoId: string }>('notices/undoPressed')

export const noticesSlice = createSlice({
  name: 'notices',
  initialState,
  reducers: {
    /** A new notice takes the place of the older one. */
    noticeShown: {
      reducer(state, { payload }: PayloadAction<Notice>) {
        state.shown = payload
      },
      prepare: (notice: Omit<Notice, 'id'>) => ({ payload: { ...notice, id: nanoid() } }),
    },
    /** A send that can still be undone has the place: what is no error waits until it is over. */
    noticesHeldBack(state, { payload }: PayloadAction<boolean>) {
      state.areHeldBack = payload
    },
    noticeDismissed(state, { payload }: PayloadAction<{ id: string }>) {
      if (state.shown?.id === payload.id) state.shown = null
    },
  },
  extraReducers: (builder) => {
    builder.addCase(undoPressed, (state, { payload }) => {
      if (state.shown?.undoId === payload.undoId) state.shown = null
    })
  },
  selectors: {
    /** Shown, or held back for now. */
    selectNewestNotice: ({ shown }) => shown,
    selectShownNotice: ({ shown, areHeldBack }) => (areHeldBack && shown?.tone !== 'error' ? null : shown),
  },
})

export const { noticeShown, noticeDismissed, noticesHeldBack } = noticesSlice.actions
export const { selectNewestNotice, selectShownNotice } = noticesSlice.selectors
