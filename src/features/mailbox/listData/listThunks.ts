/** Loading the rows of a list. */

import * as v from 'valibot'
import * as calls from '#contract/endpoints/mail/mail'
import { showMail } from '#contract/endpoints/mail/reading'
import { isValueOf } from '#contract/settings'
import { type MailSummary, mailSummary } from '#contract/shapes'
import type { Outcome } from '#src/lib/http/outcome'
import { say } from '#src/store/ask'
import { rowsFetched } from '#src/store/mail/cache'
import { inboxListed } from '#src/store/mail/newMailEvents'
import { changeSetting } from '#src/store/settings/settingsThunks'
import type { AppThunk } from '#src/store/typed'
import { selectMailbox, selectOpenRows } from '../mailboxSelectors'
import { listLoaded, listRefused, listRequested } from '../mailboxSlice'
import { loadCachedLists } from './cachedLists'
import { holdsMail, mailsOf } from './conversationRows'
import { type ListQuery, listKey, orderOf } from './listQuery'
import type { ListReply } from './listRows'

/** A list that changed while it was asked for is asked for once more, no oftener. */
const mostTries = 2

function askFor(
  { find, conversations, isReversed = false, ...query }: ListQuery,
  known: string | null,
): AppThunk<Promise<Outcome<ListReply>>> {
  return async (_dispatch, _getState, { call }) => {
    const grouped = conversations ? { conversations } : {}
    if (find === undefined)
      return call(calls.queryFolder, {
        ...query,
        ...grouped,
        order: orderOf({ sort: query.sort, isReversed }),
        known: known ?? '',
      })
    const { page, pageSize } = query
    const { ask } = find
    if (ask.kind === 'simple') return call(calls.search, { ...ask.form, page, pageSize })
    return call(calls.advancedSearch, { ...ask.form, page, pageSize })
  }
}

/** Shows a folder's page: rows known from before at once, the server's as soon as they come. */
export function openFolder(query: ListQuery, showAll = false): AppThunk<Promise<boolean>> {
  return async (dispatch, getState, { now }) => {
    dispatch(listRequested({ query, at: now() }))
    // Only where a former visit left something: else the gateway is asked in this very moment.
    const recalling = dispatch(loadCachedLists())
    if (recalling !== null) await recalling
    for (let attempt = 1; ; attempt += 1) {
      const settled = selectMailbox(getState()).settled
      const known = selectMailbox(getState()).lists[listKey(query)]?.version ?? null
      const outcome = await dispatch(askFor(query, known))
      if (!outcome.ok) {
        if (outcome.code !== 'cancelled') dispatch(listRefused({ query, code: outcome.code }))
        return false
      }
      if (query.find === undefined && query.folder === 'inbox') dispatch(inboxListed())
      const present = selectMailbox(getState())
      // What changed here meanwhile is not what the gateway calls unchanged.
      const isStale = outcome.value.unchanged === true && present.lists[listKey(query)]?.version !== known
      if (!isStale && (present.settled === settled || attempt >= mostTries)) {
        const at = now()
        dispatch(listLoaded({ query, reply: outcome.value, showAll, at }))
        const rows = selectMailbox(getState()).lists[listKey(query)]?.rows ?? []
        dispatch(rowsFetched({ rows: rows.flatMap(mailsOf), at }))
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

/**
 * Follows what was changed elsewhere, such as in another mail program: the open list is asked for where its rows are older than a count
 * of the folders that was asked for at `countedAt`, in epoch milliseconds. A search is not made again for that: its rows are looked at.
 */
export function followCounts(countedAt: number): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { open, lists } = selectMailbox(getState())
    const list = open === null ? undefined : lists[listKey(open)]
    if (open === null || list === undefined || list.askedAt >= countedAt) return
    if (open.find === undefined) await dispatch(openFolder(open))
    else await dispatch(lookAtRows(open))
  }
}

function lookAtRows(query: ListQuery): AppThunk<Promise<void>> {
  return async (dispatch, getState, { call, now }) => {
    const { lists, settled } = selectMailbox(getState())
    const shown = lists[listKey(query)]?.rows ?? []
    if (shown.length === 0) return
    const outcome = await call(calls.viewMails, { ids: shown.map((row) => row.id) })
    const present = selectMailbox(getState())
    const list = present.lists[listKey(query)]
    // What changed here meanwhile may not be in the answer; the next count looks again.
    if (!outcome.ok || present.settled !== settled || list?.rows !== shown) return
    const told = new Map(outcome.value.list.map((mail) => [mail.id, mail]))
    const rows = shown.flatMap((row) => {
      const fresh = told.get(row.id)
      return fresh === undefined ? [] : [{ ...row, ...fresh }]
    })
    const { total, unread, goesOn } = list
    const reply = { list: rows, total: total - shown.length + rows.length, unread, goesOn }
    dispatch(listLoaded({ query, reply, showAll: true, at: now() }))
    dispatch(rowsFetched({ rows, at: now() }))
  }
}

/** The Refresh button: a failure over rows of before is said, since nothing else would change. */
export function refreshByHand(): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    if (await dispatch(refreshOpenList(true))) return
    const { open, lists } = selectMailbox(getState())
    const failure = open === null ? null : lists[listKey(open)]?.failure
    if (failure) dispatch(say({ code: failure }))
  }
}

/** What a list says of a mail, and when the gateway said so; undefined where no list holds it. */
export function fetchedRowOf(id: string): AppThunk<{ row: MailSummary; at: number } | undefined> {
  return (_dispatch, getState) => {
    const told = Object.values(selectMailbox(getState()).lists).flatMap(({ rows, toldAt }) => {
      const row = rows.flatMap(mailsOf).find((mail) => mail.id === id)
      return row === undefined ? [] : [{ row, at: toldAt }]
    })
    return told.toSorted((one, other) => other.at - one.at)[0]
  }
}

/** The row of the mail that is read, in a list of conversations that of the whole one; it may stand on no page that was opened; null where it is gone. */
export function summaryOfOpen(id: string): AppThunk<Promise<MailSummary | null>> {
  return async (_dispatch, getState, { call }) => {
    const { lists } = selectMailbox(getState())
    const shown = selectOpenRows(getState()).find((row) => holdsMail(row, id))
    const known =
      shown ??
      Object.values(lists)
        .flatMap((list) => list.rows.flatMap(mailsOf))
        .find((row) => row.id === id)
    if (known !== undefined) return known
    const outcome = await call(showMail, { id })
    return outcome.ok ? v.parse(mailSummary, outcome.value.mail) : null
  }
}

/** Shows so many mails on a page, here at once and wherever the person signs in. */
export function changePageSize(pageSize: number): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const chosen = String(pageSize)
    if (isValueOf('pageSize', chosen)) await dispatch(changeSetting('pageSize', chosen))
  }
}
