/** Loading the rows of a list. */
import * as v from 'valibot'
import * as calls from '../../contract/endpoints/mail'
import { showMail } from '../../contract/endpoints/reading'
import { type MailSummary, mailSummary } from '../../contract/shapes'
import type { Outcome } from '../../lib/http/outcome'
import { loadFolders } from '../../store/folderThunks'
import { noticeShown } from '../../store/notices'
import { pageSizeChosen, selectPageSize } from '../../store/preferences'
import type { AppThunk } from '../../store/typed'
import { type ListQuery, listKey, orderOf } from './listQuery'
import type { ListReply } from './listRows'
import { selectMailbox } from './mailboxSelectors'
import { listAsked, listLoaded, listRefused } from './mailboxSlice'

/** A list that changed while it was asked for is asked for once more, no oftener. */
const mostTries = 2

function askFor({ find, ...query }: ListQuery): AppThunk<Promise<Outcome<ListReply>>> {
  return async (_dispatch, _getState, { call }) => {
    if (find === undefined) return call(calls.queryFolder, { ...query, order: orderOf(query.sort) })
    const { page, pageSize } = query
    const { ask } = find
    if (ask.kind === 'simple') return call(calls.search, { ...ask.form, page, pageSize })
    return call(calls.advancedSearch, { ...ask.form, page, pageSize })
  }
}

/** Shows a folder's page: rows known from before at once, the server's as soon as they come. */
export function openFolder(query: ListQuery, showAll = false): AppThunk<Promise<boolean>> {
  return async (dispatch, getState) => {
    dispatch(listAsked(query))
    for (let attempt = 1; ; attempt += 1) {
      const settled = selectMailbox(getState()).settled
      const outcome = await dispatch(askFor(query))
      if (!outcome.ok) {
        if (outcome.code !== 'cancelled') dispatch(listRefused({ query, code: outcome.code }))
        return false
      }
      if (selectMailbox(getState()).settled === settled || attempt === mostTries) {
        dispatch(listLoaded({ query, reply: outcome.value, showAll }))
        return true
      }
    }
  }
}

/** Asks anew for what is on the screen, if a list is; `showAll` also lets its rows shift for what came meanwhile. */
export function refreshOpenList(showAll = false): AppThunk<Promise<boolean>> {
  return async (dispatch, getState) => {
    const { open } = selectMailbox(getState())
    return open === null ? false : dispatch(openFolder(open, showAll))
  }
}

/** The Refresh button: a failure over rows of before is said, since nothing else would change. */
export function refreshByHand(): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    if (await dispatch(refreshOpenList(true))) return
    const { open, lists } = selectMailbox(getState())
    const failure = open === null ? null : lists[listKey(open)]?.failure
    if (failure && failure !== 'sessionLost') dispatch(noticeShown({ tone: 'error', message: `errors:${failure}` }))
  }
}

/** The row of the mail that is read, which may stand on no page that was opened; null where it is gone. */
export function summaryOfOpen(id: string): AppThunk<Promise<MailSummary | null>> {
  return async (_dispatch, getState, { call }) => {
    const known = Object.values(selectMailbox(getState()).lists)
      .flatMap((list) => list.rows)
      .find((row) => row.id === id)
    if (known !== undefined) return known
    const outcome = await call(showMail, { id })
    return outcome.ok ? v.parse(mailSummary, outcome.value.mail) : null
  }
}

/** Looks whether mail came to the inbox, and brings it where it did; false when it could not look. */
export function lookForNewMail(): AppThunk<Promise<boolean>> {
  return async (dispatch, getState, { call }) => {
    const outcome = await call(calls.pollNewMail, {})
    if (!outcome.ok) return false
    if (outcome.value.newmailcount === 0) return true
    void dispatch(loadFolders())
    if (selectMailbox(getState()).open?.folder === 'inbox') await dispatch(refreshOpenList())
    return true
  }
}

/** Shows so many mails on a page, here at once and wherever the person signs in. */
export function choosePageSize(pageSize: number): AppThunk<Promise<void>> {
  return async (dispatch, getState, { call }) => {
    const former = selectPageSize(getState())
    dispatch(pageSizeChosen(pageSize))
    const outcome = await call(calls.choosePageSize, { pageSize })
    if (outcome.ok) return
    dispatch(pageSizeChosen(former))
    if (outcome.code !== 'sessionLost') dispatch(noticeShown({ tone: 'error', message: `errors:${outcome.code}` }))
  }
}
