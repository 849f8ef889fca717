/** What the mail list does when something happens elsewhere. */
import { isAnyOf } from '@reduxjs/toolkit'
import { draftSaved, mailSent, receivedAll } from '../../store/mailEvents'
import { undoPressed } from '../../store/notices'
import { startAppListening } from '../../store/typed'
import { refreshOpenList } from './listThunks'
import { undoChange } from './undoThunks'

startAppListening({
  actionCreator: undoPressed,
  effect: async ({ payload }, { dispatch }) => {
    await dispatch(undoChange(payload.undoId))
  },
})

startAppListening({
  matcher: isAnyOf(receivedAll, mailSent, draftSaved),
  effect: async (_action, { dispatch }) => {
    await dispatch(refreshOpenList())
  },
})
