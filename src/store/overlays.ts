/** What lies on top of any page, as plain data; the app mounts one component a kind. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { sessionLost, signedIn, signedOut } from './session'

export type Overlay = { readonly kind: 'timeout' }

const initialState: { open: Overlay[] } = { open: [] }

export const overlaysSlice = createSlice({
  name: 'overlays',
  initialState,
  reducers: {
    overlayOpened(state, { payload }: PayloadAction<Overlay>) {
      if (!state.open.some((overlay) => overlay.kind === payload.kind)) state.open.push(payload)
    },
    overlayClosed(state, { payload }: PayloadAction<{ kind: Overlay['kind'] }>) {
      state.open = state.open.filter((overlay) => overlay.kind !== payload.kind)
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(sessionLost, (state) => {
        if (!state.open.some((overlay) => overlay.kind === 'timeout')) state.open.push({ kind: 'timeout' })
      })
      .addCase(signedIn, (state) => {
        state.open = state.open.filter((overlay) => overlay.kind !== 'timeout')
      })
      .addCase(signedOut, () => initialState)
  },
  selectors: { selectOverlays: (state) => state.open },
})

export const { overlayOpened, overlayClosed } = overlaysSlice.actions
export const { selectOverlays } = overlaysSlice.selectors
