/** Changes members, and fetches the log as a file. */
import type { Call, Endpoint, Reply } from '#contract/endpoint'
import { type auditLog, auditLogFile } from '#contract/endpoints/account/administrationLog'
import type { listMembers } from '#contract/endpoints/account/administrationMembers'
import { downloadTicket } from '#contract/endpoints/mail/reading'
import { startDownload } from '#src/features/transfer'
import { zoneName } from '#src/lib/clock/zoneName'
import type { Outcome } from '#src/lib/http/outcome'
import { say } from '#src/store/ask'
import { selectLanguage } from '#src/store/settings/preferences'
import type { AppThunk } from '#src/store/typed'

export type MemberRow = Reply<typeof listMembers>['list'][number]
export type LogQuery = Pick<Call<typeof auditLog>, 'action' | 'person'>

/** What a form says beside its fields. */
export const changeMember =
  <E extends Endpoint>(entry: E, form: Call<E>): AppThunk<Promise<Outcome<Reply<E>>>> =>
  (_dispatch, _getState, { call }) =>
    call(entry, form)

/** Whether it was done; why not, a notice says. */
export const changeOrSay =
  <E extends Endpoint>(entry: E, form: Call<E>): AppThunk<Promise<boolean>> =>
  async (dispatch, _getState, { call }) => {
    const outcome = await call(entry, form)
    if (!outcome.ok) dispatch(say(outcome))
    return outcome.ok
  }

export function downloadLog(wanted: LogQuery): AppThunk<Promise<void>> {
  return async (dispatch, getState, { call, linkTo }) => {
    const ticket = await call(downloadTicket, {})
    if (!ticket.ok) return void dispatch(say(ticket))
    const { sid } = ticket.value
    startDownload(linkTo(auditLogFile, { ...wanted, sid, timezone: zoneName(), language: selectLanguage(getState()) }))
  }
}
