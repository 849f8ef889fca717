/** Opens a mail: from memory where it lies, else from this browser, else from the gateway. */
import type { Mail, MailSummary } from '../../contract/shapes'
import {
  checkMail,
  fetchMail,
  loadCachedMail,
  mailRefused,
  mailRequested,
  mailUsed,
  selectIsUnexplained,
  selectMail,
} from '../../store/mail/cache'
import type { AppThunk } from '../../store/typed'
import { fetchedRowOf, markRows } from '../mailbox'

export function openMail(id: string): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    if (selectMail(getState(), id) === undefined) await dispatch(loadCachedMail(id, dispatch(fetchedRowOf(id))))
    if (selectMail(getState(), id) === undefined && !(await dispatch(askForMail(id)))) return
    dispatch(mailUsed(id))
    // Until why it is junk has come, it is shown without that.
    if (selectIsUnexplained(getState(), id)) await dispatch(fetchMail(id, { isPrefetch: false }))
    // It is on the screen already.
    await dispatch(checkMail(id))
  }
}

/** Whether it is there. */
function askForMail(id: string): AppThunk<Promise<boolean>> {
  return async (dispatch) => {
    dispatch(mailRequested({ id }))
    const ahead = await dispatch(fetchMail(id, { isPrefetch: false }))
    // One that was fetched ahead may have been stopped in the moment in which it was opened.
    const fetched =
      !ahead.ok && ahead.code === 'cancelled' ? await dispatch(fetchMail(id, { isPrefetch: false })) : ahead
    if (!fetched.ok && fetched.code !== 'cancelled') dispatch(mailRefused({ id, code: fetched.code }))
    return fetched.ok
  }
}

/** Reading has no hidden effect: the mark is an act of its own, so that list and counts follow it like any other. Without a line the mail stays unread, and the banner alone says why. */
export function markRead(id: string): AppThunk<Promise<void>> {
  return async (dispatch) => {
    // What a former visit kept may have been read elsewhere since.
    const mail = await dispatch(checkMail(id))
    if (mail === undefined || mail.seen) return
    await dispatch(markRows([summaryOf(mail)], 'seen', { quiet: true, unasked: true }))
  }
}

/** The row that a list would show for an opened mail. */
export function summaryOf(mail: Mail): MailSummary {
  const {
    cc: _cc,
    bcc: _bcc,
    replyTo: _replyTo,
    html: _html,
    text: _text,
    attachments: _attachments,
    receiptRequested: _isAsked,
    imagesAllowed: _imagesAllowed,
    knownName: _knownName,
    receipt: _receipt,
    unsubscribe: _unsubscribe,
    authentication: _authentication,
    junkBy: _junkBy,
    unscanned: _unscanned,
    headers: _headers,
    readable: _readable,
    truncated: _truncated,
    ...summary
  } = mail
  return summary
}
