/** The one store factory, for the app and for tests. */
import { configureStore } from '@reduxjs/toolkit'
import { rootReducer } from './rootReducer'
import type { Services } from './services'
import { type AppStore, listenerMiddleware } from './typed'

export function makeStore(services: Services): AppStore {
  return configureStore({
    reducer: rootReducer,
    middleware: (defaults) => defaults({ thunk: { extraArgument: services } }).prepend(listenerMiddleware),
  })
}
