/** Opens a mail: from memory where it lies, else from the gateway; then it counts as read. */
import { showMail } from '../../contract/endpoints/reading'
import type { Mail, MailSummary } from '../../contract/shapes'
import { selectUsername } from '../../store/session'
import type { AppThunk } from '../../store/typed'
import { markMails } from '../mailbox'
import { mailAsked, mailOpened, mailRefused, selectMail } from './readingSlice'

export function openMail(id: string): AppThunk<Promise<void>> {
  return async (dispatch, getState, extra) => {
    const known = selectMail(getState(), id)
    if (known !== undefined) {
      await dispatch(markRead(known))
      return
    }
    dispatch(mailAsked({ id }))
    // Reading has no hidden effect: the mark is an act of its own, so that list and counts follow it like any other.
    const outcome = await extra.call(showMail, { id })
    if (!outcome.ok) {
      if (outcome.code !== 'cancelled') dispatch(mailRefused({ id, code: outcome.code }))
      return
    }
    dispatch(mailOpened({ mail: outcome.value.mail, account: selectUsername(getState()) }))
    await dispatch(markRead(outcome.value.mail))
  }
}

function markRead(mail: Mail): AppThunk<Promise<void>> {
  return async (dispatch) => {
    if (!mail.seen) await dispatch(markMails([summaryOf(mail)], 'seen', { quiet: true }))
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
    receiptRequested: _receipt,
    unsubscribe: _unsubscribe,
    authentication: _authentication,
    headers: _headers,
    readable: _readable,
    truncated: _truncated,
    ...summary
  } = mail
  return summary
}
