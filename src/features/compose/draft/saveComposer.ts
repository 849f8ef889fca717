/** Keeps what is written: in this browser at once, at the gateway after a pause (TRUST R4, R5). */
import * as v from 'valibot'
import { saveDraft } from '#contract/endpoints/sending/sending'
import { cancelUpload } from '#contract/endpoints/sending/uploads'
import type { Failure } from '#src/lib/http/outcome'
import { draftSaved } from '#src/store/mail/mailEvents'
import type { AppThunk } from '#src/store/typed'
import { pauseUploads, stopUploads } from '../attachments/runningUploads'
import type { DraftConflict } from '../composer'
import {
  composerClosed,
  conflictFound,
  draftRefused,
  draftSaving,
  draftSkipped,
  draftTaken,
  restoreAnswered,
  selectComposer,
} from '../composeSlice'
import { isBlank, writtenFields } from '../content'
import { forgetPictures } from '../editor/pictures/pictures'
import { keepLocally, releaseLocally } from './localCopy'

const conflictPayload = v.object({ newest: v.object({ id: v.string(), savedAt: v.number() }) })

/** The newer version that another window has saved, where that is why the gateway refused. */
export function conflictOf({ code, payload }: Failure): DraftConflict | null {
  const conflict = v.safeParse(conflictPayload, payload)
  return code === 'draftConflict' && conflict.success ? conflict.output.newest : null
}

/** Saves at the gateway what stands there now; false when it was not taken. Callers see to it that one runs at a time. */
export function saveComposer(key: string): AppThunk<Promise<boolean>> {
  return async (dispatch, getState, { call }) => {
    const composer = selectComposer(getState(), key)
    if (composer === null || composer.changedAt === null) return true
    // A draft saved behind a mail that is just going would outlive it.
    if (composer.isSending) return false
    // Until the person chooses, what is written goes on in this browser.
    if (composer.conflict !== null) {
      await dispatch(keepLocally(key))
      return false
    }
    const { draftId: formerId, changedAt } = composer
    if (formerId === null && isBlank(composer.content)) {
      dispatch(draftSkipped({ key }))
      await dispatch(releaseLocally(key))
      return true
    }
    dispatch(draftSaving({ key }))
    const { lineage, idempotencyKey } = composer.content
    const awaited = composer.uploads.flatMap(({ cid }) => cid ?? [])
    const fields = {
      ...writtenFields(composer.content, awaited),
      writer: idempotencyKey,
      ...(lineage === '' ? {} : { lineage }),
    }
    // Saved before without an answer, here or before the tab died: it is not to become a second draft.
    const isAgain = composer.saveCode !== null || composer.bodyVersion > 0
    const former = formerId === null ? (isAgain ? { again: true } : {}) : { draftId: formerId }
    const outcome = await call(saveDraft, { ...fields, ...former })
    if (!outcome.ok) {
      const isKept = await dispatch(keepLocally(key))
      dispatch(draftRefused({ key, code: outcome.code, isKept }))
      const conflict = conflictOf(outcome)
      if (conflict !== null) dispatch(conflictFound({ key, conflict }))
      return false
    }
    const { id, savedAt } = outcome.value
    dispatch(draftTaken({ key, draftId: id, savedAt, changedAt }))
    dispatch(draftSaved({ id, formerId }))
    // What the gateway has whole needs no copy here; words written since do.
    if (selectComposer(getState(), key)?.changedAt === changedAt) await dispatch(releaseLocally(key))
    else await dispatch(keepLocally(key))
    return true
  }
}

/** The page is left: what the gateway has whole needs no copy here. */
export function closeComposer(key: string): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const composer = selectComposer(getState(), key)
    const uploads = composer?.uploads ?? []
    if (composer !== null && uploads.length > 0) {
      const isDraft = composer.draftId !== null || !isBlank(composer.content)
      await dispatch(isDraft ? pauseUploads(key) : stopUploads(key))
    }
    const isWhole = composer !== null && composer.restorable === null && composer.saving === 'saved'
    // While it counts as open its copy is offered to nobody, so the copy goes first.
    if (isWhole && uploads.length === 0 && composer.changedAt !== null) await dispatch(releaseLocally(key))
    dispatch(composerClosed({ key }))
    forgetPictures(key)
  }
}

/** `later`: neither goes, and the copy is offered again when the mail is opened the next time. */
export type RestoreChoice = 'restore' | 'discard' | 'later'

/** The person chose between the copy of this browser and the gateway's; the chosen one goes on under this composer. */
export function answerRestore(key: string, choice: RestoreChoice): AppThunk<Promise<void>> {
  return async (dispatch, getState, { call, localDrafts }) => {
    const former = selectComposer(getState(), key)?.restorable
    if (former === undefined || former === null) return
    const isWanted = choice === 'restore'
    dispatch(restoreAnswered({ key, isWanted }))
    if (choice === 'later') return
    // The new copy stands before the old one goes.
    const isKept = !isWanted || (await dispatch(keepLocally(key)))
    if (isKept) await localDrafts.remove(former.key).catch(() => undefined)
    if (isWanted) return
    for (const { uploadId } of former.kept.unfinished) if (uploadId !== null) void call(cancelUpload, { uploadId })
  }
}
