/** The one store factory, for the app and for tests. */
import { configureStore, type UnknownAction } from '@reduxjs/toolkit'
import { rootReducer } from './rootReducer'
import type { Services } from './services'
import { selectUsername, signedIn, signedOut } from './session/session'
import { type AppStore, listenerMiddleware, type RootState } from './typed'

export function makeStore(services: Services): AppStore {
  return configureStore({
    // One person's mail never stays in memory for the next; only the choices of this browser do.
    reducer: (state: RootState | undefined, action: UnknownAction) =>
      rootReducer(state !== undefined && leaves(state, action) ? keepPreferences(state) : state, action),
    middleware: (defaults) =>
      defaults({
        thunk: { extraArgument: services },
        // They walk through every list after each action, outside production: what they find, Immer and the types keep out.
        immutableCheck: false,
        serializableCheck: false,
      }).prepend(listenerMiddleware),
  })
}

/** Whether whoever is shown goes: signed out, or another one signs in. */
function leaves(state: RootState, action: UnknownAction): boolean {
  const shown = selectUsername(state)
  return signedOut.match(action) || (signedIn.match(action) && shown !== null && shown !== action.payload.username)
}

function keepPreferences(state: RootState): RootState {
  return { ...rootReducer(undefined, { type: 'afresh' }), preferences: state.preferences, site: state.site }
}
