/** Ends sessions, and fetches the login history as a file. */
import type { Call, Reply } from '#contract/endpoint'
import { downloadTicket } from '#contract/endpoints/mail/reading'
import { endOtherSessions, endSession, type listSignIns, signInsFile } from '#contract/endpoints/session/signIns'
import { startDownload } from '#src/features/transfer'
import { zoneName } from '#src/lib/clock/zoneName'
import { say } from '#src/store/ask'
import { selectLanguage } from '#src/store/settings/preferences'
import { noticeShown } from '#src/store/shell/notices'
import type { AppThunk } from '#src/store/typed'

export type SignInRow = Reply<typeof listSignIns>['list'][number]

/** What is asked of the history. */
export type HistoryQuery = Pick<Call<typeof listSignIns>, 'days' | 'way' | 'result'>

/** One by its id, or all others; whether it was done. One that has ended meanwhile counts as ended. */
export function endSessions(id: string | null): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = id === null ? await call(endOtherSessions, {}) : await call(endSession, { id })
    if (!outcome.ok && outcome.code !== 'notFound') {
      dispatch(say(outcome))
      return false
    }
    dispatch(noticeShown({ tone: 'info', message: id === null ? 'sessions:endedAll' : 'sessions:ended' }))
    return true
  }
}

export function downloadHistory(wanted: HistoryQuery): AppThunk<Promise<void>> {
  return async (dispatch, getState, { call, linkTo }) => {
    const ticket = await call(downloadTicket, {})
    if (!ticket.ok) return void dispatch(say(ticket))
    const { sid } = ticket.value
    startDownload(linkTo(signInsFile, { ...wanted, sid, timezone: zoneName(), language: selectLanguage(getState()) }))
  }
}
