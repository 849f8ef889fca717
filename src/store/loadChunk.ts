/** Code that a command needs: where it does not arrive within the chunk timeout, that is said, and the next press asks anew. */
import { withinTime } from '../lib/clock/withinTime'
import { noticeShown } from './shell/notices'
import type { AppThunk } from './typed'

/** Null where it did not arrive. */
export function loadChunk<Part>(load: () => Promise<Part>): AppThunk<Promise<Part | null>> {
  return (dispatch) =>
    withinTime(load()).catch(() => {
      dispatch(noticeShown({ tone: 'error', message: 'common:partFailed' }))
      return null
    })
}
