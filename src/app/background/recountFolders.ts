/** What changes counts beyond what the client can know itself: a mail sent, a draft begun. The gateway counts then. */
import { isAnyOf } from '@reduxjs/toolkit'
import { loadFolders } from '../../store/mail/folderThunks'
import { draftSaved, mailSent } from '../../store/mail/mailEvents'
import { startAppListening } from '../../store/typed'

const isSent = isAnyOf(mailSent, draftSaved)

/** Started with the desk, once for the page's life. */
export function startRecounting(): void {
  startAppListening({
    predicate: (action) => isSent(action) && !(draftSaved.match(action) && action.payload.formerId !== null),
    effect: async (_action, { cancelActiveListeners, delay, dispatch }) => {
      cancelActiveListeners()
      await delay(pauseMs)
      await dispatch(loadFolders())
    },
  })
}

/** Several facts at once are counted together. */
const pauseMs = 200
