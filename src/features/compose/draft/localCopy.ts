/** The copy of a mail being written that this browser keeps (TRUST R4). */
import { selectUsername } from '#src/store/session/session'
import type { AppThunk } from '#src/store/typed'
import { unfinishedOf } from '../attachments/upload'
import { selectComposer } from '../composeSlice'
import type { LocalContent } from './localContent'

/** Writes it; false when the browser keeps nothing. */
export function keepLocally(key: string): AppThunk<Promise<boolean>> {
  return async (_dispatch, getState, { localDrafts, now }) => {
    const composer = selectComposer(getState(), key)
    const account = selectUsername(getState())
    if (composer === null || account === null) return true
    const { content, origin, savedAt, draftId, uploads } = composer
    // Files under way are known here alone, though not a word of theirs was changed.
    const changedAt = composer.changedAt ?? (uploads.length > 0 ? now() : null)
    if (changedAt === null) return true
    const kept: LocalContent = { content, origin, savedAt, unfinished: unfinishedOf(uploads) }
    return localDrafts.put({ key, account, changedAt, draftId, content: kept }).then(
      () => true,
      () => false,
    )
  }
}

/** The gateway has the words: the copy goes, but for what it knows of files under way. */
export function releaseLocally(key: string): AppThunk<Promise<void>> {
  return async (dispatch, getState, { localDrafts }) => {
    const uploads = selectComposer(getState(), key)?.uploads ?? []
    if (uploads.length > 0) await dispatch(keepLocally(key))
    else await localDrafts.remove(key).catch(() => undefined)
  }
}
