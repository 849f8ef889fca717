/** What becomes of a mail's draft: saved, refused, at odds with another window's, or restored from this browser. */
import type { ClientCode, RefusalCode } from '#contract/codes'
import { waitingUploads } from '../attachments/upload'
import type { DraftConflict } from '../composer'
import { type ComposeState, type Keyed, ready, touch } from '../composeState'
import type { ComposeContent } from '../content'

export const draftReducers = {
  draftSaving(state: ComposeState, { payload }: Keyed) {
    const composer = ready(state, payload.key)
    if (composer !== null) composer.saving = 'saving'
  },
  /** Nothing stands in it that a draft could hold. */
  draftSkipped(state: ComposeState, { payload }: Keyed) {
    const composer = ready(state, payload.key)
    if (composer !== null) composer.saving = 'idle'
  },
  /** `changedAt` is what was saved; what was written since is still to be saved. */
  draftTaken(state: ComposeState, { payload }: Keyed<{ draftId: string; savedAt: number; changedAt: number | null }>) {
    const composer = ready(state, payload.key)
    if (composer === null) return
    composer.draftId = payload.draftId
    composer.savedAt = payload.savedAt
    composer.saveCode = null
    composer.saving = composer.changedAt === payload.changedAt ? 'saved' : 'waiting'
  },
  draftRefused(state: ComposeState, { payload }: Keyed<{ code: RefusalCode | ClientCode; isKept: boolean }>) {
    const composer = ready(state, payload.key)
    if (composer === null) return
    composer.saving = payload.isKept ? 'kept' : 'lost'
    composer.saveCode = payload.code
  },
  conflictFound(state: ComposeState, { payload }: Keyed<{ conflict: DraftConflict }>) {
    const composer = ready(state, payload.key)
    if (composer !== null) composer.conflict = payload.conflict
  },
  /** This window's text goes on: in a draft of its own (`lineage`), or in the place of the other. */
  ownVersionChosen(state: ComposeState, { payload }: Keyed<{ lineage: string | null; now: number }>) {
    const composer = ready(state, payload.key)
    if (composer === null || composer.conflict === null) return
    composer.draftId = payload.lineage === null ? composer.conflict.id : null
    if (payload.lineage !== null) {
      composer.content.lineage = payload.lineage
      composer.savedAt = null
    }
    composer.conflict = null
    if (composer.fault?.code === 'draftConflict') composer.fault = null
    touch(composer, payload.now)
  },
  otherVersionTaken(
    state: ComposeState,
    { payload }: Keyed<{ content: ComposeContent; draftId: string; savedAt: number }>,
  ) {
    const composer = ready(state, payload.key)
    if (composer === null) return
    composer.content = payload.content
    composer.draftId = payload.draftId
    composer.savedAt = payload.savedAt
    composer.saving = 'saved'
    composer.changedAt = null
    composer.saveCode = null
    composer.conflict = null
    if (composer.fault?.code === 'draftConflict') composer.fault = null
    composer.bodyVersion += 1
  },
  restoreAnswered(state: ComposeState, { payload }: Keyed<{ isWanted: boolean }>) {
    const composer = ready(state, payload.key)
    if (composer === null || composer.restorable === null) return
    if (payload.isWanted) {
      composer.content = composer.restorable.kept.content
      composer.draftId ??= composer.restorable.draftId
      composer.savedAt ??= composer.restorable.savedAt
      composer.changedAt = composer.restorable.changedAt
      composer.saving = 'waiting'
      composer.uploads.push(...waitingUploads(composer.restorable.kept.unfinished))
      composer.bodyVersion += 1
    }
    composer.restorable = null
  },
}
