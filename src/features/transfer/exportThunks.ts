/** Mails that leave: one as a message file, many as an archive. */

import type { Call } from '../../contract/endpoint'
import { downloadExport, startExport } from '../../contract/endpoints/mail/jobs'
import { downloadMail, downloadTicket } from '../../contract/endpoints/mail/reading'
import { say } from '../../store/ask'
import { jobsFetched } from '../../store/mail/mailJobs'
import { noticeShown } from '../../store/shell/notices'
import type { AppThunk } from '../../store/typed'
import { startDownload } from './startDownload'

/** Its name is its subject. */
export function saveMail(id: string): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { call, linkTo }) => {
    const ticket = await call(downloadTicket, {})
    if (ticket.ok) startDownload(linkTo(downloadMail, { sid: ticket.value.sid, id }))
    else dispatch(say(ticket))
  }
}

/** `name` is what the archive is called, without its ending. */
export function exportMails(which: Call<typeof startExport>, name: string): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { call, linkTo }) => {
    // First, so that no job is left behind that nobody can fetch.
    const ticket = await call(downloadTicket, {})
    if (!ticket.ok) return void dispatch(say(ticket))
    const started = await call(startExport, which)
    if (!started.ok) return void dispatch(say(started))
    const { job } = started.value
    dispatch(jobsFetched([job]))
    dispatch(noticeShown({ tone: 'info', message: 'jobs:exporting', params: { count: job.total } }))
    startDownload(linkTo(downloadExport, { sid: ticket.value.sid, id: job.id, name }))
  }
}
