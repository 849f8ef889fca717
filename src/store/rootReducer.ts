/** The core's slices; a feature adds its own with `rootReducer.inject(slice)` when its code arrives. */
import { combineSlices, type WithSlice } from '@reduxjs/toolkit'
import { connectionSlice } from './connection'
import { noticesSlice } from './notices'
import { overlaysSlice } from './overlays'
import { preferencesSlice } from './preferences'
import { quotaSlice } from './quota'
import { sessionSlice } from './session'
import { siteSlice } from './site'
import { unreadSlice } from './unread'

/**
 * A feature declares its slice here by merging: `interface LazySlices extends WithSlice<typeof mailboxSlice> {}`.
 * It begins with slices that are always there, since an interface without any is refused by the linter.
 */
export interface LazySlices extends WithSlice<typeof connectionSlice>, WithSlice<typeof noticesSlice> {}

export const rootReducer = combineSlices(
  connectionSlice,
  noticesSlice,
  overlaysSlice,
  preferencesSlice,
  quotaSlice,
  sessionSlice,
  siteSlice,
  unreadSlice,
).withLazyLoadedSlices<LazySlices>()
