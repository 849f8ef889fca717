/** Changes of the automatic reply. */
import type { Call, Reply } from '#contract/endpoint'
import { endAutoReply, saveAutoReply } from '#contract/endpoints/mail/autoReply'
import type { Outcome } from '#src/lib/http/outcome'
import { say } from '#src/store/ask'
import { noticeShown } from '#src/store/shell/notices'
import type { AppThunk } from '#src/store/typed'

export type AutoReply = Reply<typeof saveAutoReply>

export function saveReply(form: Call<typeof saveAutoReply>): AppThunk<Promise<Outcome<AutoReply>>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(saveAutoReply, form)
    const message = form.isOn ? 'autoReply:saved' : 'autoReply:savedOff'
    if (outcome.ok) dispatch(noticeShown({ tone: 'success', message }))
    return outcome
  }
}

export function endReply(): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(endAutoReply, {})
    dispatch(outcome.ok ? noticeShown({ tone: 'success', message: 'autoReply:savedOff' }) : say(outcome))
  }
}
