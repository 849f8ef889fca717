/** A composer is put away: what was written is saved as a draft, and that is said. */
import { noticeShown } from '#src/store/shell/notices'
import type { AppThunk } from '#src/store/typed'
import { selectComposer } from '../composeSlice'
import { isBlank } from '../content'
import { saveOpen } from '../draft/openSavers'

/** Where nothing was written nothing is said; `close` takes the composer from the screen at once, the saving goes on. */
export function leaveComposer(key: string, close: () => void): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const saving = saveOpen(key)
    const composer = selectComposer(getState(), key)
    const isWritten =
      composer !== null && composer.changedAt !== null && (composer.draftId !== null || !isBlank(composer.content))
    const hasFiles = composer !== null && composer.uploads.length > 0
    close()
    const isSaved = await saving
    if (isWritten && !isSaved) dispatch(noticeShown({ tone: 'error', message: 'compose:left.kept' }))
    else if (isWritten && hasFiles) dispatch(noticeShown({ tone: 'info', message: 'compose:left.files' }))
    else if (isWritten) dispatch(noticeShown({ tone: 'success', message: 'compose:left.saved' }))
    else if (hasFiles) dispatch(noticeShown({ tone: 'info', message: 'compose:left.stopped' }))
  }
}
