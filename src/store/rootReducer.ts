/** The core's slices; a feature adds its own with `rootReducer.inject(slice)` when its code arrives. */
import { combineSlices } from '@reduxjs/toolkit'
import { connectionSlice } from './connection'
import { noticesSlice } from './notices'
import { overlaysSlice } from './overlays'
import { preferencesSlice } from './preferences'
import { sessionSlice } from './session'
import { unreadSlice } from './unread'

/** A feature declares its slice here by merging: `interface LazySlices extends WithSlice<typeof mailboxSlice> {}`. */
export type LazySlices = {}

export const rootReducer = combineSlices(
  connectionSlice,
  noticesSlice,
  overlaysSlice,
  preferencesSlice,
  sessionSlice,
  unreadSlice,
).withLazyLoadedSlices<LazySlices>()
