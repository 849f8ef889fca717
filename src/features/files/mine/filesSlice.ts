/** How often files were changed from here: the page that is shown is asked for again each time. */
import { createSlice, type WithSlice } from '@reduxjs/toolkit'
import { rootReducer } from '#src/store/rootReducer'

export const filesSlice = createSlice({
  name: 'files',
  initialState: { changes: 0 },
  reducers: {
    filesChanged(state) {
      state.changes += 1
    },
  },
})

declare module '#src/store/rootReducer' {
  interface LazySlices extends WithSlice<typeof filesSlice> {}
}
const injected = filesSlice.injectInto(rootReducer)
export const selectFiles = injected.selectSlice
export const { filesChanged } = filesSlice.actions
