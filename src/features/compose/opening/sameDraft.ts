/** One draft is written in one place beside the desk, however it was asked for. */
import type { ComposeForm } from '#contract/endpoints/sending/sending'
import { composerShaped, composerUndocked, selectDocked } from '#src/store/shell/composers'
import type { AppThunk } from '#src/store/typed'
import { composerClosed, selectComposer } from '../composeSlice'

/** Takes up the composer that has this draft open already, in place of the one of `key`; false where none has. */
export function takeUpSameDraft(
  key: string,
  { draftId, lineage }: Pick<ComposeForm, 'draftId' | 'lineage'>,
): AppThunk<boolean> {
  return (dispatch, getState) => {
    const docked = selectDocked(getState())
    if (draftId === null || !docked.some((one) => one.key === key)) return false
    const twin = docked.find((one) => {
      const composer = one.key === key ? null : selectComposer(getState(), one.key)
      // A first saving whose answer never came is known by its lineage alone.
      return composer !== null && (composer.draftId === draftId || composer.content.lineage === lineage)
    })
    if (twin === undefined) return false
    dispatch(composerUndocked({ key }))
    dispatch(composerClosed({ key }))
    dispatch(composerShaped({ key: twin.key, shape: twin.shape === 'full' ? 'full' : 'docked' }))
    return true
  }
}
