/** What this browser keeps follows what happens to mail. */

import { signedOut } from '../../session/session'
import { type AppThunk, startAppListening } from '../../typed'
import { draftSaved, mailMoved, mailRemoved, mailSent } from '../mailEvents'
import { closeMailDatabase, openMailDatabase } from './mailDatabase'
import { mailRefused, mailsRenamed, receiptSettled } from './mailsSlice'

function removeKept(ids: readonly string[]): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const keeper = await dispatch(openMailDatabase())
    const kept = ids.filter((id) => keeper?.ids.delete(id))
    if (kept.length > 0) await keeper?.kept.remove(kept)
  }
}

function goneBy(action: unknown): readonly string[] {
  if (mailRemoved.match(action)) return action.payload.mails.map(({ id }) => id)
  if (mailsRenamed.match(action)) return action.payload
  if (mailRefused.match(action)) return action.payload.code === 'notFound' ? [action.payload.id] : []
  // Kept without who put it into Junk.
  if (mailMoved.match(action) && action.payload.target === 'junk') return action.payload.mails.map(({ id }) => id)
  // Kept with a receipt that is still open.
  if (receiptSettled.match(action)) return [action.payload.id]
  if (draftSaved.match(action)) return [action.payload.id, action.payload.formerId ?? action.payload.id]
  if (mailSent.match(action)) return action.payload.draftId === null ? [] : [action.payload.draftId]
  return []
}

startAppListening({
  predicate: (action) => goneBy(action).length > 0,
  effect: async (action, { dispatch }) => {
    await dispatch(removeKept(goneBy(action)))
  },
})

startAppListening({
  actionCreator: signedOut,
  effect: (_action, { dispatch }) => dispatch(closeMailDatabase()),
})
