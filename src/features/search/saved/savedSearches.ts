/** The searches that bear names: kept at the gateway, so that they are there wherever the person signs in. */

import * as calls from '#contract/endpoints/mail/search'
import type { Failure } from '#src/lib/http/outcome'
import { say } from '#src/store/ask'
import { noticeShown, undoPressed } from '#src/store/shell/notices'
import { type AppThunk, startAppListening } from '#src/store/typed'
import { readSearch, searchParams } from '../searchFind'
import type { SearchQuery } from '../searchQuery'
import { savedKnown, savedRefused, searchRemoved, searchSaved, selectRemovedSearch, selectSaved } from '../searchSlice'

type Saved = calls.SavedSearch

/** Asks once, and again only where that failed. */
export function loadSaved(): AppThunk<Promise<void>> {
  return async (dispatch, getState, { call }) => {
    if (selectSaved(getState()) !== null) return
    const outcome = await call(calls.savedSearches, {})
    if (outcome.ok) dispatch(savedKnown(outcome.value.searches))
    else dispatch(savedRefused(outcome.code))
  }
}

function keep(search: Omit<Saved, 'id'>): AppThunk<Promise<Failure['code'] | null>> {
  return async (dispatch, _getState, { call }) => {
    const { folder, ...said } = search
    const outcome = await call(calls.saveSearch, folder === null ? said : { ...said, folder })
    if (!outcome.ok) return outcome.code
    dispatch(searchSaved(outcome.value.search))
    return null
  }
}

/** Answers why it was refused; null when all is well. */
export function saveNamedSearch(name: string, query: SearchQuery): AppThunk<Promise<Failure['code'] | null>> {
  return async (dispatch) => {
    const refusal = await dispatch(keep({ name, ...asSaved(query) }))
    if (refusal === null) dispatch(noticeShown({ tone: 'success', message: 'search:wasSaved', params: { name } }))
    return refusal
  }
}

export function renameSaved(id: string, name: string): AppThunk<Promise<Failure['code'] | null>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(calls.renameSearch, { id, name })
    if (!outcome.ok) return outcome.code
    dispatch(searchSaved(outcome.value.search))
    return null
  }
}

const undoIdOf = (id: string) => `search ${id}`

export function removeSaved(search: Saved): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { call }) => {
    const { id, name } = search
    const outcome = await call(calls.removeSearch, { id })
    // One that is gone already is as it is wanted.
    if (!outcome.ok && outcome.code !== 'notFound') {
      dispatch(say(outcome))
      return
    }
    dispatch(searchRemoved(search))
    const said = { tone: 'success', message: 'search:wasRemoved', params: { name } } as const
    dispatch(noticeShown(outcome.ok ? { ...said, undoId: undoIdOf(id) } : said))
  }
}

startAppListening({
  actionCreator: undoPressed,
  effect: async ({ payload }, { dispatch, getState }) => {
    const removed = selectRemovedSearch(getState())
    if (removed === null || payload.undoId !== undoIdOf(removed.id)) return
    const { id: _id, ...search } = removed
    const refusal = await dispatch(keep(search))
    if (refusal !== null) dispatch(say({ code: refusal }))
  },
})

/** The question that one holds. */
export function queryOfSaved({ keyword, location, folder }: Saved): SearchQuery {
  return readSearch(new URLSearchParams({ keyword, location, ...(folder === null ? {} : { folder }) }))
}

/** The one that holds this question, if one does. */
export function savedAs(query: SearchQuery, saved: readonly Saved[]): Saved | undefined {
  const wanted = JSON.stringify(asSaved(query))
  return saved.find(({ keyword, location, folder }) => JSON.stringify({ keyword, location, folder }) === wanted)
}

function asSaved(query: SearchQuery): Pick<Saved, 'keyword' | 'location' | 'folder'> {
  const { location } = query
  return { keyword: searchParams(query).keyword ?? '', location, folder: query.folder === '' ? null : query.folder }
}
