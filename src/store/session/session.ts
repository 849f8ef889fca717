/** Who is signed in, as this tab shows it. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { isVip, type TierId } from '../../contract/tiers'

export type SessionUser = {
  /** The address. */
  readonly username: string
  readonly displayName: string
  /** Names the photo for `contactPhoto`, or is empty. */
  readonly photo: string
  readonly tier: TierId
  /** `free` marks a free account. */
  readonly domainName: string
  /** When the membership ends, in epoch milliseconds; null for never or not yet known. */
  readonly dueTime: number | null
}

export type SessionStatus = 'unknown' | 'anonymous' | 'signedIn' | 'lost'

export type SessionState = {
  /** `lost`: the gateway no longer knows the session, but the page is kept as it was. */
  status: SessionStatus
  /** Kept while the session is lost, so that the page stays readable. */
  user: SessionUser | null
  /** Where whoever signed out is led, whichever page it was; null leads away from pages alone that need a session. */
  leadsTo: string | null
}

const initialState: SessionState = { status: 'unknown', user: null, leadsTo: null }

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    signedIn(state, { payload }: PayloadAction<SessionUser>) {
      state.status = 'signedIn'
      state.user = payload
      state.leadsTo = null
    },
    foundAnonymous(state) {
      state.status = 'anonymous'
      state.user = null
    },
    sessionLost(state) {
      if (state.user !== null) state.status = 'lost'
    },
    /** The payload: see `leadsTo`. */
    signedOut(state, { payload }: PayloadAction<string | undefined>) {
      state.status = 'anonymous'
      state.user = null
      state.leadsTo = payload ?? null
    },
  },
  selectors: {
    selectSessionStatus: (state) => state.status,
    selectLeadsTo: (state) => state.leadsTo,
    selectUser: (state) => state.user,
    selectUsername: (state) => state.user?.username ?? null,
    /** The free type: its sidebar buttons are disabled (SPEC §6). */
    selectIsFree: (state) => state.user !== null && (state.user.domainName === 'free' || !isVip(state.user.tier)),
  },
})

export const { signedIn, foundAnonymous, sessionLost, signedOut } = sessionSlice.actions
export const { selectSessionStatus, selectLeadsTo, selectUser, selectUsername, selectIsFree } = sessionSlice.selectors
