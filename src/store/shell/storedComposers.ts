/** Which composers stand beside the desk, kept over a reload of this tab; their words are kept elsewhere. */
import { nanoid } from '@reduxjs/toolkit'
import * as v from 'valibot'
import { openKeys } from '../../lib/storage/openMarks'
import { selectUsername } from '../session/session'
import type { AppThunk } from '../typed'
import { composersRestored, mostDocked, selectDocked } from './composers'
import { overlayOpened } from './overlays'

const name = 'composers'

const kept = v.object({
  account: v.string(),
  list: v.pipe(
    v.array(
      v.object({
        key: v.string(),
        mode: v.string(),
        id: v.nullable(v.string()),
        mailto: v.nullable(v.string()),
        draftId: v.nullable(v.string()),
        shape: v.picklist(['docked', 'minimised', 'full']),
        turn: v.number(),
      }),
    ),
    v.maxLength(mostDocked),
  ),
})

export function keepComposers(): AppThunk {
  return (_dispatch, getState, { tabItems }) => {
    const account = selectUsername(getState())
    // Whoever signs out by hand has them taken away; a session that was lost may come back.
    if (account !== null) tabItems.set(name, { account, list: selectDocked(getState()) })
  }
}

export function forgetComposers(): AppThunk {
  return (_dispatch, _getState, { tabItems }) => tabItems.remove(name)
}

/** What this browser keeps of others' unsent words goes, but for what they are writing in another tab just now (TRUST S18). */
export function dropOthersText(): AppThunk<Promise<void>> {
  return async (_dispatch, getState, { localDrafts }) => {
    const account = selectUsername(getState())
    const open = await openKeys()
    if (account === null) return
    await localDrafts.removeWhere((draft) => draft.account !== account && !open.has(draft.key)).catch(() => undefined)
  }
}

/** Shows those of the former page again, without empty ones; folded, unless a sign-in goes on with them. */
export function restoreComposers(): AppThunk<Promise<void>> {
  return async (dispatch, getState, { tabItems, localDrafts }) => {
    const account = selectUsername(getState())
    const read = v.safeParse(kept, tabItems.get(name))
    if (!read.success || account === null || read.output.account !== account || read.output.list.length === 0) return
    // A window that was opened for one composer brings the list of the other window.
    if (new URLSearchParams(window.location.search).has('kept')) return tabItems.remove(name)
    // A tab that was copied brings the list of the other, which goes on with its own.
    const open = await openKeys()
    const copies = new Set((await localDrafts.ofAccount(account).catch(() => [])).map(({ key }) => key))
    const shown = new Set(selectDocked(getState()).map(({ key }) => key))
    const former = read.output.list.filter(
      ({ key, draftId, mailto }) => !shown.has(key) && (draftId !== null || mailto !== null || copies.has(key)),
    )
    if (former.length === 0) return
    const goesOn = tabItems.get('resumes') === true
    const shaped = goesOn ? former : former.map((one) => ({ ...one, shape: 'minimised' as const }))
    dispatch(composersRestored(shaped.map((one) => (open.has(one.key) ? { ...one, key: nanoid() } : one))))
    dispatch(overlayOpened({ kind: 'composers' }))
  }
}
