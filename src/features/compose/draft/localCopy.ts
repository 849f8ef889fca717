/** The copy of a mail being written that this browser keeps (TRUST R4). */
import type { LocalDraft, LocalDrafts } from '#src/lib/storage/localDrafts'
import { selectUsername } from '#src/store/session/session'
import type { AppThunk } from '#src/store/typed'
import { unfinishedOf } from '../attachments/upload'
import { selectComposer } from '../composeSlice'
import type { ComposeContent } from '../content'
import { type LocalContent, readLocalContent } from './localContent'

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

/** Nothing is kept of what was sent or discarded, under whatever composer's name it was saved. */
export async function forgetLocally(localDrafts: LocalDrafts, key: string, { lineage }: ComposeContent): Promise<void> {
  const isOfIt = (one: LocalDraft) => readLocalContent(one.content)?.content.lineage === lineage
  await localDrafts
    .removeWhere((one) => one.key === key || (lineage !== '' && one.isSaved === true && isOfIt(one)))
    .catch(() => undefined)
}

/** How long a copy of what the gateway has is of use, in milliseconds. */
const savedCopyMs = 7 * 86_400_000

/** The gateway has the words: the copy is opened only where that cannot be reached; what it knows of files under way stays. */
export function releaseLocally(key: string): AppThunk<Promise<void>> {
  return async (dispatch, getState, { localDrafts, now }) => {
    const composer = selectComposer(getState(), key)
    if (composer !== null && composer.uploads.length > 0) return void (await dispatch(keepLocally(key)))
    const account = selectUsername(getState())
    // What is being sent is a draft no longer.
    if (composer === null || account === null || composer.draftId === null || composer.isSending)
      return localDrafts.remove(key).catch(() => undefined)
    const { content, origin, savedAt, draftId } = composer
    const kept: LocalContent = { content, origin, savedAt, unfinished: [] }
    const at = now()
    const { lineage } = content
    await localDrafts
      .put({ key, account, changedAt: at, draftId, isSaved: true, content: kept })
      .then(() =>
        localDrafts.removeWhere(
          (other) =>
            other.isSaved === true &&
            other.key !== key &&
            (at - other.changedAt > savedCopyMs || readLocalContent(other.content)?.content.lineage === lineage),
        ),
      )
      // An older copy may not stand in for what the gateway has.
      .catch(() => localDrafts.remove(key).catch(() => undefined))
  }
}
