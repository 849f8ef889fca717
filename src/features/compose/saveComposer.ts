/** Keeps what is written: in this browser at once, at the gateway after a pause (TRUST R4, R5). */
import { saveDraft } from '../../contract/endpoints/sending'
import { restoreForSending } from '../../lib/html'
import { draftSaved } from '../../store/mailEvents'
import { selectUsername } from '../../store/session'
import type { AppThunk } from '../../store/typed'
import {
  composerClosed,
  draftRefused,
  draftSaving,
  draftSpared,
  draftTaken,
  restoreAnswered,
  selectComposer,
} from './composeSlice'
import { isBlank, type KeptContent, writtenFields } from './content'
import { stopUpload } from './uploads'

/** Writes the copy of this browser; false when the browser keeps nothing. */
export function keepLocally(key: string): AppThunk<Promise<boolean>> {
  return async (_dispatch, getState, { localDrafts }) => {
    const composer = selectComposer(getState(), key)
    const account = selectUsername(getState())
    if (composer === null || account === null || composer.changedAt === null) return true
    const content: KeptContent = { content: composer.content, origin: composer.origin, savedAt: composer.savedAt }
    return localDrafts.put({ key, account, changedAt: composer.changedAt, draftId: composer.draftId, content }).then(
      () => true,
      () => false,
    )
  }
}

/** Saves at the gateway what stands there now; false when it was not taken. Callers see to it that one runs at a time. */
export function saveComposer(key: string): AppThunk<Promise<boolean>> {
  return async (dispatch, getState, { call, localDrafts }) => {
    const composer = selectComposer(getState(), key)
    if (composer === null || composer.changedAt === null) return true
    // A draft saved behind a mail that is just going would outlive it.
    if (composer.isSending) return false
    const { draftId: formerId, changedAt } = composer
    if (formerId === null && isBlank(composer.content)) {
      dispatch(draftSpared({ key }))
      await localDrafts.remove(key).catch(() => undefined)
      return true
    }
    dispatch(draftSaving({ key }))
    const fields = writtenFields(composer.content, restoreForSending(composer.content.html))
    const outcome = await call(saveDraft, formerId === null ? fields : { ...fields, draftId: formerId })
    if (!outcome.ok) {
      const isKept = await dispatch(keepLocally(key))
      dispatch(draftRefused({ key, code: outcome.code, isKept }))
      return false
    }
    const { id, savedAt } = outcome.value
    dispatch(draftTaken({ key, draftId: id, savedAt, changedAt }))
    dispatch(draftSaved({ id, formerId }))
    // What the gateway has whole needs no copy here; words written since do.
    if (selectComposer(getState(), key)?.changedAt === changedAt) await localDrafts.remove(key).catch(() => undefined)
    else await dispatch(keepLocally(key))
    return true
  }
}

/** The page is left: what the gateway has whole needs no copy here. */
export function closeComposer(key: string): AppThunk<Promise<void>> {
  return async (dispatch, getState, { localDrafts }) => {
    const composer = selectComposer(getState(), key)
    for (const upload of composer?.uploads ?? []) void dispatch(stopUpload(key, upload.id))
    const isWhole = composer !== null && composer.restorable === null && composer.saving === 'saved'
    // While it counts as open its copy is offered to nobody, so the copy goes first.
    if (isWhole && composer.changedAt !== null) await localDrafts.remove(key).catch(() => undefined)
    dispatch(composerClosed({ key }))
  }
}

/** The person chose between the copy of this browser and the gateway's; the chosen one goes on under this composer. */
export function answerRestore(key: string, isWanted: boolean): AppThunk<Promise<void>> {
  return async (dispatch, getState, { localDrafts }) => {
    const former = selectComposer(getState(), key)?.restorable
    if (former === undefined || former === null) return
    dispatch(restoreAnswered({ key, isWanted }))
    // The new copy stands before the old one goes.
    const isKept = !isWanted || (await dispatch(keepLocally(key)))
    if (isKept) await localDrafts.remove(former.key).catch(() => undefined)
  }
}
