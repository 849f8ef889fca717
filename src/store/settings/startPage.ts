import type { RouteId } from '../../contract/routes'
import { withinTime } from '../../lib/clock/withinTime'
import { pathTo } from '../routes/pathTo'
import type { AppThunk } from '../typed'

/** Where somebody is led who has named no page; `usual` where they have chosen none, or nobody knows. */
export function findStartPage(usual: RouteId): AppThunk<Promise<string>> {
  return async (dispatch) => {
    // It comes with the desk, which is asked for next: the sign-in page does without.
    const code = await withinTime(import('./settingsThunks')).catch(() => null)
    const chosen = code === null ? 'usual' : await dispatch(code.readStartPage())
    return pathTo(chosen === 'usual' ? usual : chosen)
  }
}
