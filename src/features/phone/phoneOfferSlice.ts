/** Whether binding a phone waits as a bar, until the person opens it or puts it off. */
import { createSlice, type WithSlice } from '@reduxjs/toolkit'
import { rootReducer } from '../../store/rootReducer'
import { signedOut } from '../../store/session/session'

const initialState = { isWaiting: false }

const phoneOfferSlice = createSlice({
  name: 'phoneOffer',
  initialState,
  reducers: {
    /** Something is being written or another dialog is open, or the dialog was closed. */
    offerPostponed(state) {
      state.isWaiting = true
    },
    /** The dialog is open, a phone is bound, or the person wants none of it for now. */
    offerEnded(state) {
      state.isWaiting = false
    },
  },
  extraReducers: (builder) => {
    builder.addCase(signedOut, () => initialState)
  },
  selectors: { selectIsOfferWaiting: (state) => state.isWaiting },
})

declare module '../../store/rootReducer' {
  interface LazySlices extends WithSlice<typeof phoneOfferSlice> {}
}

export const { selectIsOfferWaiting } = phoneOfferSlice.injectInto(rootReducer).selectors
export const { offerPostponed, offerEnded } = phoneOfferSlice.actions
