import type { RouteId } from '../../contract/routes'
import { withinTime } from '../../lib/clock/withinTime'
import { pathTo } from '../routes/pathTo'
import type { AppThunk } from '../typed'

/** Milliseconds after which nobody waits any longer for a start page that they perhaps never chose. */
const patienceMs = 3_000

/** Where somebody is led who has named no page; `usual` where they have chosen none, or nobody knows. */
export function findStartPage(usual: RouteId): AppThunk<Promise<string>> {
  return async (dispatch) => {
    // It comes with the desk, which is asked for next: the sign-in page does without.
    const reading = import('./settingsThunks').then((code) => dispatch(code.readStartPage()))
    const chosen = await withinTime(reading, patienceMs).catch(() => 'usual' as const)
    return pathTo(chosen === 'usual' ? usual : chosen)
  }
}
