/** Asks which mails make up the conversation of a mail; their texts are asked for when they are opened. */
import { openConversation as entry } from '#contract/endpoints/mail/conversations'
import type { AppThunk } from '#src/store/typed'
import { conversationLoaded, conversationRefused, conversationRequested, selectConversation } from './conversationSlice'

export function loadConversation(id: string): AppThunk<Promise<void>> {
  return async (dispatch) => {
    dispatch(conversationRequested(id))
    await dispatch(loadPage(id, 1))
  }
}

/** The next page back in time. */
export function loadEarlier(): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { of, pages } = selectConversation(getState())
    if (of !== null) await dispatch(loadPage(of, pages + 1))
  }
}

function loadPage(of: string, page: number): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(entry, { id: of, page })
    if (outcome.ok) dispatch(conversationLoaded({ of, page, rows: outcome.value.list, total: outcome.value.total }))
    else if (outcome.code !== 'cancelled') dispatch(conversationRefused({ of, code: outcome.code }))
  }
}
