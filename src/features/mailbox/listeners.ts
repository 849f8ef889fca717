/** What the mail list does when something happens elsewhere. */
import { isAnyOf } from '@reduxjs/toolkit'
import { mailRefused } from '../../store/mail/cache'
import { selectIsCountDue } from '../../store/mail/folders'
import { loadFolders } from '../../store/mail/folderThunks'
import { changeSettled, draftSaved, foldersCounted, mailSent, receivedAll } from '../../store/mail/mailEvents'
import { mailArrived, newMailOpened } from '../../store/mail/newMailEvents'
import { settingConfirmed } from '../../store/settings/settings'
import { undoPressed } from '../../store/shell/notices'
import { startAppListening } from '../../store/typed'
import { undoChange } from './actions/undoThunks'
import { keepLists } from './listData/cachedLists'
import { followCounts, refreshOpenList } from './listData/listThunks'
import { selectMailbox } from './mailboxSelectors'

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

startAppListening({
  predicate: (action, state) => mailArrived.match(action) && selectMailbox(state).open?.folder === 'inbox',
  effect: async (_action, { dispatch }) => {
    await dispatch(refreshOpenList())
  },
})

startAppListening({
  predicate: (action) => settingConfirmed.match(action) && action.payload.zone !== undefined,
  effect: async (_action, { dispatch }) => {
    // Its dates are in another zone now.
    await dispatch(refreshOpenList())
  },
})

startAppListening({
  actionCreator: foldersCounted,
  effect: async ({ payload }, { dispatch }) => {
    await dispatch(followCounts(payload.askedAt))
  },
})

startAppListening({
  predicate: (action, state) => changeSettled.match(action) && selectIsCountDue(state),
  effect: async (_action, { dispatch }) => {
    await dispatch(loadFolders())
  },
})

startAppListening({
  predicate: (action, state) => newMailOpened.match(action) && selectMailbox(state).open?.folder === 'inbox',
  effect: async (_action, { dispatch }) => {
    await dispatch(refreshOpenList(true))
  },
})

startAppListening({
  // A mail that is gone for the reader stands in no list any more.
  predicate: (action, state) =>
    mailRefused.match(action) &&
    action.payload.code === 'notFound' &&
    Object.values(selectMailbox(state).lists).some(({ rows }) => rows.some(({ id }) => id === action.payload.id)),
  effect: async (_action, { dispatch }) => {
    await dispatch(refreshOpenList())
  },
})

startAppListening({
  predicate: (_action, state, former) => selectMailbox(state).lists !== selectMailbox(former).lists,
  effect: async (_action, { cancelActiveListeners, delay, dispatch }) => {
    cancelActiveListeners()
    await delay(restMs)
    await dispatch(keepLists())
  },
})

/** Milliseconds without a change before lists are written: several changes at once are one. */
const restMs = 400
