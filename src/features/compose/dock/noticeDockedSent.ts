/** What is said of a mail sent from beside the desk, where no page tells what became of it. */

import { mediumDate } from '#src/components/text/mailDate'
import { selectLanguage } from '#src/store/settings/preferences'
import { noticeShown } from '#src/store/shell/notices'
import { overlayOpened } from '#src/store/shell/overlays'
import type { AppThunk } from '#src/store/typed'
import { selectHeldSend, sendHeld } from '../../sending'
import type { ComposeContent } from '../content'

export function noticeDockedSent(id: string, { sendAt, separate, subject }: ComposeContent): AppThunk {
  return (dispatch, getState, { now }) => {
    if (sendAt !== null) {
      const params = { time: mediumDate(sendAt, selectLanguage(getState())) }
      dispatch(noticeShown({ tone: 'success', message: 'compose:dock.scheduled', params }))
    }
    // What is not held is followed like what is, until it is known to be sent.
    else if (selectHeldSend(getState(), id) === undefined) {
      dispatch(sendHeld({ id, subject, until: now(), isSeparate: separate }))
      dispatch(overlayOpened({ kind: 'sends' }))
    }
  }
}
