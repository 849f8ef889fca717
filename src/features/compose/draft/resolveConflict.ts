/** Two windows wrote one draft: the person says which text goes on (TRUST R7). */
import { nanoid } from '@reduxjs/toolkit'
import { openCompose } from '#contract/endpoints/sending/sending'
import { initialSettings } from '#contract/settings'
import { sanitizeForEditor } from '#src/lib/html'
import type { AppThunk } from '#src/store/typed'
import { draftRefused, otherVersionTaken, ownVersionChosen, selectComposer } from '../composeSlice'
import { contentOf } from '../content'
import { pictureAddress, showAttached } from '../editor/pictures/pictures'
import { openedBody } from '../editor/plainOrFormatted'
import { releaseLocally } from './localCopy'

/** `both`: this text becomes a draft of its own. */
export type ConflictChoice = 'both' | 'own' | 'other'

export function resolveConflict(key: string, choice: ConflictChoice): AppThunk<Promise<void>> {
  return async (dispatch, getState, extra) => {
    const conflict = selectComposer(getState(), key)?.conflict ?? null
    if (conflict === null) return
    if (choice !== 'other') {
      dispatch(ownVersionChosen({ key, lineage: choice === 'both' ? nanoid() : null, now: extra.now() }))
      return
    }
    const outcome = await extra.call(openCompose, { mode: 'draft', id: conflict.id })
    if (!outcome.ok) {
      dispatch(draftRefused({ key, code: outcome.code, isKept: true }))
      return
    }
    const { form } = outcome.value
    await showAttached(extra, key, form.attachments)
    const html = sanitizeForEditor(form.html, { cidUrl: (cid) => pictureAddress(key, cid) })
    const words = openedBody(form, html, initialSettings)
    const { id, savedAt } = conflict
    dispatch(otherVersionTaken({ key, content: contentOf(form, words, nanoid()), draftId: id, savedAt }))
    await dispatch(releaseLocally(key))
  }
}
