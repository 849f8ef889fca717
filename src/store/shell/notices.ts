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

const initialState: { shown: Notice[] } = { shown: [] }
/** A new notice takes the place of the older one. */
const most = 1

/** Undo was pressed; a feature's listener answers it. */
export const undoPressed = createAction<{ undoId: string }>('notices/undoPressed')

export const noticesSlice = createSlice({
  name: 'notices',
  initialState,
  reducers: {
    noticeShown: {
      reducer(state, { payload }: PayloadAction<Notice>) {
        state.shown = [...state.shown, payload].slice(-most)
      },
      prepare: (notice: Omit<Notice, 'id'>) => ({ payload: { ...notice, id: nanoid() } }),
    },
    noticeDismissed(state, { payload }: PayloadAction<{ id: string }>) {
      state.shown = state.shown.filter((notice) => notice.id !== payload.id)
    },
  },
  extraReducers: (builder) => {
    builder.addCase(undoPressed, (state, { payload }) => {
      state.shown = state.shown.filter((notice) => notice.undoId !== payload.undoId)
    })
  },
  selectors: { selectNotices: (state) => state.shown },
})

export const { noticeShown, noticeDismissed } = noticesSlice.actions
export const { selectNotices } = noticesSlice.selectors
