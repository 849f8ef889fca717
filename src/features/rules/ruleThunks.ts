/** Changes of the account's rules; each answers the rules as they are then. */
import { createAction } from '@reduxjs/toolkit'
import type { Call } from '#contract/endpoint'
import * as calls from '#contract/endpoints/mail/rules'
import type { Outcome } from '#src/lib/http/outcome'
import { say } from '#src/store/ask'
import { noticeShown, undoPressed } from '#src/store/shell/notices'
import { type AppThunk, startAppListening } from '#src/store/typed'

/** A rule is back: a list that is shown takes it in. */
export const rulesRestored = createAction<calls.RuleList>('rules/restored')

const undoMark = 'rules:'

/** Removes a rule and says so; `before` is the one that stood after it. */
export function removeShownRule(
  { version: _version, isFolderGone: _gone, ...rule }: calls.ShownRule,
  before: string | undefined,
): AppThunk<Promise<Outcome<calls.RuleList>>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(calls.removeRule, { id: rule.id })
    if (outcome.ok) {
      const undoId = `${undoMark}${JSON.stringify({ rule, before })}`
      dispatch(noticeShown({ tone: 'success', message: 'rules:removed', params: { name: rule.name }, undoId }))
    }
    return outcome
  }
}

function restore(form: Call<typeof calls.restoreRule>): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(calls.restoreRule, form)
    if (!outcome.ok) return void dispatch(say(outcome))
    dispatch(rulesRestored(outcome.value))
    dispatch(noticeShown({ tone: 'info', message: 'mail:undone' }))
  }
}

startAppListening({
  actionCreator: undoPressed,
  effect: async ({ payload: { undoId } }, { dispatch }) => {
    // Written by `removeShownRule` alone.
    if (undoId.startsWith(undoMark)) await dispatch(restore(JSON.parse(undoId.slice(undoMark.length))))
  },
})
