/** The core's slices; a feature adds its own with `rootReducer.inject(slice)` when its code arrives. */
import { combineSlices, type WithSlice } from '@reduxjs/toolkit'
import { quotaSlice } from './mail/quota'
import { sessionSlice } from './session/session'
import { preferencesSlice } from './settings/preferences'
import { connectionSlice } from './shell/connection'
import { noticesSlice } from './shell/notices'
import { overlaysSlice } from './shell/overlays'
import { siteSlice } from './shell/site'

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
).withLazyLoadedSlices<LazySlices>()
