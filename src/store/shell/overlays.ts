/** What lies on top of any page, as plain data; the app mounts one component a kind. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { sessionLost, signedIn, signedOut } from '../session/session'

/** What each kind is opened with: its component gets the same as props. */
export type OverlayData = {
  readonly timeout: object
  /** The organization asks for a second factor, and there is none yet. */
  readonly factor: object
  /** Mails are being written beside whatever is shown. */
  readonly composers: object
  /** So many unsent mails are on this device alone: is the person to sign out all the same? */
  readonly leaving: { readonly count: number }
  /** A mail was sent and can still be undone. */
  readonly sends: object
  readonly bindPhone: object
  /** Whether a sent mail is to be recalled, and what becomes of it. */
  readonly recall: { readonly mailId: string }
  /** Whether the senders of these mails are to be blocked, or everybody of their domains. */
  readonly blockSenders: {
    readonly ids: string[]
    readonly decision: 'block' | 'blockDomain'
    readonly entries: string[]
  }
}

export type OverlayKind = keyof OverlayData
export type OverlayOf<Kind extends OverlayKind> = { readonly kind: Kind } & OverlayData[Kind]
export type Overlay = { [Kind in OverlayKind]: OverlayOf<Kind> }[OverlayKind]

const initialState: { open: Overlay[] } = { open: [] }

export const overlaysSlice = createSlice({
  name: 'overlays',
  initialState,
  reducers: {
    overlayOpened(state, { payload }: PayloadAction<Overlay>) {
      if (!state.open.some((overlay) => overlay.kind === payload.kind)) state.open.push(payload)
    },
    overlayClosed(state, { payload }: PayloadAction<{ kind: OverlayKind }>) {
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
