/** Loads the document anew without losing a word: what is being written is saved first, and comes back in its composer. */
import { withinTime } from '../../lib/clock/withinTime'
import type { AppThunk } from '../../store/typed'

export function reloadAfterSaving(reload: () => void): AppThunk<Promise<void>> {
  return async (_dispatch, getState, { tabItems }) => {
    if (Object.keys(getState().compose?.open ?? {}).length > 0) {
      // What the gateway does not take stays in the browser's own database, as after a crash.
      const compose = await withinTime(import('../../features/compose')).catch(() => null)
      await compose?.saveAllOpen()
      // Read by the composer that comes back, and void for any that is opened later.
      tabItems.set('resumes', true, 1 / 60)
    }
    reload()
  }
}
