/** The one store factory, for the app and for tests. */
import { configureStore, type UnknownAction } from '@reduxjs/toolkit'
import { rootReducer } from './rootReducer'
import type { Services } from './services'
import { signedOut } from './session'
import { type AppStore, listenerMiddleware, type RootState } from './typed'

export function makeStore(services: Services): AppStore {
  return configureStore({
    // One person's mail never stays in memory for the next; only the choices of this browser do.
    reducer: (state: RootState | undefined, action: UnknownAction) =>
      rootReducer(signedOut.match(action) && state !== undefined ? keepPreferences(state) : state, action),
    middleware: (defaults) => defaults({ thunk: { extraArgument: services } }).prepend(listenerMiddleware),
  })
}

function keepPreferences(state: RootState): RootState {
  return { ...rootReducer(undefined, { type: 'afresh' }), preferences: state.preferences, site: state.site }
}
